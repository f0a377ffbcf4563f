// Clients over HTTP: lists, updates, status changes, numbers, deactivation and reactivation.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CLIENT_STATUSES, checkStatusChange } from '../../src/domains/clients/rules.ts';
import { ServiceError } from '../../src/errors.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const host = () => `q${++count}zx.com`;

/** Creates a client with a unique name. */
async function client(body: object = {}, ask: Ask = {}) {
  const domain = host();
  const input = { client_name: `Client ${domain}`, domain, ...body };
  const reply = await service.rest('POST', '/api/clients', input, ask);
  expect(reply).toMatchObject({ status: 201 });
  return { ...reply.body.data, domain };
}

function call(method: string, path: string, body?: object, ask: Ask = {}): Promise<Reply> {
  return service.rest(method, `/api/clients/${path}`, body, ask);
}

function eventsOf(id: string) {
  return service.sql(service.acme, 'select type, data from events where object_id = ? order by id', [id]);
}

describe('clients', () => {
  it('are the companies with a client number, and no others', async () => {
    const created = await client();
    const prospect = await service.rest('POST', '/api/companies', { name: 'Only a prospect' });
    const reply = await service.rest('GET', '/api/clients?pageSize=100');
    const ids = reply.body.data.map(({ id }: { id: string }) => id);
    expect(ids).toContain(created.id);
    expect(ids).not.toContain(prospect.body.data.id);
    expect(reply.body.data.every((row: { client_number: string }) => row.client_number)).toBe(true);
    expect((await call('GET', prospect.body.data.id)).status).toBe(404);
  });

  it('are searched, filtered and sorted by client field names', async () => {
    const numbers = ['S-3', 'S-1', 'S-2'];
    for (const client_number of numbers)
      await client({ client_name: `Sorted ${client_number}`, client_number });
    await call('PATCH', `${(await service.rest('GET', '/api/clients?search=S-2')).body.data[0].id}/status`, {
      status: 'at_risk',
    });
    const listed = async (query: string) =>
      (await service.rest('GET', `/api/clients?${query}`)).body.data.map(
        (row: { client_id: string }) => row.client_id,
      );
    expect(await listed('search=sorted&sort=client_id')).toEqual(['S-1', 'S-2', 'S-3']);
    expect(await listed('filter[client_name][starts_with]=Sorted&sort=-client_name')).toEqual([
      'S-3',
      'S-2',
      'S-1',
    ]);
    expect(await listed('search=sorted&filter[client_status]=at_risk')).toEqual(['S-2']);
    expect(await listed('filter[client_number]=S-3')).toEqual(['S-3']);
  });

  it('and their companies link to each other in GraphQL', async () => {
    const { id, client_number } = await client();
    const query = `query ($id: UUID!) { company(id: $id) { client { clientNumber company { id client { clientStatus } } } } }`;
    const reply = await service.graphql(query, { id });
    expect(reply.body.data.company.client).toEqual({
      clientNumber: client_number,
      company: { id, client: { clientStatus: 'ACTIVE' } },
    });
  });

  it('of another workspace return 404 on every route', async () => {
    const { id } = await client();
    const as = service.globex.people.owner;
    for (const [method, path, body] of [
      ['GET', id, undefined],
      ['PATCH', id, { industry: 'X' }],
      ['PATCH', `${id}/status`, { status: 'paused', reason: 'x' }],
      ['PATCH', `${id}/number`, { client_number: 'X' }],
      ['DELETE', id, undefined],
    ] as const) {
      expect(await call(method, path, body, { as })).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      });
    }
    expect((await eventsOf(id)).length).toBe(1);
  });

  it('are updated by client field names, and a stale version is rejected', async () => {
    const { id } = await client();
    const changed = await call('PATCH', id, {
      client_name: 'Renamed',
      industry: 'Tea',
      account_manager_user_id: service.acme.people.member.userId,
    });
    expect(changed.body.data).toMatchObject({
      client_name: 'Renamed',
      industry: 'Tea',
      account_manager_user_id: service.acme.people.member.userId,
      version: 2,
    });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['client.created', 'company.updated']);
    expect((await call('PATCH', id, { industry: 'X' }, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await call('PATCH', id, { client_name: null })).status).toBe(400);
  });
});

