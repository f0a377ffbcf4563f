// The health of a workspace against numbers computed by hand: components, checks, who sees what, the cache and the history.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { takeHealthSnapshots } from '../../src/domains/tenant-health/jobs.ts';
import { purgeExpired } from '../../src/jobs/purge.ts';
import { DocumentWorld, item } from '../documents/world.ts';
import { create, withoutPermissions } from '../dossiers/records.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let service: TestService;
let inspector: Inspector;
let clockOffset = 0;

const day = (days: number) =>
  new Date(service.server.services.clock.now().getTime() + days * DAY * 1000).toISOString().slice(0, 10);
const instant = (hours: number) =>
  new Date(service.server.services.clock.now().getTime() + hours * HOUR * 1000).toISOString();

const get = async (path: string, as?: Identity | null) => {
  const { status, body } = await service.rest('GET', path, undefined, as ? { as } : {});
  expect([path, status, body.error]).toEqual([path, 200, undefined]);
  return body;
};
const healthOf = async (as?: Identity) => (await get('/api/tenant-health', as)).data;
interface Component {
  key: string;
  score: number;
}
const scores = ({ components }: { components: Component[] }) =>
  Object.fromEntries(components.map(({ key, score }) => [key, score]));

/** Sets the clock of the service further ahead, past the time for which figures are kept by default. */
async function advance(seconds = 301): Promise<Identity> {
  clockOffset += seconds;
  service.advance(clockOffset);
  return service.session(service.acme, 'owner');
}

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Delivery: 5 open tasks, 2 overdue; 3 active projects, 1 off track; 1 billable entry approved 31 days ago. */
async function addDelivery(): Promise<void> {
  const { id: company_id } = await create(service, '/api/clients', {
    client_name: 'Northwind',
    domain: 'northwind.com',
  });
  const project = (more: object) =>
    create(service, '/api/projects', { name: 'Project', company_id, status: 'active', ...more });
  const { id: project_id } = await project({ due_date: day(30) });
  await project({});
  await project({ start_date: day(-9), due_date: day(-1) });
  await project({ status: 'planned', start_date: day(-9), due_date: day(-1) });
  const task = (more: object) => create(service, '/api/tasks', { title: 'Task', ...more });
  const { id: taskId } = await task({ project_id });
  for (const due_date of [day(0), day(5), day(-1), day(-40)]) await task({ due_date });
  await task({ due_date: day(-2), status: 'done' });
  const entries = [];
  for (const [minutes, days] of [
    [60, -31],
    [60, -30],
    [30, -31],
  ] as const)
    entries.push(
      await create(service, `/api/tasks/${taskId}/time-entries`, { minutes, work_date: day(days) }),
    );
  await inspector.query(
    `update time_entries set status = 'approved', billable = id <> $2 where id = any($1::uuid[])`,
    [entries.map(({ id }) => id), entries[2].id],
  );
}

/** Receivables: 119.00 EUR and 59.50 USD at 2 open, 238.00 EUR overdue; a draft and a paid one that do not count; 1 quote expires. */
async function addDocuments(): Promise<void> {
  const world = new DocumentWorld(service);
  await world.issued({ due_date: day(0) });
  const overdue = await world.issued({ lines: [item({ quantity: '4' })] });
  const dollars = await world.invoice({
    currency: 'USD',
    exchange_rate: '2',
    lines: [item({ quantity: '1' })],
  });
  await world.ok('POST', `/api/invoices/${dollars.id}/issue`, {});
  const paid = await world.issued();
  await world.ok('POST', `/api/invoices/${paid.id}/payments`, { amount: '119', method: 'cash' });
  await world.invoice();
  await inspector.query('alter table invoices disable trigger user');
  await inspector.query('update invoices set due_date = $2 where id = $1', [overdue.id, day(-1)]);
  await inspector.query('alter table invoices enable trigger user');
  for (const valid_until of [day(7), day(8)]) {
    const { id } = await world.quote({ valid_until });
    await world.ok('POST', `/api/quotes/${id}/send`, { to: ['ada@buyer.example'] });
  }
}

/** Pipeline: 7 open deals; stale are one with a closing date in the past, two without, and one with too old activity. */
async function addDeals(): Promise<void> {
  const deal = async (ageInHours: number, more: object = {}) => {
    const { id } = await create(service, '/api/deals', {
      name: 'Deal',
      value: '10',
      currency: 'EUR',
      ...more,
    });
    const at = instant(-ageInHours);
    await inspector.query('alter table deals disable trigger user');
    await inspector.query('update deals set created_at = $2, stage_entered_at = $2 where id = $1', [id, at]);
    await inspector.query('alter table deals enable trigger user');
    return id as string;
  };
  await deal(1);
  await deal(1, { expected_close_on: day(-1) });
  await deal(1, { expected_close_on: day(0) });
  await deal(14 * 24 + 1);
  await deal(14 * 24 - 1);
  const meeting = (id: string, hours: number) =>
    create(service, '/api/activities', {
      ...{ type: 'meeting', subject: 'Meeting', occurred_at: instant(hours) },
      links: [{ entity: 'deal', id }],
    });
  await meeting(await deal(24 * 40), -24 * 13);
  const quiet = await deal(24 * 40);
  await meeting(quiet, -24 * 15);
  await meeting(quiet, 24);
}

