// The health of a workspace against numbers computed by hand: components, checks, who sees what and the cache.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withoutPermissions } from '../dossiers/records.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { HealthRecords } from './records.ts';

let service: TestService;
let inspector: Inspector;
let records: HealthRecords;
let clockOffset = 0;
let clockFile: string;

/** Sets the clock of the service this many seconds ahead. */
const setClock = (seconds: number) => writeFileSync(clockFile, String(seconds));

const day = (days: number) => records.day(days);

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
  setClock(clockOffset);
  return service.session(service.acme, 'owner');
}

const DAY_MS = 86_400_000;

beforeAll(async () => {
  // The clock goes ahead by some minutes below; what is due today must not be due yesterday by then.
  const isLate = DAY_MS - (Date.now() % DAY_MS) < 3_600_000;
  clockOffset = isLate ? 3_600 : 0;
  clockFile = join(mkdtempSync(join(tmpdir(), 'tenant-health-')), 'clock-offset');
  setClock(clockOffset);
  service = await startService({ CLOCK_OFFSET_FILE: clockFile });
  inspector = await Inspector.open(service.databaseUrl);
  records = new HealthRecords(service, inspector);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

describe('the health of a workspace', () => {
  it('is unknown without records, and says why each component is missing', async () => {
    const before = await inspector.fingerprint();
    const health = await healthOf(service.globex.people.owner);
    expect(health).toMatchObject({ score: null, band: 'unknown', partial: true, components: [], checks: [] });
    expect(health.skipped).toEqual([
      { component: 'delivery', reason: 'NO_DATA' },
      { component: 'receivables', reason: 'NO_DATA' },
      { component: 'support', reason: 'NO_DATA' },
      { component: 'pipeline', reason: 'NO_DATA' },
      { component: 'relationships', reason: 'NO_DATA' },
      { component: 'integrations', reason: 'NO_DATA' },
    ]);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is the weighted mean of its components, each with the figures that it was computed from', async () => {
    await records.addAll();
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
      skipped: [{ component: 'support', reason: 'NO_DATA' }],
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
      { component: 'support', reason: 'NO_DATA' },
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
    setClock(clockOffset + 299);
    expect([await count(owner), (await healthOf(owner)).computed_at]).toEqual([2, first.computed_at]);
    setClock(clockOffset - 10);
    expect(await count(owner)).toBe(3);
    await late(owner);
    expect(await count(await advance(300))).toBe(4);
  });
});