describe('the status of a client', () => {
  it('is changed with a reason, and every change is kept in the history', async () => {
    const { id } = await client();
    expect(await call('PATCH', `${id}/status`, { status: 'paused' })).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'reason', rule: 'required' }] } },
    });
    const paused = await call('PATCH', `${id}/status`, { status: 'paused', reason: ' Budget is frozen. ' });
    expect(paused.body.data).toMatchObject({
      client_status: 'paused',
      status_reason: 'Budget is frozen.',
      version: 2,
    });
    const same = await call('PATCH', `${id}/status`, { status: 'paused', reason: 'again' });
    expect(same).toMatchObject({
      status: 200,
      body: { data: { version: 2, status_reason: 'Budget is frozen.' } },
    });
    await call('PATCH', `${id}/status`, { status: 'active' });
    const steps = (await call('GET', id)).body.data.status_history;
    expect(steps).toMatchObject([
      { from_status: null, to_status: 'active', reason: null },
      {
        from_status: 'active',
        to_status: 'paused',
        reason: 'Budget is frozen.',
        changed_by: { type: 'user' },
      },
      { from_status: 'paused', to_status: 'active', reason: null },
    ]);
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual([
      'client.created',
      'client.status_changed',
      'client.status_changed',
    ]);
    expect(events[1]!.data).toMatchObject({ object: { from: 'active', to: 'paused' } });
    expect(JSON.stringify(events)).not.toContain('frozen');
  });

  it('cannot be set to former directly', async () => {
    const { id } = await client();
    expect(await call('PATCH', `${id}/status`, { status: 'former', reason: 'x' })).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_STATE_TRANSITION', details: { from: 'active', to: 'former' } } },
    });
    expect((await call('GET', id)).body.data).toMatchObject({ version: 1, client_status: 'active' });
  });

  it('can change between any two of its five states, but never to or from former', () => {
    const status = fc.constantFrom(...CLIENT_STATUSES);
    fc.assert(
      fc.property(status, status, fc.option(fc.string()), (from, to, reason) => {
        const isFormer = from === 'former' || to === 'former';
        const lacksReason = ['paused', 'churned'].includes(to) && !reason?.trim();
        try {
          expect(checkStatusChange(from, to, reason)).toBe(reason?.trim() || null);
          expect(isFormer || lacksReason).toBe(false);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          expect(error.code).toBe(isFormer ? 'INVALID_STATE_TRANSITION' : 'VALIDATION_ERROR');
          expect(isFormer || lacksReason).toBe(true);
        }
      }),
    );
  });

  it('can be changed by a member only for clients that the member owns', async () => {
    const { id } = await client();
    const as = service.acme.people.member;
    expect(await call('PATCH', `${id}/status`, { status: 'at_risk' }, { as })).toMatchObject({
      status: 403,
      body: { error: { details: { record_scope: 'own' } } },
    });
    const own = await client({}, { as });
    expect((await call('PATCH', `${own.id}/status`, { status: 'at_risk' }, { as })).status).toBe(200);
  });
});

describe('the number of a client', () => {
  it('can be changed, and the former number stays reserved for this client', async () => {
    const { id, client_number: former, domain } = await client();
    const changed = await call('PATCH', `${id}/number`, { client_number: 'new-7', client_id: 'NEW-7' });
    expect(changed.body.data).toMatchObject({ client_id: 'NEW-7', client_number: 'NEW-7', version: 2 });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'client.number_changed',
      data: { object: { client_number: 'NEW-7', former_number: former } },
    });
    expect((await call('PATCH', `${id}/number`, { client_number: 'NEW-7' })).body.data.version).toBe(2);
    const other = await client();
    expect(await call('PATCH', `${other.id}/number`, { client_number: former })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'client_number_taken' } } },
    });
    expect((await call('PATCH', `${id}/number`, { client_id: former })).body.data.client_number).toBe(former);
    expect((await call('PATCH', `${id}/number`, {})).status).toBe(400);
    const again = { client_name: 'Whoever', domain, client_number: 'OTHER-1' };
    expect(await service.rest('POST', '/api/clients', again)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'client_number_locked' } } },
    });
  });
});

