// Hostile input on every operation: whatever is sent, the response is described and is never an internal error.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Operation } from '../../src/operations/catalogue.ts';
import { asGraphql, asRest, CallMaker, type Input, type PreparedCall } from '../support/calls.ts';
import { callerOf } from '../support/operator-calls.ts';
import type { Identity, Reply, TestService } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';

/** The time for each surface; more time means more attempts. */
const SECONDS = 10;

let service: TestService;
let operations: Operation[];
const calls = new Map<Operation, PreparedCall>();

beforeAll(async () => {
  service = await startServiceWithPayments();
  // Signing out would end the caller's session, and MCP answers in its own format.
  operations = service.server.services.catalogue.operations.filter(
    ({ name }) => !['SetMaintenance', 'SignOut', 'CallMcp', 'SignIn'].includes(name),
  );
  const maker = new CallMaker(service, service.acme);
  for (const operation of operations) calls.set(operation, await maker.prepare(operation));
});

afterAll(() => service?.stop(), 90_000);

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const hostileValues = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\uffff',
  '\u202eabc',
  '💥'.repeat(300),
  'x'.repeat(9_000),
  `'; drop table companies; --`,
  '%',
  '_%\\',
  '{}',
  'NaN',
  '1e400',
  '-0',
  'null',
  '0001-01-01T00:00:00.000Z',
  '+275760-09-13',
  '294277-01-01T00:00:00Z',
  '2026-02-30',
  '2026-11-21T25:61:61Z',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
  'http://[::1]/',
  'https://xn--a.com',
  'user@xn--0.com',
  'a'.repeat(64) + '.com',
  '999999999999999999999999',
  '9'.repeat(16) + '.9999',
  '-1',
  0,
  -1,
  2 ** 31,
  2 ** 53,
  -1e308,
  1.5,
  5e-324,
  true,
  null,
  [],
  {},
  [null],
  [[]],
  [{}],
  Array(300).fill('x'),
  { __proto__x: 1, constructor: { prototype: 1 } },
  JSON.parse('{"__proto__": {"admin": true}}'),
  JSON.parse(deep(200)),
);
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileValues },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) },
);

const hostileIds = fc.oneof(
  hostileValues.filter((value) => typeof value === 'string' && value.length < 100),
  fc.constantFrom(
    '..',
    '.',
    '%',
    'x',
    '{id}',
    '*',
    'ID',
    '01A1FD58-101E-70AE-B91F-C1ED0CD187DB',
    'y'.repeat(400),
    'y'.repeat(5000),
    'a/b',
    'a?b',
    'ü',
  ),
) as fc.Arbitrary<string>;

const hostileQueries = fc.constantFrom(
  'filter',
  'filter=5',
  'filter[]=1',
  'filter[name]=1&filter[name][eq]=2',
  'filter[name][eq]=2&filter[name]=1',
  'filter[name][eq][x]=1',
  'filter[__proto__][eq]=1',
  'filter[name][__proto__]=1',
  'filter[constructor]=1',
  'filter[owner_user_id]=me',
  'filter[created_at][between]=2026-01-01',
  'filter[created_at][gt]=yesterday',
  'filter[created_at][gt]=0000-00-00',
  'filter[created_at]=9999-12-31',
  'filter[employee_count][in]=,,',
  'filter[employee_count]=9999999999999999.9999',
  'filter[tag][in]=',
  'sort=',
  'sort=,,',
  'sort=--name',
  'sort=name,-name',
  'sort=__proto__',
  'page=1e9',
  'page=0x10',
  'page=99999999999999999999',
  'page=2147483647&pageSize=2147483647',
  'pageSize=NaN',
  'pageSize=-1',
  'first=0',
  'cursor=',
  'cursor=.',
  'cursor=W10.AAAAAAAAAAAAAAAAAAAAAA',
  `cursor=${'a'.repeat(3000)}`,
  'search=%00',
  'search=%ED%A0%80',
  'search=%zz',
  'search=%25_%5C',
  `search=${'%20'.repeat(300)}`,
  'search=%F0%9F%92%A5%20%F0%9F%92%A5',
  'search=-',
  'fields=',
  'fields=,',
  'fields=__proto__',
  'fields=id,nope',
  'include_deleted=maybe',
  'deleted=only&deleted=include',
  'expected_version=abc',
  'expected_version=-1',
  'format=xml',
  'a=b&&&&===&%5B%5D',
  '[=]',
  'created_after=x',
  'tag=%00',
);

