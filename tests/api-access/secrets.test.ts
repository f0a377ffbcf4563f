// The secret of an API token: returned in one response only, on whatever surface and however often it is retried.
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

/** Returns the tables, including those of the job queue, that contain a text. */
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

async function expectNotStored(secret: string): Promise<void> {
  expect(secret).toMatch(/^tat_/);
  expect(await tablesWith(secret)).toEqual([]);
  // Not even a part of it: besides the first 16 and the last four characters, only a digest is stored.
  expect(await tablesWith(secret.slice(16, 40))).toEqual([]);
  expect(log.filter((line) => line.includes(secret.slice(16, 40)))).toEqual([]);
}

describe('a replay of the request that created a token', () => {
  it('returns the token without the secret through REST, and says so', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = (await service.rest('POST', ROOT, BODY, { headers })).body.data;
    const again = await service.rest('POST', ROOT, BODY, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.data).toEqual({ ...first, secret: null, secret_shown: false });
    await expectNotStored(first.secret);
  });

  it('returns no secret after a rotation either', async () => {
    const { id } = (await service.rest('POST', ROOT, BODY)).body.data;
    const headers = { 'idempotency-key': randomUUID() };
    const rotate = () => service.rest('POST', `${ROOT}/${id}/rotate`, { overlap_hours: 1 }, { headers });
    const first = (await rotate()).body.data;
    expect((await rotate()).body.data).toEqual({ ...first, secret: null, secret_shown: false });
    await expectNotStored(first.secret);
  });

  it('returns no secret through GraphQL, even under an alias', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const query = `mutation ($input: CreateApiTokenInput!) {
      made: createApiToken(input: $input) { id mine: secret secretShown }
    }`;
    const call = () => service.graphql(query, { input: BODY }, { headers });
    const first = (await call()).body.data.made;
    expect(first.secretShown).toBe(true);
    expect((await call()).body.data.made).toEqual({ id: first.id, mine: null, secretShown: false });
    await expectNotStored(first.mine);
  });

  it('returns no secret through MCP either', async () => {
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
    await expectNotStored(first.secret);
  });
});

describe('the secret of a token', () => {
  it('cannot be read afterwards', async () => {
    const { id, secret } = (await service.rest('POST', ROOT, BODY)).body.data;
    await service.rest('PATCH', `${ROOT}/${id}`, { name: 'Renamed' });
    const { text } = await service.graphql(
      '{ apiTokens { nodes { id name secret secretShown prefix status role { key } } } }',
    );
    expect(text).toContain(id);
    expect(text).not.toContain(secret);
    await service.rest('DELETE', `${ROOT}/${id}`);
    await expectNotStored(secret);
  });
});
