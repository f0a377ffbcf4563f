// The purge of links and sessions: what is replaced goes within a day, what leads to something ended after 400 days.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { purgeExpired } from '../../src/jobs/purge.ts';
import { DocumentWorld } from '../documents/world.ts';
import { type Data, pdf } from '../signing/signing-world.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let service: TestService;
let inspector: Inspector;
let world: DocumentWorld;
let client: pg.Client;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  world = new DocumentWorld(service);
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await inspector?.close();
  await service?.stop();
});

const ok = async (method: string, path: string, body?: object): Promise<Data> =>
  (await world.ok(method, path, body)).body.data;
const purge = (later: number) =>
  purgeExpired(client as unknown as pg.PoolClient, new Date(Date.now() + later), service.server.app.log);
const count = async (table: string) =>
  (await inspector.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;
const open = async (token: string) =>
  (await service.rest('GET', `/api/signing/public/${token}`, undefined, { as: null })).status;

/** Makes a link of a recipient whose token the test knows. */
async function linkOf(envelopeId: string, recipientId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await inspector.query(
    `insert into envelope_links (tenant_id, id, token_hash, envelope_id, recipient_id, created_at)
     values ($1, $2, $3, $4, $5, now())`,
    [service.acme.id, uuid(), createHash('sha256').update(token).digest('hex'), envelopeId, recipientId],
  );
  return token;
}

it('sessions and replaced links of signing go within a day, and those to an ended envelope after 400 days', async () => {
  const { id } = await ok('POST', '/api/signing', { title: 'Agreement' });
  const content = (await pdf()).toString('base64');
  await ok('POST', `/api/signing/${id}/documents`, { file: { name: 'a.pdf', content_base64: content } });
  const approver = { role: 'approver', name: 'Ada', email: 'ada@buyer.example', auth: 'access_code' };
  const recipients = [{ ...approver, access_code: 'open sesame' }];
  const { recipients: stored } = await ok('PUT', `/api/signing/${id}/recipients`, { recipients });
  await ok('POST', `/api/signing/${id}/send`, {});
  const former = await linkOf(id, stored[0].id);
  const proof = { action: 'verify', code: 'open sesame' };
  await service.rest('POST', `/api/signing/public/${former}/authenticate`, proof, { as: null });
  expect([await count('envelope_sessions'), await count('envelope_links')]).toEqual([1, 2]);
  await purge(90 * 60_000);
  expect([await count('envelope_sessions'), await count('envelope_links')]).toEqual([1, 2]);
  await purge(3 * HOUR);
  expect([await count('envelope_sessions'), await count('envelope_links')]).toEqual([0, 2]);
  await ok('PATCH', `/api/signing/${id}/recipients/${stored[0].id}`, { name: 'Ada Byron' });
  expect(await count('envelope_links')).toBe(3);
  await purge(25 * HOUR);
  expect([await count('envelope_links'), await open(former)]).toEqual([1, 404]);
  const token = await linkOf(id, stored[0].id);
  await purge(401 * DAY);
  expect(await open(token)).toBe(200);
  await ok('POST', `/api/signing/${id}/void`, { reason: 'Over.' });
  await purge(399 * DAY);
  expect(await open(token)).toBe(410);
  await purge(401 * DAY);
  expect([await count('envelope_links'), await open(token)]).toEqual([0, 404]);
});

it('links of clients go 400 days after a quote was decided or an invoice was settled, never before', async () => {
  const to = { to: ['ada@buyer.example'] };
  const quote = await world.accepted({ valid_until: '2999-01-01' });
  const offered = await world.quote({ valid_until: '2999-01-01' });
  await ok('POST', `/api/quotes/${offered.id}/send`, to);
  const [owed, voided] = [await world.issued(), await world.issued()];
  for (const { id } of [owed, voided]) await ok('POST', `/api/invoices/${id}/send`, to);
  await ok('POST', `/api/invoices/${voided.id}/void`, { reason: 'Wrong company.' });
  const linked = async () =>
    (
      await inspector.query<{ id: string }>('select coalesce(quote_id, invoice_id) as id from document_links')
    ).map(({ id }) => id);
  const all = [quote.id, offered.id, owed.id, voided.id];
  await purge(399 * DAY);
  expect((await linked()).sort()).toEqual(all.sort());
  await purge(401 * DAY);
  expect((await linked()).sort()).toEqual([offered.id, owed.id].sort());
});
