// Notifications of imports and envelopes: who gets which, when, and what they say.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendNotificationMails } from '../../src/domains/notifications/jobs.ts';
import { DocumentWorld } from '../documents/world.ts';
import { type Data, SigningWorld } from '../signing/signing-world.ts';
import type { Identity } from '../support/service.ts';
import { until } from '../support/until.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
});

afterAll(() => world?.stop());

beforeEach(() => world.inspector.query('delete from notifications; delete from record_subscriptions'));

type Role = 'owner' | 'admin' | 'manager' | 'member' | 'viewer';
const as = (role: Role): Promise<Identity> => world.service.session(world.service.acme, role);
const idOf = (role: Role) => world.service.acme.people[role].userId;

async function ok(role: Role, method: string, path: string, body?: object): Promise<Data> {
  return world.ok(method, path, body, { as: await as(role) });
}
const listOf = (role: Role, category?: string) =>
  ok(role, 'GET', `/api/notifications${category ? `?filter[category]=${category}` : ''}`);
const says = async (role: Role, category: string): Promise<string[]> =>
  (await listOf(role, category)).map(({ body }: Data) => body);

/** Gives a custom role with these grants instead of the role that somebody has. */
async function grant(role: Role, grants: string[]): Promise<void> {
  await world.inspector.query(
    `with new_role as (insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, gen_random_uuid(), $3, $3, $2, now(), now()) returning id)
     update membership_roles set role_id = (select id from new_role) where tenant_id = $1 and membership_id in
       (select id from memberships where tenant_id = $1 and user_id = $4)`,
    [world.service.acme.id, grants, `role-${crypto.randomUUID()}`, idOf(role)],
  );
  world.service.server.services.principals.clear();
}

describe('an import', () => {
  const state = (id: string, wanted: string[]): Promise<Data> =>
    until(async () => {
      const found = await world.ok('GET', `/api/import/${id}`);
      return wanted.includes(found.status) ? found : undefined;
    });

  /** Uploads a table as a person and waits for the end of its dry run. */
  async function validated(role: Role, csv: string, target: string, targets: Record<string, string>) {
    const file = { name: 'table.csv', content_base64: Buffer.from(csv).toString('base64') };
    const { id } = await ok(role, 'POST', '/api/import', { file, target });
    const columns = Object.entries(targets).map(([source, field]) => ({ source, target: field }));
    await ok(role, 'PUT', `/api/import/${id}/mapping`, { columns });
    await ok(role, 'POST', `/api/import/${id}/validate`);
    return state(id, ['validated', 'mapped']);
  }

  async function executed(role: Role, imported: Data): Promise<Data> {
    const { id, mapping_hash, validation_hash } = imported;
    await ok(role, 'POST', `/api/import/${id}/approve`, { mapping_hash, validation_hash });
    await ok(role, 'POST', `/api/import/${id}/execute`);
    return state(id, ['completed', 'completed_with_errors', 'failed', 'cancelled']);
  }

  it('tells those who may approve it, and at its end who uploaded and who executed it', async () => {
    const imported = await validated('member', 'Name\nAlpha\nBeta\n""\n', 'companies', { Name: 'name' });
    for (const role of ['owner', 'admin', 'manager'] as const)
      expect(await listOf(role)).toMatchObject([
        {
          ...{ category: 'approval_requested', priority: 'high', title: 'table.csv' },
          ...{ body: 'The import waits for approval.', actor: { type: 'system' } },
          entity: { type: 'import', id: imported.id },
        },
      ]);
    expect(await listOf('member')).toEqual([]);
    expect(await listOf('viewer')).toEqual([]);
    await executed('manager', imported);
    for (const role of ['member', 'manager'] as const)
      expect(await says(role, 'import_finished')).toEqual([
        'The import is finished: 2 created, 0 updated, 0 skipped, 0 failed.',
      ]);
    expect(await says('owner', 'import_finished')).toEqual([]);
  });

  it('tells nobody of its rows: neither watchers nor assignees', async () => {
    const company = await ok('owner', 'POST', '/api/companies', {
      name: 'Watched',
      domain: 'watched.example.com',
    });
    const watched = { entity_type: 'company', entity_id: company.id, state: 'watching' };
    await ok('viewer', 'PUT', '/api/notifications/subscriptions', watched);
    const file = {
      name: 'table.csv',
      content_base64: Buffer.from('Domain,Sector\nwatched.example.com,Retail\n').toString('base64'),
    };
    const { id } = await ok('owner', 'POST', '/api/import', { file, target: 'companies' });
    const columns = [
      { source: 'Domain', target: 'domain' },
      { source: 'Sector', target: 'industry' },
    ];
    await ok('owner', 'PUT', `/api/import/${id}/mapping`, {
      columns,
      mode: 'update',
      match_keys: ['domain'],
    });
    await ok('owner', 'POST', `/api/import/${id}/validate`);
    const done = await executed('owner', await state(id, ['validated', 'mapped']));
    expect(done.counts.updated).toBe(1);
    expect(await listOf('viewer')).toEqual([]);
    await ok('owner', 'PATCH', `/api/companies/${company.id}`, { industry: 'Energy' });
    expect(await listOf('viewer')).toMatchObject([{ category: 'record_update' }]);
  });

  it('without a row to write asks nobody for approval', async () => {
    const csv = 'Name,Domain\n,nameless.example.com\n';
    const { status, counts } = await validated('owner', csv, 'companies', { Name: 'name', Domain: 'domain' });
    expect([status, counts.invalid, counts.pending]).toEqual(['validated', 1, 0]);
    expect(await listOf('admin')).toEqual([]);
  });

  it('can be watched, and tells nobody who may not read imports', async () => {
    const imported = await validated('owner', 'Name\nGamma\n', 'companies', { Name: 'name' });
    const watched = { entity_type: 'import', entity_id: imported.id, state: 'watching' };
    await ok('viewer', 'PUT', '/api/notifications/subscriptions', watched);
    await executed('owner', imported);
    expect(await listOf('viewer')).toMatchObject([{ category: 'record_update', title: 'table.csv' }]);
    await world.inspector.query('delete from notifications');
    await grant('admin', ['*.read', 'imports.approve', 'notifications.read', 'companies.*']);
    await validated('owner', 'Name\nDelta\n', 'companies', { Name: 'name' });
    expect(await says('owner', 'approval_requested')).toHaveLength(1);
    await grant('admin', ['*']);
    expect(await listOf('admin', 'approval_requested')).toEqual([]);
  });
});

