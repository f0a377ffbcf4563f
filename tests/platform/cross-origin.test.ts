// Pages of other origins (CORS), compressed answers, and the tags of large ones.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

const PAGE = 'https://app.partner.example';
let service: TestService;

beforeAll(async () => {
  service = await startService();
  const { id: tenantId } = service.acme;
  await service.server.services.database.write({ tenantId }, ({ db }) =>
    db.raw('update tenants set allowed_origins = array[?] where id = ?', [PAGE, tenantId]),
  );
  for (let count = 0; count < 5; count += 1)
    await service.rest('POST', '/api/companies', { name: `Company ${count}` });
});

afterAll(() => service?.stop());

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${service.url}${path}`, init);
  await answer.clone().arrayBuffer();
  return answer;
}

function headersOf(workspace: TestService['acme'], origin?: string): Record<string, string> {
  const { token, tenantId } = workspace.people.owner;
  return { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId, ...(origin && { origin }) };
}

const preflight = (path: string, origin: string) =>
  send(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,x-tenant-id,content-type',
    },
  });

describe('a page of another origin', () => {
  it('gets an answer to its preflight if some workspace allows the origin', async () => {
    for (const path of [
      '/api/companies',
      '/api/companies/019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f',
      '/graphql',
    ]) {
      const { status, headers } = await preflight(path, PAGE);
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, PAGE]);
      expect(headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(headers.get('access-control-allow-headers')).toMatch(
        /authorization.*idempotency-key.*x-tenant-id/,
      );
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
    const foreign = await preflight('/api/companies', 'https://evil.example');
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });

  it('may read the answers of a workspace that allows it, with the headers that clients need', async () => {
    const answer = await send('/api/companies', { headers: headersOf(service.acme, PAGE) });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
    const exposed = answer.headers.get('access-control-expose-headers')!.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['ETag', 'RateLimit-Remaining', 'Retry-After', 'X-Request-Id']),
    );
    const graphql = await send('/graphql', {
      method: 'POST',
      headers: { ...headersOf(service.acme, PAGE), 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ companies { total } }' }),
    });
    expect([graphql.status, graphql.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
  });

  it('may read why it is refused, but nothing of a workspace that does not allow it', async () => {
    const refused = await send('/api/companies', { headers: { origin: PAGE } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, PAGE]);
    const foreign = await send('/api/companies', { headers: headersOf(service.globex, PAGE) });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const unknown = await send('/api/companies', {
      headers: headersOf(service.globex, 'https://evil.example'),
    });
    expect(unknown.headers.get('access-control-allow-origin')).toBeNull();
    expect(unknown.headers.get('vary')).toContain('Origin');
  });
});

describe('a large answer', () => {
  it('is compressed as the client accepts, by brotli before gzip', async () => {
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const answer = await send('/api/companies', {
        headers: { ...headersOf(service.acme), 'accept-encoding': accepted },
      });
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, encoding]);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(((await answer.json()) as { data: object[] }).data).toHaveLength(5);
    }
  });

  it('is not compressed where another page could make a request with a cookie', async () => {
    const answer = await send('/api/auth/session', {
      headers: { ...headersOf(service.acme), 'accept-encoding': 'gzip' },
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it('has a tag with which it is sent again only after a change', async () => {
    const headers = headersOf(service.acme);
    const first = await send('/api/companies', { headers });
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const again = await send('/api/companies', { headers: { ...headers, 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await service.rest('POST', '/api/companies', { name: 'One more' });
    expect((await send('/api/companies', { headers: { ...headers, 'if-none-match': etag } })).status).toBe(
      200,
    );
  });
});