/** Relationships: 4 contacts with a cadence, 2 of them met within it. */
async function addContacts(): Promise<void> {
  const contact = async (days: number | null, cadence: number | null = 10) => {
    const { id } = await create(service, '/api/contacts', { first_name: 'Ada', last_name: uuid() });
    await inspector.query('update contacts set desired_cadence_days = $2 where id = $1', [id, cadence]);
    if (days !== null)
      await create(service, '/api/activities', {
        ...{ type: 'meeting', subject: 'Meeting', occurred_at: instant(-24 * days) },
        links: [{ entity: 'contact', id }],
      });
  };
  await contact(10.9);
  await contact(11.1);
  await contact(1);
  await contact(null);
  await contact(1, null);
}

/** Integrations: 4 endpoints, 2 failing; 4 jobs ended in the last day, 1 of them failed. */
async function addIntegrations(): Promise<void> {
  const webhook = async (status: string, attempts: (string | null)[] = []) => {
    const { id } = await create(service, '/api/webhooks', {
      ...{ name: 'Hook', url: 'http://127.0.0.1:9/in', event_types: ['company.created'] },
    });
    await inspector.query('update webhooks set status = $2 where id = $1', [id, status]);
    for (const error of attempts) await addAttempt(id, error);
  };
  await webhook('active', [null, 'http']);
  await webhook('active', ['http', 'timeout', null]);
  await webhook('paused', ['http']);
  await webhook('disabled_failing');
  const key = (status: string) =>
    inspector.query(
      `insert into provider_keys (tenant_id, id, label, provider, sealed_secret, status, created_at, updated_at, created_by,
         updated_by) values ($1, $2, 'Key', 'custom', 'x', $3, $4, $4, '{}', '{}')`,
      [service.acme.id, uuid(), status, instant(0)],
    );
  await key('active');
  await key('disabled');
  for (const state of ['succeeded', 'succeeded', 'failed', 'cancelled']) await addJob(state, -23);
  await addJob('failed', -25);
}

