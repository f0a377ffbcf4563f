// The HTTP side of the MCP endpoint: access, accepted requests, and requests that the official client never sends.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Identity, type Reply, startService, type TestService } from '../support/service.ts';

const ENDPOINT = '/api/agent/mcp';
const MODERN = '2026-07-28';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

/** Sends a request without the test harness, which expects every refusal in the REST format. */
async function raw(
  body: unknown,
  headers: Record<string, string> = {},
  as: Identity | null = service.acme.people.owner,
): Promise<Reply> {
  const response = await fetch(service.url + ENDPOINT, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${as.token}`, 'x-tenant-id': as.tenantId }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text && JSON.parse(text) };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('the MCP endpoint', () => {
  test('answers 401 with a challenge when there is no bearer token', async () => {
    const reply = await raw(ping, {}, null);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(reply.body.error.code).toBe('UNAUTHENTICATED');
  });

  test('answers 403 SCOPE_MISSING to a token without its scope', async () => {
    const token = await service.token(service.acme, { kind: 'service', scopes: ['crm.companies:read'] });
    const reply = await raw(ping, {}, token);
    expect(reply.status).toBe(403);
    expect(reply.body.error).toMatchObject({
      code: 'SCOPE_MISSING',
      details: { required_scopes: ['agent.mcp:use'] },
    });
  });

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1:4000', 200],
  ])('answers a request with the Origin %s with status %d', async (origin, status) => {
    const reply = await raw(ping, { origin });
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.body.error.code).toBe('ORIGIN_FORBIDDEN');
  });

  test.each(['GET', 'DELETE', 'PUT'])('refuses the method %s', async (method) => {
    const reply = await service.rest(method, ENDPOINT);
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('POST');
    expect(reply.body.error.code).toBe('METHOD_NOT_ALLOWED');
  });

  test.each([
    ['text/html', 406],
    ['text/event-stream', 406],
    ['application/json;q=0', 406],
    ['application/json', 200],
    ['application/json, text/event-stream', 200],
    ['application/*;q=0.5', 200],
    ['*/*', 200],
  ])('answers a request that accepts %s with status %d', async (accept, status) => {
    const reply = await raw(ping, { accept });
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('takes one message in the form of JSON', async () => {
    const batch = await raw([ping, ping]);
    expect(batch.status).toBe(400);
    expect(batch.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } });
    for (const broken of ['{"jsonrpc":', '']) {
      const reply = await raw(broken);
      expect(reply.status).toBe(400);
      expect(reply.body.error.code).toBe(-32700);
    }
    expect((await raw({ hello: 'world' })).status).toBe(400);
    expect((await raw('<xml/>', { 'content-type': 'application/xml' })).status).toBe(415);
  });

  test('acknowledges notifications without a body and refuses unknown methods', async () => {
    const note = await raw({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([note.status, note.text]).toEqual([202, '']);
    const unknown = await raw({ jsonrpc: '2.0', id: 1, method: 'tools/destroy' });
    expect(unknown.body.error.code).toBe(-32601);
    expect((await raw(ping)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const old = await raw(ping, { 'mcp-protocol-version': '1999-01-01' });
    expect(old.status).toBe(400);
  });

  test('creates no session and ignores a session id', async () => {
    const reply = await raw(ping, { 'mcp-session-id': 'made-up' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('mcp-session-id')).toBeNull();
    expect(reply.headers.get('ratelimit-policy')).toBeTruthy();
  });

  test('keeps no stream open for subscriptions', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    };
    const reply = await raw(message, {
      'mcp-protocol-version': MODERN,
      'mcp-method': 'subscriptions/listen',
    });
    expect(reply.body.error.code).toBe(-32603);
    const lists = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { _meta: meta } };
    const modern = await raw(lists, { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' });
    expect(modern.body.result).toMatchObject({
      resultType: 'complete',
      ttlMs: 60_000,
      cacheScope: 'private',
    });
    const lying = await raw(lists, { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call' });
    expect([lying.status, lying.body.error.code]).toEqual([400, -32020]);
  });

  test('cannot be called inside a GraphQL document', async () => {
    const reply = await service.graphql('mutation { callMcp(message: {}) }');
    expect(reply.body.errors[0].extensions.code).toBe('ACTION_NOT_AVAILABLE');
  });
});
