// The secret of a token: in one answer, and nowhere else, whatever surface made it and however often it is asked again.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

const ROOT = '/api/settings/api-access';
const BODY = { name: 'Export', scopes: ['crm.companies:read'] };

let service: TestService;
let inspector: Inspector;
const log: string[] = [];

beforeAll(async () => {
  service = await startService({}, { write: (line) => void log.push(line) });
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Tables, queue included, of which a row holds a text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await inspector.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await inspector.query(`select from ${name} t where t::text like $1 limit 1`, [`%${text}%`]);
    if (rows.length) found.push(name);
  }
  return found;
}

async function expectNowhere(secret: string): Promise<void> {
  expect(secret).toMatch(/^tat_/);
  expect(await tablesWith(secret)).toEqual([]);
  // Not even in parts: what is kept beside the first 16 and last four characters is a digest.
  expect(await tablesWith(secret.slice(16, 40))).toEqual([]);
  expect(log.filter((line) => line.includes(secret.slice(16, 40)))).toEqual([]);
}

describe('a replay of the call that made a token', () => {
  it('on REST gives the record without the secret, and says so', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = (await service.rest('POST', ROOT, BODY, { headers })).body.data;
    const again = await service.rest('POST', ROOT, BODY, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.data).toEqual({ ...first, secret: null, secret_shown: false });
    await expectNowhere(first.secret);
  });

  it('of a rotation too', async () => {
    const { id } = (await service.rest('POST', ROOT, BODY)).body.data;
    const headers = { 'idempotency-key': randomUUID() };
    const turn = () => service.rest('POST', `${ROOT}/${id}/rotate`, { overlap_hours: 1 }, { headers });
    const first = (await turn()).body.data;
    expect((await turn()).body.data).toEqual({ ...first, secret: null, secret_shown: false });
    await expectNowhere(first.secret);
  });

  it('on GraphQL too, under whatever name it was asked for', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const query = `mutation ($input: ApiTokenInput!) {
      made: createApiToken(input: $input) { id mine: secret secretShown }
    }`;
    const call = () => service.graphql(query, { input: BODY }, { headers });
    const first = (await call()).body.data.made;
    expect(first.secretShown).toBe(true);
    expect((await call()).body.data.made).toEqual({ id: first.id, mine: null, secretShown: false });
    await expectNowhere(first.mine);
  });

  it('on MCP too', async () => {
    const args = { ...BODY, idempotencyKey: randomUUID() };
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_api_token', arguments: args },
    };
    const headers = { accept: 'application/json, text/event-stream' };
    const call = async () =>
      (await service.rest('POST', '/api/agent/mcp', message, { headers })).body.result.structuredContent.data;
    const first = await call();
    expect(await call()).toEqual({ ...first, secret: null, secret_shown: false });
    await expectNowhere(first.secret);
  });
});

describe('the secret of a token', () => {
  it('is read by nobody afterwards', async () => {
    const { id, secret } = (await service.rest('POST', ROOT, BODY)).body.data;
    await service.rest('PATCH', `${ROOT}/${id}`, { name: 'Renamed' });
    const { text } = await service.graphql(
      '{ apiTokens { nodes { id name secret secretShown prefix status role { key } } } }',
    );
    expect(text).toContain(id);
    expect(text).not.toContain(secret);
    await service.rest('DELETE', `${ROOT}/${id}`);
    await expectNowhere(secret);
  });
});
