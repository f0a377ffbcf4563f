// Saved views: saving, sharing, who may do what, defaults, copies, events.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, type RoleKey, startService, type TestService } from '../support/service.ts';
import { type Input, save, type View, where } from './views.ts';

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

async function count(table: string): Promise<number> {
  const [row] = await service.sql<{ n: string }>(service.acme, `select count(*) as n from ${table}`);
  return Number(row!.n);
}

async function expectInvalid(input: Input, path: string, rule: string, ask: Ask = {}): Promise<void> {
  const before = await count('saved_views');
  const reply = await service.rest(
    'POST',
    '/api/saved-views',
    { entity: 'companies', name: 'Refused', ...input },
    ask,
  );
  expect({ status: reply.status, fields: reply.body.error?.fields }).toEqual({
    status: 400,
    fields: expect.arrayContaining([expect.objectContaining({ path, rule })]),
  });
  expect(await count('saved_views')).toBe(before);
}

describe('a saved view', () => {
  it('keeps what it shows, and reads as it was saved', async () => {
    const filter = { and: [where('name', 'contains', 'a'), { not: where('tag', 'eq', 'old') }] };
    const given = {
      name: 'All that counts',
      filter,
      sort: ['-employee_count', 'name'],
      columns: ['name', 'industry'],
      group_by: 'industry',
      layout: 'board',
      page_size: 10,
    };
    const view = await save(service, given);
    expect(view).toMatchObject({
      ...given,
      entity: 'companies',
      owner_user_id: service.acme.people.owner.userId,
      visibility: 'private',
      shared_with: [],
      is_default: false,
      broken_clauses: [],
      version: 1,
    });
    const reply = await get(view);
    expect(reply.body.data).toEqual(view);
    expect(reply.headers.get('etag')).toBe('"1"');
  });

  it('is a table, private and behind the others where nothing is said', async () => {
    const first = await save(service, { entity: 'deals' });
    const second = await save(service, { entity: 'deals', filter: {} });
    expect(second).toMatchObject({ layout: 'table', visibility: 'private', filter: null, sort: [] });
    expect(second.position).toBe((first.position as number) + 1);
  });

  it('has a name once for its owner and list, whatever its case', async () => {
    await save(service, { name: 'Mine' });
    await save(service, { name: 'Mine', entity: 'deals' });
    await save(service, { name: 'Mine' }, as('member'));
    const taken = await service.rest('POST', '/api/saved-views', { entity: 'companies', name: 'MINE' });
    expect(taken).toMatchObject({ status: 409, body: { error: { details: { reason: 'name_taken' } } } });
    const both = await Promise.all(
      [1, 2].map(() => service.rest('POST', '/api/saved-views', { entity: 'companies', name: 'Race' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is refused with all that its list does not know, and nothing is written', async () => {
    await expectInvalid({ filter: where('nmae', 'eq', 'x') }, 'filter.field', 'unknown_field');
    await expectInvalid({ filter: where('name', 'between', ['a', 'b']) }, 'filter.op', 'operator');
    await expectInvalid({ filter: where('name', 'like', 'a') }, 'filter.op', 'operator');
    await expectInvalid({ filter: where('name', 'eq') }, 'filter.value', 'required');
    await expectInvalid({ filter: where('name', 'eq', ['a']) }, 'filter.value', 'type');
    await expectInvalid({ filter: where('custom.none', 'eq', 'x') }, 'filter.field', 'unknown_field');
    await expectInvalid({ filter: where('owner_user_id', 'eq', '@you') }, 'filter.value', 'format');
    await expectInvalid({ filter: { and: [] } }, 'filter.and', 'tree');
    await expectInvalid({ filter: { and: [where('name', 'eq', 'a'), 7] } }, 'filter.and.1', 'tree');
    await expectInvalid({ filter: { ...where('name', 'eq', 'a'), or: [] } }, 'filter', 'tree');
    await expectInvalid({ sort: ['-nmae'] }, 'sort.0', 'enum');
    await expectInvalid({ sort: ['name', '-name'] }, 'sort', 'repeated');
    await expectInvalid({ columns: ['name', 'secret'] }, 'columns.1', 'unknown_field');
    await expectInvalid({ group_by: 'nothing' }, 'group_by', 'unknown_field');
    await expectInvalid({ entity: 'invoices' }, 'entity', 'enum');
    await expectInvalid({ name: ' ' }, 'name', 'required');
    await expectInvalid({ visibility: 'shared' }, 'shared_with', 'required');
    await expectInvalid({ shared_with: [withUser('member')] }, 'shared_with', 'visibility');
    const stranger = { type: 'user', id: service.globex.people.member.userId, access: 'view' };
    await expectInvalid({ visibility: 'shared', shared_with: [stranger] }, 'shared_with.0.id', 'exists');
    const twice = [withUser('member'), withUser('member', 'edit')];
    await expectInvalid({ visibility: 'shared', shared_with: twice }, 'shared_with.1.id', 'repeated');
  });

  it('takes trees of fifty conditions and five levels, and no more', async () => {
    const leaf = where('name', 'eq', 'a');
    const deep = (levels: number): object => (levels === 0 ? leaf : { not: deep(levels - 1) });
    await save(service, { filter: deep(5) });
    await expectInvalid({ filter: deep(6) }, 'filter.not.not.not.not.not', 'depth');
    await expectInvalid({ filter: deep(2000) }, 'filter.not.not.not.not.not', 'depth');
    await save(service, { filter: { or: Array(50).fill(leaf) } });
    await expectInvalid({ filter: { or: Array(51).fill(leaf) } }, 'filter.or.50', 'max_clauses');
    await expectInvalid({ filter: { or: Array(9000).fill(leaf) } }, 'filter.or.50', 'max_clauses');
    await expectInvalid({ filter: where('name', 'eq', 'x'.repeat(40_000)) }, 'filter', 'max_length');
  });

  it('changes as its caller has seen it', async () => {
    const view = await save(service, {});
    const renamed = await patch(view, { name: 'Renamed', expected_version: 1 });
    expect(renamed.body.data).toMatchObject({ name: 'Renamed', version: 2 });
    expect(await patch(view, { name: 'Late', expected_version: 1 })).toMatchObject({ status: 412 });
    expect((await patch(view, { name: 'Renamed' })).body.data.version).toBe(2);
    expect(await patch(view, { entity: 'deals' })).toMatchObject({ status: 400 });
    expect(await remove(view)).toMatchObject({ status: 200 });
    expect(await get(view)).toMatchObject({ status: 404 });
    expect(await remove(view)).toMatchObject({ status: 404 });
  });

  it('is copied by whoever sees it, as a private view of theirs', async () => {
    const filter = where('industry', 'eq', 'Food');
    const view = await save(service, { visibility: 'tenant', filter, sort: ['name'], page_size: 5 });
    const copy = await save(
      service,
      { entity: undefined, copy_view_id: view.id, sort: ['-name'] },
      as('viewer'),
    );
    expect(copy).toMatchObject({
      entity: 'companies',
      filter,
      sort: ['-name'],
      page_size: 5,
      visibility: 'private',
    });
    expect(copy.owner_user_id).toBe(service.acme.people.viewer.userId);
    const hidden = await save(service, {});
    await expectInvalid({ copy_view_id: hidden.id }, 'copy_view_id', 'exists', as('viewer'));
    await expectInvalid({ entity: 'deals', copy_view_id: view.id }, 'entity', 'copy');
  });
});

describe('who sees a view', () => {
  it('is its owner, those it is shared with, and everybody for one of the workspace', async () => {
    const byOwner: Record<string, View> = {
      private: await save(service, {}),
      user: await save(service, { visibility: 'shared', shared_with: [withUser('member')] }),
      role: await save(service, {
        visibility: 'shared',
        shared_with: [{ type: 'role', id: await roleId('viewer'), access: 'view' }],
      }),
      tenant: await save(service, { visibility: 'tenant' }),
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

  it('is no longer one that it is not shared with any more', async () => {
    const view = await save(service, { visibility: 'shared', shared_with: [withUser('member')] });
    const taken = await patch(view, { visibility: 'private' });
    expect(taken.body.data).toMatchObject({ visibility: 'private', shared_with: [], version: 2 });
    expect(await get(view, as('member'))).toMatchObject({ status: 404 });
    expect(await patch(view, { name: 'x' }, as('member'))).toMatchObject({ status: 404 });
  });

  it('is everybody only where a manager or above says so', async () => {
    for (const role of ['owner', 'admin', 'manager'] as const)
      await save(service, { visibility: 'tenant' }, as(role));
    for (const role of ['member', 'viewer'] as const) {
      const asked = { entity: 'companies', name: 'For all', visibility: 'tenant' };
      expect(await service.rest('POST', '/api/saved-views', asked, as(role))).toMatchObject({
        status: 403,
        body: { error: { code: 'PERMISSION_DENIED' } },
      });
      const own = await save(service, {}, as(role));
      expect(await patch(own, { visibility: 'tenant' }, as(role))).toMatchObject({ status: 403 });
    }
  });

  it('keeps a role from being deleted, which is named', async () => {
    const made = await service.rest('POST', '/api/roles', {
      name: 'Field sales',
      grants: ['companies.read'],
    });
    const share = { type: 'role', id: made.body.data.id, access: 'view' };
    const view = await save(service, { visibility: 'shared', shared_with: [share] });
    const refused = await service.rest('DELETE', `/api/roles/${share.id}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { references: [{ type: 'saved_view', count: 1 }] } } },
    });
    await remove(view);
    expect(await service.rest('DELETE', `/api/roles/${share.id}`)).toMatchObject({ status: 200 });
  });
});

describe('who changes a view', () => {
  it('is its owner and those that it is shared with for editing, who leave the sharing alone', async () => {
    const shared_with = [withUser('member', 'edit'), withUser('viewer')];
    const view = await save(service, { visibility: 'shared', shared_with });
    expect(await patch(view, { sort: ['name'] }, as('member'))).toMatchObject({ status: 200 });
    expect(await patch(view, { sort: ['-name'] }, as('viewer'))).toMatchObject({ status: 403 });
    for (const change of [{ visibility: 'private' }, { shared_with: [withUser('member', 'edit')] }])
      expect(await patch(view, change, as('member'))).toMatchObject({ status: 403 });
    for (const role of ['member', 'viewer'] as const)
      expect(await remove(view, as(role))).toMatchObject({ status: 403 });
    expect((await get(view)).body.data).toMatchObject({ version: 2, sort: ['name'], shared_with });
  });

  it('is an admin for a view of the workspace only', async () => {
    const view = await save(service, { visibility: 'tenant' }, as('manager'));
    expect(await patch(view, { layout: 'board' }, as('member'))).toMatchObject({ status: 403 });
    expect(await patch(view, { layout: 'board' }, as('admin'))).toMatchObject({ status: 200 });
    expect(await remove(view, as('admin'))).toMatchObject({ status: 200 });
    const shared = await save(
      service,
      { visibility: 'shared', shared_with: [withUser('admin')] },
      as('manager'),
    );
    expect(await patch(shared, { layout: 'board' }, as('admin'))).toMatchObject({ status: 403 });
    expect(await remove(shared, as('admin'))).toMatchObject({ status: 403 });
  });
});

describe('a default', () => {
  it('is each person’s own, one for each list, and nobody else’s change of the view', async () => {
    const view = await save(service, { visibility: 'tenant', is_default: true });
    const isDefault = async (role: RoleKey, of = view) => (await get(of, as(role))).body.data.is_default;
    expect([await isDefault('owner'), await isDefault('viewer')]).toEqual([true, false]);
    const made = await patch(view, { is_default: true }, as('viewer'));
    expect(made).toMatchObject({ status: 200, body: { data: { is_default: true, version: 1 } } });
    const other = await save(service, { is_default: true }, as('viewer'));
    expect([await isDefault('viewer'), await isDefault('viewer', other)]).toEqual([false, true]);
    await patch(other, { is_default: false }, as('viewer'));
    expect([await isDefault('viewer', other), await isDefault('owner')]).toEqual([false, true]);
    await remove(view);
    expect(
      await service.sql(service.acme, 'select from saved_view_defaults where view_id = ?', [view.id]),
    ).toEqual([]);
  });
});

describe('a token', () => {
  const scopes = ['dashboard.saved_views:read', 'dashboard.saved_views:write'];

  it('saves views for the person who answers for it, and sees theirs', async () => {
    const token = await service.token(service.acme, { kind: 'agent', scopes });
    const owner = service.acme.people.member.userId;
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('api_tokens').where({ name: 'agent of the test' }).update({ owner_user_id: owner }),
    );
    const ask = { as: token, headers: { 'idempotency-key': crypto.randomUUID() } };
    const view = await save(service, {}, ask);
    expect(view).toMatchObject({ owner_user_id: owner, created_by: { type: 'agent' } });
    expect(await get(view, as('member'))).toMatchObject({ status: 200 });
    expect(await get(view, as('admin'))).toMatchObject({ status: 404 });
  });

  it('that nobody answers for sees those of the workspace, and saves none', async () => {
    const ask = { as: await service.token(service.acme, { kind: 'service', scopes }) };
    const view = await save(service, { visibility: 'tenant' });
    expect(await get(view, ask)).toMatchObject({ status: 200 });
    const refused = await service.rest('POST', '/api/saved-views', { entity: 'companies', name: 'x' }, ask);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'token_without_owner' } } },
    });
  });
});

describe('an event of a view', () => {
  it('tells of each change once, and not what its owner looks for', async () => {
    const view = await save(service, { name: 'Whispered', filter: where('name', 'eq', 'Whispered') });
    await patch(view, { name: 'Murmured', layout: 'board' });
    await remove(view);
    const events = await service.sql<{ type: string; data: object }>(
      service.acme,
      'select type, data from events where object_id = ? order by id',
      [view.id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'saved_view.created',
      'saved_view.updated',
      'saved_view.deleted',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Whispered|Murmured/);
  });
});
