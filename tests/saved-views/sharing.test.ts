// Sharing saved views: who sees them, who changes them, and what tokens may do.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, type RoleKey, startService, type TestService } from '../support/service.ts';
import { type Input, saveView, type View } from './views.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const as = (role: RoleKey): Ask => ({ as: service.acme.people[role] });
const url = ({ id }: { id: string }) => `/api/saved-views/${id}`;
const get = (view: View, ask: Ask = {}) => service.rest('GET', url(view), undefined, ask);
const patch = (view: View, input: Input, ask: Ask = {}) => service.rest('PATCH', url(view), input, ask);
const remove = (view: View, ask: Ask = {}) => service.rest('DELETE', url(view), undefined, ask);
const withUser = (role: RoleKey, access = 'view') => ({
  type: 'user',
  id: service.acme.people[role].userId,
  access,
});

async function roleId(key: string): Promise<string> {
  const [row] = await service.sql<{ id: string }>(service.acme, 'select id from roles where key = ?', [key]);
  return row!.id;
}

describe('the visibility of a saved view', () => {
  it('includes its owner, those it is shared with, and everyone for a view of the workspace', async () => {
    const byOwner: Record<string, View> = {
      private: await saveView(service, {}),
      user: await saveView(service, { visibility: 'shared', shared_with: [withUser('member')] }),
      role: await saveView(service, {
        visibility: 'shared',
        shared_with: [{ type: 'role', id: await roleId('viewer'), access: 'view' }],
      }),
      tenant: await saveView(service, { visibility: 'tenant' }),
    };
    const seen = async (role: RoleKey) => {
      const { body } = await service.rest(
        'GET',
        '/api/saved-views?pageSize=100&entity=companies',
        undefined,
        as(role),
      );
      expect(body.error).toBeUndefined();
      const listed = new Set(body.data.map(({ id }: View) => id));
      const found: string[] = [];
      for (const [name, view] of Object.entries(byOwner)) {
        const { status } = await get(view, as(role));
        expect([name, status]).toEqual([name, listed.has(view.id) ? 200 : 404]);
        if (status === 200) found.push(name);
      }
      return found;
    };
    expect(await seen('owner')).toEqual(['private', 'user', 'role', 'tenant']);
    expect(await seen('admin')).toEqual(['tenant']);
    expect(await seen('member')).toEqual(['user', 'tenant']);
    expect(await seen('viewer')).toEqual(['role', 'tenant']);
    const { body } = await service.rest('GET', '/api/saved-views', undefined, {
      as: service.globex.people.owner,
    });
    expect(body).toMatchObject({ data: [], total: 0 });
    expect(await get(byOwner.tenant!, { as: service.globex.people.owner })).toMatchObject({ status: 404 });
  });

  it('ends when the view is no longer shared', async () => {
    const view = await saveView(service, { visibility: 'shared', shared_with: [withUser('member')] });
    const taken = await patch(view, { visibility: 'private' });
    expect(taken.body.data).toMatchObject({ visibility: 'private', shared_with: [], version: 2 });
    expect(await get(view, as('member'))).toMatchObject({ status: 404 });
    expect(await patch(view, { name: 'x' }, as('member'))).toMatchObject({ status: 404 });
  });

  it('is extended to the workspace only by managers and above', async () => {
    for (const role of ['owner', 'admin', 'manager'] as const)
      await saveView(service, { visibility: 'tenant' }, as(role));
    for (const role of ['member', 'viewer'] as const) {
      const input = { entity: 'companies', name: 'For all', visibility: 'tenant' };
      expect(await service.rest('POST', '/api/saved-views', input, as(role))).toMatchObject({
        status: 403,
        body: { error: { code: 'PERMISSION_DENIED' } },
      });
      const own = await saveView(service, {}, as(role));
      expect(await patch(own, { visibility: 'tenant' }, as(role))).toMatchObject({ status: 403 });
    }
  });

  it('prevents the deletion of a role it is shared with, and the refusal names the view', async () => {
    const created = await service.rest('POST', '/api/roles', {
      name: 'Field sales',
      grants: ['companies.read'],
    });
    const share = { type: 'role', id: created.body.data.id, access: 'view' };
    const view = await saveView(service, { visibility: 'shared', shared_with: [share] });
    const refused = await service.rest('DELETE', `/api/roles/${share.id}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { references: [{ type: 'saved_view', count: 1 }] } } },
    });
    await remove(view);
    expect(await service.rest('DELETE', `/api/roles/${share.id}`)).toMatchObject({ status: 200 });
  });
});

describe('the editing of a saved view', () => {
  it('is open to its owner and to editors, who cannot change the sharing', async () => {
    const shared_with = [withUser('member', 'edit'), withUser('viewer')];
    const view = await saveView(service, { visibility: 'shared', shared_with });
    expect(await patch(view, { sort: ['name'] }, as('member'))).toMatchObject({ status: 200 });
    expect(await patch(view, { sort: ['-name'] }, as('viewer'))).toMatchObject({ status: 403 });
    for (const change of [{ visibility: 'private' }, { shared_with: [withUser('member', 'edit')] }])
      expect(await patch(view, change, as('member'))).toMatchObject({ status: 403 });
    for (const role of ['member', 'viewer'] as const)
      expect(await remove(view, as(role))).toMatchObject({ status: 403 });
    expect((await get(view)).body.data).toMatchObject({ version: 2, sort: ['name'], shared_with });
  });

  it('is open to admins only for views of the workspace', async () => {
    const view = await saveView(service, { visibility: 'tenant' }, as('manager'));
    expect(await patch(view, { layout: 'board' }, as('member'))).toMatchObject({ status: 403 });
    expect(await patch(view, { layout: 'board' }, as('admin'))).toMatchObject({ status: 200 });
    expect(await remove(view, as('admin'))).toMatchObject({ status: 200 });
    const shared = await saveView(
      service,
      { visibility: 'shared', shared_with: [withUser('admin')] },
      as('manager'),
    );
    expect(await patch(shared, { layout: 'board' }, as('admin'))).toMatchObject({ status: 403 });
    expect(await remove(shared, as('admin'))).toMatchObject({ status: 403 });
  });
});

describe('a token with access to saved views', () => {
  const scopes = ['dashboard.saved_views:read', 'dashboard.saved_views:write'];

  it('saves views for the person responsible for it and sees their views', async () => {
    const token = await service.token(service.acme, { kind: 'agent', scopes });
    const owner = service.acme.people.member.userId;
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('api_tokens').where({ name: 'agent of the test' }).update({ owner_user_id: owner }),
    );
    const ask = { as: token, headers: { 'idempotency-key': crypto.randomUUID() } };
    const view = await saveView(service, {}, ask);
    expect(view).toMatchObject({ owner_user_id: owner, created_by: { type: 'agent' } });
    expect(await get(view, as('member'))).toMatchObject({ status: 200 });
    expect(await get(view, as('admin'))).toMatchObject({ status: 404 });
  });

  it('without a responsible person sees only views of the workspace and saves none', async () => {
    const ask = { as: await service.token(service.acme, { kind: 'service', scopes }) };
    const view = await saveView(service, { visibility: 'tenant' });
    expect(await get(view, ask)).toMatchObject({ status: 200 });
    const refused = await service.rest('POST', '/api/saved-views', { entity: 'companies', name: 'x' }, ask);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'token_without_owner' } } },
    });
  });
});
