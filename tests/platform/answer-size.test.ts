// Responses have a size limit on every surface: a larger one is refused as a whole before it uses much memory.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

const MIB = 1024 * 1024;
const LETTERS = 20_000;
const CHILDREN = 130;
const LIMIT = 5 * MIB;

let service: TestService;
let inspector: Inspector;
let parentId: string;

/** Creates child companies whose descriptions have the maximum length, in letters of one or three bytes. */
beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  const parent = await service.rest('POST', '/api/companies', { name: 'Parent' });
  parentId = parent.body.data.id;
  for (let n = 0; n < CHILDREN; n += 1) {
    const letter = n < 40 ? 'a' : '漢';
    const { status } = await service.rest('POST', '/api/companies', {
      name: `Child ${n}`,
      industry: n < 40 ? 'Latin' : 'Han',
      parent_company_id: parentId,
      description: letter.repeat(LETTERS),
    });
    expect(status).toBe(201);
  }
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

function expectTooLarge({ status, text, body }: Reply, limit = LIMIT): void {
  const error = body.error ?? body.errors[0].extensions;
  expect({ status, code: error.code, details: error.details }).toEqual({
    status: 413,
    code: 'ANSWER_TOO_LARGE',
    details: { limit_bytes: expect.any(Number) },
  });
  expect(error.details.limit_bytes).toBeGreaterThanOrEqual(limit);
  expect(error.message).toContain('pageSize');
  expect(text.length).toBeLessThan(1000);
}

describe('a REST response', () => {
  it('is refused over 5 MiB, while its parts can be read page by page', async () => {
    expectTooLarge(await service.rest('GET', '/api/companies?pageSize=100'));
    let read = 0;
    for (let cursor = ''; ; ) {
      const page = await service.rest('GET', `/api/companies?pageSize=25${cursor}`);
      expect(page.status).toBe(200);
      expect(Buffer.byteLength(page.text)).toBeLessThan(LIMIT);
      read += page.body.data.length;
      if (!page.body.nextCursor) break;
      cursor = `&cursor=${encodeURIComponent(page.body.nextCursor)}`;
    }
    expect(read).toBe(CHILDREN + 1);
  });

  it('is measured in bytes and not in characters', async () => {
    const latin = await service.rest('GET', '/api/companies?pageSize=50&filter[industry]=Latin');
    expect([latin.status, latin.body.data.length]).toEqual([200, 40]);
    const half = await service.rest('GET', '/api/companies?pageSize=50&filter[industry]=Han');
    expect([half.status, half.body.data.length]).toEqual([200, 50]);
    expect(Buffer.byteLength(half.text)).toBeGreaterThan(2.9 * MIB - 200_000);
  });

  it('has no size limit when it is a streamed export', async () => {
    const reply = await service.rest('GET', '/api/companies/export?format=ndjson');
    expect(reply.status).toBe(200);
    expect(Buffer.byteLength(reply.text)).toBeGreaterThan(LIMIT);
    expect(reply.text.trim().split('\n')).toHaveLength(CHILDREN + 1);
  });
});

describe('a GraphQL response', () => {
  const copies = (count: number) => times(count, (n) => `a${n}: description`);

  it('is refused as a whole, quickly and with little memory, when aliases make it too large', async () => {
    const query = `{ companies(first: 100) { nodes { ${copies(30)} } } }`;
    const started = performance.now();
    const replies = await Promise.all(Array.from({ length: 5 }, () => service.graphql(query)));
    for (const reply of replies) {
      expectTooLarge(reply);
      expect(reply.body.data).toBeUndefined();
    }
    // The full response would be five times 180 MB; only building its text would take longer.
    expect(performance.now() - started).toBeLessThan(10_000);
    const accepted = await service.graphql(`{ companies(first: 2) { nodes { ${copies(30)} } } }`);
    expect([accepted.status, accepted.body.errors]).toEqual([200, undefined]);
  });

  it('is refused while one row of it arrives, before the row is there as a whole', async () => {
    const inside = 'nodes { description parent { children(first: 40) { nodes { description } } } }';
    const query = `{ company(id: "${parentId}") { children(first: 50) { ${inside} } } }`;
    const before = process.memoryUsage().rss;
    const replies = await Promise.all(Array.from({ length: 6 }, () => service.graphql(query)));
    for (const reply of replies) expectTooLarge(reply);
    // Six rows of 90 MB each.
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MIB);
    const fits = await service.graphql(
      `{ company(id: "${parentId}") { children(first: 3) { nodes { name } } } }`,
    );
    expect([fits.status, fits.body.errors]).toEqual([200, undefined]);
  });

  it('is refused because of the size of its rows, wherever the document reads them', async () => {
    const nested = `children(first: 50) { nodes { description } }`;
    const roots = times(20, (n) => `a${n}: company(id: "${parentId}") { ${nested} }`);
    expectTooLarge(await service.graphql(`{ ${roots} }`));
    const lists = times(20, (n) => `a${n}: companies(first: 100) { nodes { description } }`);
    expectTooLarge(await service.graphql(`{ ${lists} }`), 16 * MIB);
  });

  it('of a mutation is refused and the mutation is rolled back', async () => {
    const query = `mutation ($id: UUID!) {
      updateCompany(id: $id, input: { industry: "Changed" }) { children(first: 50) { nodes { ${copies(25)} } } }
    }`;
    const before = await inspector.fingerprint();
    expectTooLarge(await service.graphql(query, { id: parentId }));
    const keyed = await service.graphql(
      query,
      { id: parentId },
      { headers: { 'idempotency-key': 'too-large' } },
    );
    expectTooLarge(keyed);
    expect(await inspector.fingerprint()).toEqual(before);
    // The idempotency key is unused again.
    const small = await service.graphql(
      'mutation ($id: UUID!) { updateCompany(id: $id, input: { industry: "Changed" }) { industry } }',
      { id: parentId },
      { headers: { 'idempotency-key': 'too-large' } },
    );
    expect(small.body.data.updateCompany).toEqual({ industry: 'Changed' });
  });
});

describe('an MCP response', () => {
  const call = (args: object) =>
    fetch(`${service.url}/api/agent/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.acme.agent.token}`,
        'x-tenant-id': service.acme.id,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_companies', arguments: args },
      }),
    });

  it('is refused over 2.5 MiB because it contains its content twice', async () => {
    const large = await call({ pageSize: 75 });
    const text = await large.text();
    const { result } = JSON.parse(text);
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'ANSWER_TOO_LARGE', details: { limit_bytes: LIMIT / 2 } } },
    });
    expect(text.length).toBeLessThan(2000);
    const small = await (await call({ pageSize: 25 })).text();
    expect(JSON.parse(small).result.structuredContent.data).toHaveLength(25);
    expect(Buffer.byteLength(small)).toBeLessThan(LIMIT + MIB);
  });
});
