// Numbers of invoices where it is hard: a process that is killed while it issues, and the end of the year in three time zones.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DocumentWorld } from '../documents/world.ts';
import { endProcesses, freePort, newFolder, start, stop } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let world: DocumentWorld;
let settings: Record<string, string>;

beforeAll(async () => {
  const folder = newFolder();
  const shared = {
    PUBLIC_URL: 'http://platform.example',
    SECRET_KEY: randomBytes(32).toString('hex'),
    CLOCK_OFFSET_FILE: join(folder, 'clock'),
  };
  service = await startService(shared);
  world = new DocumentWorld(service);
  const PORT = String(await freePort());
  settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: folder, PORT, DEMO: '0' };
});

afterAll(async () => {
  await endProcesses();
  await service?.stop();
});

const ledger = async () => (await world.ok('GET', '/api/numbering/invoice/ledger?pageSize=100')).body;

it('a process killed while it issues leaves no gap, and every number with its invoice', async () => {
  const drafts: string[] = [];
  for (let index = 0; index < 20; index += 1) drafts.push((await world.invoice()).id);
  const process = await start(settings);
  const headers = {
    authorization: `Bearer ${service.acme.people.owner.token}`,
    'content-type': 'application/json',
  };
  let answered = 0;
  const calls = drafts.map((id) =>
    fetch(`http://127.0.0.1:${settings.PORT}/api/invoices/${id}/issue`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: '{}',
    })
      .then(async ({ status }) => {
        answered += Number(status === 200);
        if (answered === 3) await stop(process, 'SIGKILL');
      })
      .catch(() => undefined),
  );
  await Promise.all(calls);
  expect(answered).toBeGreaterThanOrEqual(3);
  const numbers = new Map<string, string>();
  for (const id of drafts) {
    const { body } = await world.ok('GET', `/api/invoices/${id}`);
    if (body.data.number) numbers.set(id, body.data.number);
    else await world.ok('POST', `/api/invoices/${id}/issue`, {});
  }
  expect(numbers.size).toBeGreaterThanOrEqual(3);
  const { data, gaps } = await ledger();
  expect([data.length, gaps]).toEqual([drafts.length, []]);
  for (const { document_id: id, number } of data) expect(numbers.get(id) ?? number).toBe(number);
});

it('the year of a number is that of the workspace, whose year ends before or after that of others', async () => {
  const year = new Date().getUTCFullYear();
  const offset = Math.round((Date.UTC(year + 1, 0, 1, 0, 30) - Date.now()) / 1000);
  writeFileSync(settings.CLOCK_OFFSET_FILE!, String(offset));
  // The tokens of the tests have expired by then.
  const owner = new DocumentWorld(service, await service.session(service.acme, 'owner'));
  const issuedIn = async (timeZone: string) => {
    await owner.ok('PATCH', '/api/settings/tenant', { time_zone: timeZone });
    const { issue_date, number } = await owner.issued();
    return [issue_date, number.slice(0, 'INV-2026'.length)];
  };
  expect(await issuedIn('America/New_York')).toEqual([`${year}-12-31`, `INV-${year}`]);
  expect(await issuedIn('UTC')).toEqual([`${year + 1}-01-01`, `INV-${year + 1}`]);
  expect(await issuedIn('Pacific/Auckland')).toEqual([`${year + 1}-01-01`, `INV-${year + 1}`]);
  const { body } = await owner.ok('GET', '/api/numbering/invoice/ledger');
  expect(body.gaps).toEqual([]);
});