interface Attack {
  call: PreparedCall;
  query: string;
  headers: Record<string, string>;
  raw?: string;
}

const hostileHeaders = fc.constantFrom<Record<string, string>>(
  {},
  { 'if-match': 'W/"1"' },
  { 'if-match': '"99999999999999"' },
  { 'if-match': '*' },
  { 'if-match': '""' },
  { 'if-none-match': '*' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'é' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'x-api-version': '1' },
  { 'x-tenant-id': '' },
  { 'x-tenant-id': 'x' },
  { 'x-request-id': 'x' },
  { authorization: 'Bearer' },
  { authorization: 'Basic eDp5' },
  { authorization: `Bearer ${'a.'.repeat(500)}` },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { accept: 'image/png' },
  { 'accept-encoding': 'x' },
);

const rawBodies = fc.constantFrom(
  '',
  ' ',
  'null',
  '1',
  '"x"',
  '[]',
  '{',
  '{"name":1e999}',
  '{"name":"x","name":"y"}',
  '{"__proto__":{"name":"x"}}',
  '\ufeff{}',
  deep(5000),
  `{"custom_fields":{"a":${deep(5000)}}}`,
  `{"notes":${deep(5000)},"name":"x"}`,
  `{"name":"x","custom_fields":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
);

/** Generates calls whose members, or whole body, are replaced by hostile values. */
function attacks(): fc.Arbitrary<Attack> {
  return fc.constantFrom(...operations).chain((operation) => {
    const prepared = calls.get(operation)!;
    const members = Object.keys(operation.inputSchema.properties ?? {});
    const inPath = operation.inputs.filter((declared) => declared.in === 'path').map(({ wire }) => wire);
    const changes = fc.dictionary(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('nmae', ...members) },
        { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
      ),
      hostile,
      { maxKeys: 3 },
    );
    return fc
      .record({
        changes,
        ids: fc.option(hostileIds, { freq: 6, nil: undefined }),
        query: fc.option(hostileQueries, { freq: operation.method === 'GET' ? 1 : 6, nil: '' }),
        headers: fc.option(hostileHeaders, { freq: 5, nil: {} }),
        raw: fc.option(rawBodies, { freq: 6, nil: undefined }),
      })
      .map(({ changes: changed, ids, query, headers, raw }) => {
        const changedMembers = Object.fromEntries(
          Object.entries(changed).filter(([name]) => !inPath.includes(name)),
        );
        const wrongIds = ids === undefined ? {} : Object.fromEntries(inPath.map((name) => [name, ids]));
        const input: Input = { ...prepared.input, ...changedMembers, ...wrongIds };
        const call = { operation, input };
        const describeAttack = () =>
          `${operation.name} ${JSON.stringify({ input, query, headers, raw })}`.slice(0, 1000);
        return { call, query, headers, raw, [fc.toStringMethod]: describeAttack };
      });
  });
}

/** The caller of the attacks. */
let as: Identity;

async function attack({ call, query, headers, raw }: Attack): Promise<Reply> {
  const { method, path, body } = restOf(call);
  // HTTP itself refuses longer request lines (431) before there is a request.
  const url = (query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path).slice(0, 12_000);
  const caller = callerOf(call.operation, service, as);
  return service.rest(method, url, method === 'GET' ? undefined : (raw ?? body), {
    as: caller.as,
    headers: { ...caller.headers, ...headers },
  });
}

/** Converts a call to REST without lone surrogates, which a URL cannot contain. */
function restOf(call: PreparedCall) {
  const clean = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);
  const input = Object.fromEntries(
    Object.entries(call.input).map(([name, value]) => [
      name,
      call.operation.inputs.some((declared) => declared.wire === name && declared.in !== 'body')
        ? clean(value)
        : value,
    ]),
  );
  const request = asRest({ ...call, input: JSON.parse(JSON.stringify(input).toWellFormed()) });
  // Members that no input has are sent in the body or not at all.
  return request;
}

describe('hostile input', () => {
  it('never causes an internal or undescribed response on REST', async () => {
    as = service.acme.people.owner;
    let answers = 0;
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(attacks(), { minLength: 4, maxLength: 4 }), async (several) => {
        const replies = await Promise.all(several.map(attack));
        for (const reply of replies) {
          answers += 1;
          statuses.add(reply.status);
          if (reply.status >= 500) throw new Error(`answered ${reply.status}: ${reply.text}`);
        }
      }),
      { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, endOnFailure: true },
    );
    // A query with nested members must not reach the prototype that all objects share.
    expect(Object.keys(Object.getPrototypeOf({}))).toEqual([]);
    // The input passed the first checks and was stopped at several places.
    expect(answers).toBeGreaterThan(200);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
  });

  it('never causes an internal error on GraphQL', async () => {
    as = service.acme.people.owner;
    const documents = fc.oneof(
      { weight: 8, arbitrary: attacks().map(({ call }) => variablesOf(call)) },
      {
        weight: 1,
        arbitrary: fc.record({
          query: fc.oneof(fc.string({ unit: 'binary' }), hostile),
          variables: hostile,
          operationName: hostile,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          { query: '{ companies { nodes { id } } }', variables: [] },
          { query: 'query($a: Int) { companies(first: $a) { nodes { id } } }', variables: { a: 1e10 } },
          { query: '{ companies(first: 99999999999) { nodes { id } } }' },
          { query: '{ companies(search: "\\u0000") { nodes { id } } }' },
          { query: '{ companies(after: "W10.AAAAAAAAAAAAAAAAAAAAAA") { nodes { id } } }' },
          { query: '{ __typename @skip(if: true) }' },
          { query: '{ ...A } fragment A on Query { ...A }' },
          { query: 'subscription { x }' },
          { query: '{ a: __typename a: companies { total } }' },
          { query: '#' },
          { query: '{' },
        ),
      },
    );
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(documents, { minLength: 4, maxLength: 4 }), async (several) => {
        const replies = await Promise.all(several.map((body) => request('/graphql', JSON.stringify(body))));
        for (const { status, text } of replies) {
          answers += 1;
          const { errors, data } = JSON.parse(text) as {
            errors?: { extensions: { code: string; request_id: string } }[];
            data?: unknown;
          };
          const broken = errors?.some(
            ({ extensions }) => !extensions.request_id || extensions.code === 'INTERNAL_ERROR',
          );
          if (status >= 500 || broken || (!errors && data === undefined))
            throw new Error(`answered ${status}: ${text}`);
        }
      }),
      { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, endOnFailure: true },
    );
    expect(answers).toBeGreaterThan(200);
  });

  it('in a path is answered in the error format too', async () => {
    for (const path of [
      '/api/%zz',
      '/api/companies/%zz',
      '/api//companies',
      '/api/companies/',
      '/%00',
      '/api/companies/%00',
      `/api/companies/${'y'.repeat(5000)}`,
      '/api/companies/..%2f..%2fetc%2fpasswd',
      '/api/companies;x=1',
      '/API/COMPANIES',
      '/api/companies?%',
      '/api/companies/%ED%A0%80',
    ]) {
      const reply = await request(path);
      expect({ path, status: reply.status >= 500 ? reply.status : 'under 500' }).toEqual({
        path,
        status: 'under 500',
      });
      const body = JSON.parse(reply.text);
      if (reply.status >= 400) {
        expect({ path, body }).toMatchObject({
          path,
          body: { success: false, error: { code: expect.any(String), request_id: reply.requestId } },
        });
      }
    }
  });
});

function variablesOf(call: PreparedCall): { query: string; variables: unknown } {
  try {
    return asGraphql(call);
  } catch {
    // A value that is not a valid enum value has no name and is sent to GraphQL unchanged.
    return { query: call.operation.source(), variables: call.input };
  }
}

async function request(
  path: string,
  body?: string,
): Promise<{ status: number; text: string; requestId: string | null }> {
  const { token, tenantId } = service.acme.people.owner;
  const response = await fetch(`${service.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant-id': tenantId,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body }),
  });
  return {
    status: response.status,
    text: await response.text(),
    requestId: response.headers.get('x-request-id'),
  };
}
