// The order in which faults of one request are told (platform.md §1): a request with two faults is told of the earlier one.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const UNKNOWN_VERSION = { 'x-api-version': '1999-01-01' };

/** The status, code and places of a refusal. */
async function refusal(
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
) {
  const answer = await send(service.url, path, { method, headers, ...(body !== undefined && { body }) });
  const { error } = JSON.parse(answer.text);
  return [answer.status, error.code, error.fields?.[0]?.path];
}

function as(role: 'owner' | 'viewer', more: Record<string, string> = {}): Record<string, string> {
  const { token, tenantId } = service.acme.people[role];
  return { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId, ...more };
}

describe('an unknown X-Api-Version', () => {
  it('is told of after credentials, workspace and body, and before permission and input', async () => {
    const create = (headers: Record<string, string>, body = '{}') =>
      refusal('POST', '/api/companies', body, headers);
    const tenant = { 'x-tenant-id': 'acme' };
    expect(await create(UNKNOWN_VERSION)).toEqual([401, 'UNAUTHENTICATED', undefined]);
    expect(await create(as('owner', { ...UNKNOWN_VERSION, ...tenant }))).toEqual([
      400,
      'VALIDATION_ERROR',
      'x-tenant-id',
    ]);
    expect(await create(as('owner', UNKNOWN_VERSION), '{')).toEqual([400, 'MALFORMED_REQUEST', undefined]);
    for (const role of ['viewer', 'owner'] as const)
      expect(await create(as(role, UNKNOWN_VERSION))).toEqual([400, 'UNSUPPORTED_API_VERSION', undefined]);
    expect((await create(as('viewer')))[1]).toBe('PERMISSION_DENIED');
  });

  it('does not keep an unknown route from being 404, and a known one is echoed', async () => {
    expect(await refusal('GET', '/api/nothing', undefined, as('owner', UNKNOWN_VERSION))).toEqual([
      404,
      'NOT_FOUND',
      undefined,
    ]);
    const refused = await send(service.url, '/api/companies', { headers: as('owner', UNKNOWN_VERSION) });
    const [supported] = JSON.parse(refused.text).error.details.supported as string[];
    const headers = as('owner', { 'x-api-version': supported! });
    const { status, headers: answered } = await send(service.url, '/api/companies', { headers });
    expect([status, answered['x-api-version']]).toEqual([200, supported]);
  });
});

describe('a body that is no JSON by its media type', () => {
  it.each(['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded', 'text/json'])(
    'is refused with 415, and nothing is written: %s',
    async (type) => {
      const headers = as('owner', { 'content-type': type });
      for (const path of ['/api/companies', '/graphql', '/api/agent/mcp']) {
        const answer = await send(service.url, path, { headers, body: '{"name":"Plain"}' });
        expect([path, answer.status]).toEqual([path, 415]);
      }
      const { body } = await service.rest('GET', '/api/companies?search=plain');
      expect(body.data).toEqual([]);
    },
  );

  it('of a stranger is 401, for nothing of it is looked at', async () => {
    expect(await refusal('POST', '/api/companies', 'x', { 'content-type': 'text/plain' })).toEqual([
      401,
      'UNAUTHENTICATED',
      undefined,
    ]);
  });
});

describe('a fault of x-tenant-id', () => {
  it('is told of after the limit of the address', async () => {
    const limited = await startService({ RATE_LIMIT_SCALE: '0.01' });
    try {
      const { token } = limited.acme.people.owner;
      const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' };
      const ask = () => send(limited.url, '/api/companies', { headers, from: '127.0.0.9' });
      const statuses: number[] = [];
      for (let n = 0; n < 10; n += 1) statuses.push((await ask()).status);
      expect(statuses).toEqual([...Array(6).fill(400), ...Array(4).fill(429)]);
    } finally {
      await limited.stop();
    }
  });
});