describe('deactivating a client', () => {
  it('keeps the company, which gets the same number when it becomes a client again', async () => {
    const { id, client_number, domain, client_name } = await client();
    await call('PATCH', `${id}/number`, { client_number: `X-${client_number}` });
    await call('PATCH', `${id}/status`, { status: 'churned', reason: 'went elsewhere' });
    expect((await call('DELETE', id)).body.data).toMatchObject({ id, deleted_at: expect.any(String) });
    expect((await call('GET', id)).status).toBe(404);
    expect((await call('DELETE', id)).status).toBe(404);
    expect((await service.rest('GET', `/api/companies/${id}`)).body.data).toMatchObject({
      client_id: null,
      client_status: 'former',
      deleted_at: null,
    });
    const thief = { name: 'Thief', client_number: `X-${client_number}` };
    expect((await service.rest('POST', '/api/companies', thief)).status).toBe(409);
    const reactivated = await service.rest('POST', '/api/clients', { client_name, domain });
    expect(reactivated).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          client_number: `X-${client_number}`,
          client_status: 'active',
          match: { outcome: 'reactivated' },
        },
      },
    });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'client.created',
      'client.number_changed',
      'client.status_changed',
      'client.deactivated',
      'client.reactivated',
    ]);
    const steps = (await call('GET', id)).body.data.status_history;
    expect(steps.map(({ to_status }: { to_status: string }) => to_status)).toEqual([
      'active',
      'churned',
      'former',
      'active',
    ]);
  });

  it('allows another number when the company becomes a client again', async () => {
    const { id, client_name, domain } = await client();
    await call('DELETE', id);
    const reactivated = await service.rest('POST', '/api/clients', {
      client_name,
      domain,
      client_number: 'BACK-2',
    });
    expect(reactivated.body.data).toMatchObject({
      id,
      client_number: 'BACK-2',
      match: { outcome: 'reactivated' },
    });
  });
});

describe('a company that becomes a client', () => {
  it('gets all contacts of its domain associated, those beyond the first thousand by a job', async () => {
    const domain = host();
    await service.server.services.database.write({ tenantId: service.acme.id }, async ({ db }) => {
      const actor = '{"type": "system", "id": null, "label": "test"}';
      await db.raw(
        `insert into contacts (tenant_id, id, display_name, email, source, created_at, updated_at, created_by, updated_by)
         select current_tenant(), gen_random_uuid(), 'P' || n, 'p' || n || '@' || :domain, 'manual', now(), now(), :actor, :actor
         from generate_series(1, 1005) n`,
        { domain, actor },
      );
      await db.raw(
        `insert into contact_methods (tenant_id, id, contact_id, kind, value, is_primary, created_at, updated_at)
         select tenant_id, gen_random_uuid(), id, 'email', email, true, now(), now() from contacts where email like :pattern`,
        { pattern: `%@${domain}` },
      );
    });
    const created = await service.rest('POST', '/api/clients', { client_name: 'Thousand', domain });
    expect(created.body.data.match.contacts_associated).toBe(1000);
    const later = await service.rest('POST', '/api/companies', {
      name: 'By number',
      domain: `sub.${domain}`,
      client_number: 'J-1',
    });
    await service.rest('POST', '/api/contacts', { email: `late@sub.${domain}`, auto_link: false });
    const worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
    try {
      const associated = () =>
        service.sql(
          service.acme,
          'select company_id, count(*) as n from contact_companies where company_id = any(?) group by 1 order by n desc',
          [[created.body.data.id, later.body.data.id]],
        );
      await until(async () => (await associated()).reduce((sum, { n }) => sum + Number(n), 0) >= 1006);
      expect(await associated()).toEqual([
        { company_id: created.body.data.id, n: 1005 },
        { company_id: later.body.data.id, n: 1 },
      ]);
    } finally {
      await worker.stop();
    }
  });
});