async function addAttempt(webhookId: string, error: string | null): Promise<void> {
  const delivery = uuid();
  const at = instant(-1);
  await inspector.query(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, payload, state, created_at, updated_at)
     values ($1, $2, $3, $4, 'company.created', '{}', 'failed', $5, $5)`,
    [service.acme.id, delivery, webhookId, uuid(), at],
  );
  await inspector.query(
    `insert into webhook_attempts (tenant_id, id, delivery_id, webhook_id, number, at, duration_ms, error, created_at, updated_at)
     values ($1, $2, $3, $4, 1, $5, 1, $6, $5, $5)`,
    [service.acme.id, uuid(), delivery, webhookId, at, error],
  );
}

async function addJob(state: string, hours: number): Promise<void> {
  await inspector.query(
    `insert into jobs (tenant_id, id, kind, state, error, requested_by, created_at, updated_at, finished_at)
     values ($1, $2, 'export', $3, case $3 when 'failed' then '{}'::jsonb end, $4, $5, $5, $5)`,
    [
      service.acme.id,
      uuid(),
      state,
      JSON.stringify({ type: 'system', id: null, label: 'System' }),
      instant(hours),
    ],
  );
}

describe('the health of a workspace', () => {
  it('is unknown without records, and says why each component is missing', async () => {
    const before = await inspector.fingerprint();
    const health = await healthOf(service.globex.people.owner);
    expect(health).toMatchObject({ score: null, band: 'unknown', partial: true, components: [], checks: [] });
    expect(health.skipped).toEqual([
      { component: 'delivery', reason: 'NO_DATA' },
      { component: 'receivables', reason: 'NO_DATA' },
      { component: 'support', reason: 'FEATURE_DISABLED' },
      { component: 'pipeline', reason: 'NO_DATA' },
      { component: 'relationships', reason: 'NO_DATA' },
      { component: 'integrations', reason: 'NO_DATA' },
    ]);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is the weighted mean of its components, each with the figures that it was computed from', async () => {
    await addDelivery();
    await addDocuments();
    await addDeals();
    await addContacts();
    await addIntegrations();
    const { computed_at, components, checks, ...health } = await healthOf(await advance());
    expect(Date.parse(computed_at)).toBeLessThanOrEqual(service.server.services.clock.now().getTime());
    expect(components).toEqual([
      {
        // 100 * (0.6 * 3 / 5 + 0.4 * 2 / 3) = 62.67
        ...{ key: 'delivery', score: 62.7, weight: 30, sample_size: 8 },
        inputs: { open_tasks: 5, overdue_open_tasks: 2, active_projects: 3, off_track_projects: 1 },
      },
      {
        // 119 + 2 * 59.5 + 238 = 476, half of it overdue
        ...{ key: 'receivables', score: 50, weight: 20, sample_size: 3 },
        inputs: { open_balance: '476.00', overdue_balance: '238.00', currency: 'EUR' },
      },
      {
        ...{ key: 'pipeline', score: 57.1, weight: 15, sample_size: 7 },
        inputs: { open_deals: 7, stale_open_deals: 3 },
      },
      {
        ...{ key: 'relationships', score: 50, weight: 10, sample_size: 4 },
        inputs: { contacts_with_cadence: 4, within_cadence: 2 },
      },
      {
        // 100 * (1 - (2 + 1 / 4) / (4 + 1))
        ...{ key: 'integrations', score: 55, weight: 10, sample_size: 8 },
        inputs: { endpoints: 4, failing_endpoints: 2, finished_jobs: 4, failed_jobs: 1 },
      },
    ]);
    // (30 * 62.667 + 20 * 50 + 15 * 57.143 + 10 * 50 + 10 * 55) / 85 = 56.3
    expect(health).toEqual({
      score: 56,
      band: 'at_risk',
      partial: true,
      skipped: [{ component: 'support', reason: 'FEATURE_DISABLED' }],
    });
    expect(
      checks.map(({ key, severity, count, component }: Record<string, unknown>) => [
        key,
        severity,
        count,
        component,
      ]),
    ).toEqual([
      ['overdue_tasks', 'warning', 2, 'delivery'],
      ['off_track_projects', 'critical', 1, 'delivery'],
      ['overdue_invoices', 'critical', 1, 'receivables'],
      ['stale_deals', 'warning', 3, 'pipeline'],
      ['cadence_missed', 'warning', 2, 'relationships'],
      ['failing_webhooks', 'critical', 2, 'integrations'],
      ['failed_jobs', 'warning', 1, 'integrations'],
      ['expiring_quotes', 'warning', 1, 'pipeline'],
      ['unbilled_time_30d', 'info', 1, 'receivables'],
    ]);
  });

  it('is the same on GraphQL', async () => {
    const { body } = await service.graphql(
      '{ tenantHealth { score band components { key score inputs } checks { key severity } } }',
      {},
      { as: await service.session(service.acme, 'owner') },
    );
    expect(body.data.tenantHealth).toMatchObject({ score: 56, band: 'AT_RISK' });
    expect(body.data.tenantHealth.components[0]).toMatchObject({ key: 'DELIVERY', score: 62.7 });
  });

  it('tells nobody about records that they may not read, and weighs the rest anew', async () => {
    const person = await withoutPermissions(service, 'viewer', [
      ...['tasks.read', 'invoices.read', 'quotes.read', 'webhooks.read', 'signing.read'],
    ]);
    const session = await service.session(service.acme, 'viewer');
    expect(person.tenantId).toBe(session.tenantId);
    const { score, band, partial, skipped, checks, ...health } = await healthOf(session);
    expect(scores(health as never)).toEqual({ pipeline: 57.1, relationships: 50 });
    // (15 * 57.143 + 10 * 50) / 25 = 54.3
    expect([score, band, partial]).toEqual([54, 'at_risk', true]);
    expect(skipped).toEqual([
      { component: 'delivery', reason: 'PERMISSION_DENIED' },
      { component: 'receivables', reason: 'PERMISSION_DENIED' },
      { component: 'support', reason: 'FEATURE_DISABLED' },
      { component: 'integrations', reason: 'PERMISSION_DENIED' },
    ]);
    expect(checks.map(({ key }: { key: string }) => key)).toEqual(['stale_deals', 'cadence_missed']);
  });

  it('shows a token what its scopes reach', async () => {
    const token = await service.token(service.acme, {
      kind: 'service',
      scopes: ['dashboard.health:read', 'crm.deals:read', 'delivery.projects:read'],
    });
    const { score, band, skipped, ...health } = await healthOf(token);
    expect(scores(health as never)).toEqual({ pipeline: 57.1 });
    expect([score, band]).toEqual([null, 'unknown']);
    expect(skipped).toContainEqual({ component: 'delivery', reason: 'SCOPE_MISSING' });
    expect(skipped).toContainEqual({ component: 'receivables', reason: 'SCOPE_MISSING' });
  });

  it('leaves out the components of modules that are off, and knows their figures when they are on again', async () => {
    const modules = (value: object) =>
      inspector
        .query('update tenants set modules = $2 where id = $1', [service.acme.id, JSON.stringify(value)])
        .then(() => service.server.services.principals.clear());
    await modules({ commercial: false });
    const owner = await advance();
    const { skipped, checks, ...health } = await healthOf(owner);
    expect(scores(health as never)).not.toHaveProperty('receivables');
    expect(skipped).toContainEqual({ component: 'receivables', reason: 'FEATURE_DISABLED' });
    expect(checks.map(({ key }: { key: string }) => key)).not.toContain('expiring_quotes');
    await modules({});
    const { computed_at } = health as unknown as { computed_at: string };
    const again = await healthOf(owner);
    expect([again.computed_at, scores(again).receivables]).toEqual([computed_at, 50]);
  });

  it('is counted anew after five minutes, and when the clock was set back', async () => {
    const owner = await advance();
    const first = await healthOf(owner);
    const late = async (as: Identity) => {
      const task = { title: 'Late', due_date: day(-1) };
      expect((await service.rest('POST', '/api/tasks', task, { as })).status).toBe(201);
    };
    const count = async (as: Identity) =>
      (await healthOf(as)).checks.find(({ key }: { key: string }) => key === 'overdue_tasks').count;
    await late(owner);
    service.advance(clockOffset + 299);
    expect([await count(owner), (await healthOf(owner)).computed_at]).toEqual([2, first.computed_at]);
    service.advance(clockOffset - 10);
    expect(await count(owner)).toBe(3);
    await late(owner);
    expect(await count(await advance(300))).toBe(4);
  });
});

describe('the history of the health', () => {
  const history = async (query = '', as?: Identity) => get(`/api/tenant-health/history${query}`, as);
  const run = () => takeHealthSnapshots(service.server.services, service.server.app.log);
  /** Moves the clock to a time of day (UTC) of a later day. */
  async function until(hour: number, days = 1): Promise<Identity> {
    const now = service.server.services.clock.now();
    const target = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hour, 1);
    return advance(Math.ceil((target - now.getTime()) / 1000));
  }

  it('has one snapshot a day, taken at 02:00 in the time zone of the workspace', async () => {
    await inspector.query('delete from tenant_health_snapshots');
    await inspector.query(`update tenants set time_zone = 'America/New_York' where id = $1`, [
      service.globex.id,
    ]);
    let owner = await until(1);
    await run();
    expect((await history('', owner)).data).toEqual([]);
    owner = await until(3, 0);
    await run();
    await run();
    const [today, ...rest] = (await history('', owner)).data;
    expect(rest).toEqual([]);
    expect(today).toMatchObject({ date: day(0), partial: true });
    const current = await healthOf(owner);
    expect(today).toMatchObject({
      score: current.score,
      components: current.components.map(({ key, score }: Component) => ({ key, score })),
    });
    const ofGlobex = await inspector.query(
      'select date::text from tenant_health_snapshots where tenant_id = $1',
      [service.globex.id],
    );
    // 03:01 in London is 22:01 or 23:01 of the day before in New York, past 02:00 of that day.
    expect(ofGlobex).toEqual([{ date: day(-1) }]);
  });

  it('has nothing for the days that the clock passed over', async () => {
    const owner = await until(9, 3);
    await run();
    const { data, total } = await history('', owner);
    expect([total, data.map(({ date }: { date: string }) => date)]).toEqual([2, [day(0), day(-3)]]);
    expect((await history(`?filter[date][gte]=${day(-1)}`, owner)).data).toHaveLength(1);
    expect((await history(`?filter[date]=${day(-3)}`, owner)).data).toMatchObject([{ date: day(-3) }]);
    expect((await history('?sort=date&pageSize=1', owner)).data).toMatchObject([{ date: day(-3) }]);
  });

  it('is put together for whoever reads it', async () => {
    const [latest] = (await history('', await service.session(service.acme, 'viewer'))).data;
    expect(latest.components.map(({ key }: Component) => key)).toEqual(['pipeline', 'relationships']);
    expect((await history('', await service.session(service.globex, 'owner'))).data).toMatchObject([
      { score: null, band: 'unknown', components: [] },
      { score: null, band: 'unknown', components: [] },
    ]);
  });

  it('is kept for 400 days', async () => {
    const client = {
      query: (text: string, values?: unknown[]) =>
        inspector.query(text, values).then((rows) => ({ rows, rowCount: rows.length })),
    };
    const { clock } = service.server.services;
    const purge = (days: number) =>
      purgeExpired(
        client as never,
        new Date(clock.now().getTime() + days * DAY * 1000),
        service.server.app.log,
      );
    const count = async () =>
      (await inspector.query<{ n: number }>('select count(*)::int as n from tenant_health_snapshots'))[0]!.n;
    await purge(396);
    expect(await count()).toBe(4);
    await purge(401);
    expect(await count()).toBe(0);
  });
});
