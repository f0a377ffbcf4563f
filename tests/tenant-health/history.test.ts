// The history of the health of a workspace: when snapshots are taken, who sees what of them, and how long they are kept.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeHealthSnapshots } from '../../src/domains/tenant-health/jobs.ts';
import { purgeExpired } from '../../src/jobs/purge.ts';
import { withoutPermissions } from '../dossiers/records.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { HealthRecords } from './records.ts';

let service: TestService;
let inspector: Inspector;
let records: HealthRecords;
let clockOffset = 0;

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

/** Sets the clock of the service further ahead, past the time for which figures are kept by default. */
async function advance(seconds = 301): Promise<Identity> {
  clockOffset += seconds;
  service.advance(clockOffset);
  return service.session(service.acme, 'owner');
}

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  records = new HealthRecords(service, inspector);
  await records.addAll();
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
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
    await withoutPermissions(service, 'viewer', ['tasks.read', 'invoices.read', 'webhooks.read']);
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
        new Date(clock.now().getTime() + days * 86_400_000),
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