describe('an envelope', () => {
  const signer = (email: string) => ({ role: 'signer', name: 'Ada Byron', email });

  it('tells its creator when it is completed', async () => {
    const { id } = await world.sent([signer('ada@one.example')]);
    await world.sign(await world.token('ada@one.example'));
    await world.completed(id);
    expect(await listOf('owner', 'envelope_completed')).toMatchObject([
      {
        ...{ title: 'Master agreement', body: 'The envelope is completed.', priority: 'normal' },
        ...{ entity: { type: 'envelope', id }, actor: { type: 'system' } },
      },
    ]);
    for (const role of ['admin', 'manager', 'member'] as const) expect(await listOf(role)).toEqual([]);
  });

  it('tells its creator that the quote stays as it is when its state allows no acceptance', async () => {
    const documents = new DocumentWorld(world.service, await as('owner'));
    const quote = await documents.quote();
    await documents.ok('POST', `/api/quotes/${quote.id}/send`, { to: ['ada@buyer.example'] });
    const envelope = await world.draft();
    const attached = await until(async () => {
      const source = { type: 'quote', id: quote.id };
      const reply = await world.send('POST', `/api/signing/${envelope.id}/documents`, { source });
      return reply.status === 201 ? reply.body.data : undefined;
    });
    expect(attached.pages).toBeGreaterThan(0);
    await world.recipients(envelope.id, [{ role: 'approver', name: 'Ada Byron', email: 'ada@two.example' }]);
    await world.ok('POST', `/api/signing/${envelope.id}/send`, {});
    await documents.ok('POST', `/api/quotes/${quote.id}/decision`, {
      decision: 'declined',
      reason: 'Too late',
    });
    await world.sign(await world.token('ada@two.example'));
    await world.completed(envelope.id);
    expect(await says('owner', 'envelope_completed')).toEqual([
      'The envelope is completed; its quote stays as it is, because its state allows no change.',
    ]);
  });

  it('tells its creator who declined, without the reason', async () => {
    const { id } = await world.sent([signer('ada@three.example')]);
    const token = await world.token('ada@three.example');
    await world.view(token);
    const reply = await world.visit('POST', token, '/decline', { reason: 'Too expensive' });
    expect(reply.status).toBe(200);
    const [declined] = await listOf('owner', 'envelope_declined');
    expect(declined).toMatchObject({
      body: 'A recipient declined the envelope.',
      entity: { type: 'envelope', id },
    });
    expect(JSON.stringify(declined)).not.toContain('expensive');
  });

  it('tells its creator once that it expires in 72 hours, and again for a later date', async () => {
    const run = () => sendNotificationMails(world.service.server.services, world.service.server.app.log);
    const expiring = async () =>
      (await listOf('owner', 'envelope_expiring')).map(({ entity }: Data) => entity.id);
    const at = (days: number) =>
      new Date(world.service.server.services.clock.now().getTime() + days * 86_400_000).toISOString();
    const { id } = await world.sent([signer('ada@four.example')], { expires_at: at(5) });
    await world.sent([signer('ada@five.example')], { expires_at: at(2.5) });
    await world.pass(1.9 * 86_400);
    await run();
    expect(await expiring()).toEqual([]);
    await world.pass(0.2 * 86_400);
    await run();
    await run();
    expect(await expiring()).toEqual([id]);
    await world.ok('POST', `/api/signing/${id}/remind`, { extend_days: 5 });
    await run();
    expect(await expiring()).toEqual([id]);
    await world.pass(5 * 86_400);
    await run();
    expect(await expiring()).toEqual([id, id]);
  });

  it('tells nobody who may not read envelopes', async () => {
    await grant('manager', ['*']);
    const { id } = await ok('manager', 'POST', '/api/signing', { title: 'Secret agreement' });
    await world.addPdf(id);
    await world.recipients(id, [{ role: 'approver', name: 'Ada Byron', email: 'ada@six.example' }]);
    await world.ok('POST', `/api/signing/${id}/send`, {});
    await grant('manager', ['notifications.read']);
    await world.sign(await world.token('ada@six.example'));
    await world.completed(id);
    expect(await listOf('manager')).toEqual([]);
    await grant('manager', ['*']);
    expect(await listOf('manager')).toEqual([]);
  });
});
