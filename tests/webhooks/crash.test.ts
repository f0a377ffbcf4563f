// At-least-once delivery: delivering processes are killed at random, and every committed event still arrives, while no
// event of a rolled-back transaction does. WEBHOOK_EVENTS sets the number of events.
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inWorkspace } from '../../src/domains/in-workspace.ts';
import { emit } from '../../src/events/emit.ts';
import { Inspector } from '../support/inspector.ts';
import { endProcesses, launch, newFolder, type Process, stop } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 150);
const KILLS = Math.max(2, Math.min(10, Math.round(EVENTS / 1000)));
const PATIENCE = 60_000 + EVENTS * 30;

let service: TestService;
let inspector: Inspector;
let receiver: Receiver;
let settings: Record<string, string>;

beforeAll(async () => {
  const folder = newFolder();
  const shared = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    CLOCK_OFFSET_FILE: join(folder, 'clock'),
    WEBHOOK_ALLOW_LOOPBACK: '1',
  };
  service = await startService(shared);
  inspector = await Inspector.open(service.databaseUrl);
  receiver = await startReceiver();
  settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: folder, PORT: '0', DEMO: '0' };
});

afterAll(async () => {
  await endProcesses();
  await receiver?.stop();
  await inspector?.close();
  await service?.stop();
});

/** Starts a process that delivers webhooks. */
async function deliver(): Promise<Process> {
  const process = launch('tests/support/dispatcher.ts', settings);
  await until(() => {
    if (process.child.exitCode !== null) throw new Error(process.stderr());
    return process.stderr().includes('delivering');
  });
  return process;
}

/** Commits events in small transactions and rolls back every tenth. @returns ids of the objects of both kinds */
async function commitEvents(
  count: number,
  committedIds: Set<string>,
  rolledBackIds: Set<string>,
): Promise<void> {
  const { services, app } = service.server;
  const origin = { services, log: app.log, tenantId: service.acme.id, requestId: randomUUID() };
  for (let writtenCount = 0, n = 0; writtenCount < count; n++) {
    const ids = Array.from({ length: Math.min(1 + (n % 5), count - writtenCount) }, () => randomUUID());
    const fails = n % 10 === 9;
    await inWorkspace(origin, async (ctx) => {
      for (const id of ids) await emit(ctx, 'company.updated', { object: { id, version: 2 }, links: [] });
      if (fails) throw new Error('rolled back');
    }).catch((error) => {
      if (!fails) throw error;
    });
    for (const id of ids) (fails ? rolledBackIds : committedIds).add(id);
    if (!fails) writtenCount += ids.length;
  }
}

it(
  `webhook delivery sends each of ${EVENTS} committed events at least once through ${KILLS} kills, and no other event`,
  async () => {
    await service.rest('POST', '/api/webhooks', {
      ...{ name: 'Mirror', url: receiver.url, event_types: ['*'], max_in_flight: 20 },
    });
    const [committedIds, rolledBackIds] = [new Set<string>(), new Set<string>()];
    const leased = () => inspector.query('select from webhook_queue where lease is not null');
    const share = Math.floor(EVENTS / (KILLS + 1));
    let killedWith = 0;
    for (let n = 0; n < KILLS; n++) {
      const process = await deliver();
      const writing = commitEvents(share, committedIds, rolledBackIds);
      await until(async () => (await leased()).length > 0, PATIENCE);
      await sleep(Math.random() * 100);
      await stop(process, 'SIGKILL');
      await writing;
      killedWith += (await leased()).length;
      // By now the killed process has lost its claim on the deliveries that it had taken.
      writeFileSync(settings.CLOCK_OFFSET_FILE!, String((n + 1) * 61));
    }
    await commitEvents(EVENTS - KILLS * share, committedIds, rolledBackIds);
    const last = await deliver();
    const arrived = () => new Set(receiver.received.map(({ body }) => body.data.object.id as string));
    await until(() => [...arrived()].filter((id) => committedIds.has(id)).length === EVENTS, PATIENCE);
    await until(async () => (await inspector.query('select from webhook_queue')).length === 0, PATIENCE);
    expect(await stop(last)).toBe(0);
    expect(rolledBackIds.size).toBeGreaterThan(EVENTS / 30);
    expect([...arrived()].filter((id) => !committedIds.has(id))).toEqual([]);
    const states = await inspector.query('select state, count(*) as n from webhook_deliveries group by 1');
    expect(states).toEqual([{ state: 'succeeded', n: expect.anything() }]);
    // Repeats are rare: at most the requests that were in flight when a process was killed.
    expect(receiver.received.length - EVENTS).toBeLessThanOrEqual(killedWith);
  },
  PATIENCE * 3,
);
