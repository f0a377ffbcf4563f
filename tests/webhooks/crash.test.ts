// At least once: processes that deliver are killed at random, and every committed event arrives all the same; none of a
// transaction that rolled back does. WEBHOOK_EVENTS sets how many events there are.
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inWorkspace } from '../../src/domains/webhooks/system-context.ts';
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

/** A process that delivers. */
async function deliver(): Promise<Process> {
  const process = launch('tests/support/dispatcher.ts', settings);
  await until(() => {
    if (process.child.exitCode !== null) throw new Error(process.said());
    return process.said().includes('delivering');
  }, 60_000);
  return process;
}

/** Commits some events at a time, and rolls every tenth transaction back. @returns ids of the objects of both */
async function write(count: number, kept: Set<string>, undone: Set<string>): Promise<void> {
  const { services, app } = service.server;
  const origin = { services, log: app.log, tenantId: service.acme.id, requestId: randomUUID() };
  for (let written = 0, n = 0; written < count; n++) {
    const ids = Array.from({ length: Math.min(1 + (n % 5), count - written) }, () => randomUUID());
    const fails = n % 10 === 9;
    await inWorkspace(origin, async (ctx) => {
      for (const id of ids) await emit(ctx, 'company.updated', { object: { id, version: 2 }, links: [] });
      if (fails) throw new Error('rolled back');
    }).catch((error) => {
      if (!fails) throw error;
    });
    for (const id of ids) (fails ? undone : kept).add(id);
    if (!fails) written += ids.length;
  }
}

it(
  `delivers each of ${EVENTS} committed events at least once through ${KILLS} kills, and no other`,
  async () => {
    await service.rest('POST', '/api/webhooks', {
      ...{ name: 'Mirror', url: receiver.url, event_types: ['*'], max_in_flight: 20 },
    });
    const [kept, undone] = [new Set<string>(), new Set<string>()];
    const leased = () => inspector.query('select from webhook_queue where lease is not null');
    const share = Math.floor(EVENTS / (KILLS + 1));
    let killedWith = 0;
    for (let n = 0; n < KILLS; n++) {
      const process = await deliver();
      const writing = write(share, kept, undone);
      await until(async () => (await leased()).length > 0, PATIENCE);
      await sleep(Math.random() * 100);
      await stop(process, 'SIGKILL');
      await writing;
      killedWith += (await leased()).length;
      // What it had taken up is given up by now.
      writeFileSync(settings.CLOCK_OFFSET_FILE!, String((n + 1) * 61));
    }
    await write(EVENTS - KILLS * share, kept, undone);
    const last = await deliver();
    const arrived = () => new Set(receiver.received.map(({ body }) => body.data.object.id as string));
    await until(() => [...arrived()].filter((id) => kept.has(id)).length === EVENTS, PATIENCE);
    await until(async () => (await inspector.query('select from webhook_queue')).length === 0, PATIENCE);
    expect(await stop(last)).toBe(0);
    expect(undone.size).toBeGreaterThan(EVENTS / 30);
    expect([...arrived()].filter((id) => !kept.has(id))).toEqual([]);
    const states = await inspector.query('select state, count(*) as n from webhook_deliveries group by 1');
    expect(states).toEqual([{ state: 'succeeded', n: expect.anything() }]);
    // A repeat is the exception: at most what was under way when a process was killed.
    expect(receiver.received.length - EVENTS).toBeLessThanOrEqual(killedWith);
  },
  PATIENCE * 3,
);
