// Limits on a single GraphQL document: introspection, and mutations under aliases.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

function ask(query: string, variables?: object, options?: Ask): Promise<Reply> {
  return service.graphql(query, variables, options);
}

async function expectRefused(query: string, limit: string, options?: Ask): Promise<void> {
  const reply = await ask(query, {}, options);
  expect({ status: reply.status, data: reply.body.data }).toEqual({ status: 400, data: undefined });
  expect(reply.body.errors[0].extensions).toMatchObject({
    code: 'GRAPHQL_LIMIT_EXCEEDED',
    details: { limit_name: limit, limit: expect.any(Number), actual: expect.any(Number) },
  });
  expect(reply.body.errors[0].extensions.details.actual).toBeGreaterThan(
    reply.body.errors[0].extensions.details.limit,
  );
}

const TYPES = '__schema { types { name fields { name type { name } } } }';

describe('an introspection document', () => {
  it.each([
    ['aliases', `{ ${times(31, (n) => `a${n}: __typename`)} }`],
    ['aliases', `{ __schema { ${times(31, (n) => `a${n}: queryType { name }`)} } }`],
    ['aliases', `{ __schema { types { ${times(31, (n) => `a${n}: name`)} } } }`],
    ['root_fields', `{ ${times(21, (n) => `a${n}: __schema { queryType { name } }`)} }`],
    ['directives', `{ __schema { queryType { ${times(21, () => 'name @include(if: true)')} } } }`],
    ['type_lists', `{ ${times(3, (n) => `a${n}: ${TYPES}`)} }`],
    [
      'type_lists',
      `{ ${times(3, (n) => `...F${n}`)} } ${times(3, (n) => `fragment F${n} on Query { a${n}: ${TYPES} }`)}`,
    ],
    ['type_lists', `{ __schema { ${times(3, (n) => `a${n}: types { name }`)} } }`],
    [
      'schema_elements',
      '{ __schema { types { fields { type { fields { type { fields { name type { name } } } } } } } } }',
    ],
    [
      'schema_elements',
      `{ __schema { types { ${times(29, (n) => `a${n}: fields { name args { name } }`)} } } }`,
    ],
    [
      'schema_elements',
      `{ ...Q } fragment Q on Query { __schema { ${times(29, (n) => `a${n}: mutationType { fields { name type { name } args { type { inputFields { name } } } } }`)} } }`,
    ],
    [
      'schema_elements',
      `{ ${times(20, (n) => `a${n}: __type(name: "Mutation") { fields { args { type { ofType { inputFields { type { name } } } } } } }`)} }`,
    ],
    ['cost', `{ companies(first: 1) { total } __schema { types { fields { name type { name } } } } }`],
  ])('is refused over the limit "%s" (case %#)', async (limit, query) => {
    await expectRefused(query, limit);
  });

  it('may be the full query of the usual tools and is then answered from a cache', async () => {
    const queries = [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
      }),
      getIntrospectionQuery({ descriptions: false }),
    ];
    for (const query of queries) {
      const first = await ask(query);
      expect([first.status, first.body.errors, first.body.extensions.cost.requested]).toEqual([
        200,
        undefined,
        0,
      ]);
      expect(first.body.data.__schema.types.length).toBeGreaterThan(300);
      const again = await ask(query, {}, { as: service.globex.people.viewer });
      expect(again.status).toBe(200);
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(again.body.data).toEqual(first.body.data);
    }
  });

  it('is cached separately for its variables and operations', async () => {
    const query =
      'query A($name: String!) { __type(name: $name) { name } } query B { __type(name: "Deal") { name } }';
    const named = (operationName: string, name?: string) =>
      fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.acme.people.owner.token}`,
          'x-tenant-id': service.acme.id,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query, operationName, variables: { name } }),
      }).then(async (reply) => ((await reply.json()) as Reply['body']).data.__type.name);
    for (let round = 0; round < 2; round++) {
      expect(await named('A', 'Company')).toBe('Company');
      expect(await named('A', 'Contact')).toBe('Contact');
      expect(await named('B')).toBe('Deal');
    }
  });

  it('is refused every time when it is invalid, and a misplaced fragment causes no internal error', async () => {
    const query = '{ __schema { types { ... on __Field { args { name } } nothing } } }';
    for (let round = 0; round < 2; round++) {
      const reply = await ask(query);
      expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const odd = await ask('{ constructor { toString { name } } __schema { hasOwnProperty { name } } }');
    expect([odd.status, odd.body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is refused without credentials, even if its result is cached', async () => {
    const query = '{ __type(name: "Company") { name fields { name } } }';
    expect((await ask(query)).status).toBe(200);
    const anonymous = await ask(query, {}, { as: null });
    expect([anonymous.status, anonymous.body.data]).toEqual([401, undefined]);
  });
});

describe('a GraphQL document', () => {
  it('is measured with the default values of variables that the request leaves out', async () => {
    const query =
      'query ($n: Int = 100) { companies(first: $n) { nodes { children(first: 25) { nodes { parent { id } } } } } }';
    await expectRefused(query, 'cost');
    expect((await ask(query, { n: 1 })).status).toBe(200);
  });

  it('is measured with the root fields and mutations in its fragments', async () => {
    const create = (n: number) => `a${n}: createCompany(input: { name: "Fragment ${n}" }) { id }`;
    const before = await inspector.fingerprint();
    await expectRefused(`mutation { ...M } fragment M on Mutation { ${times(21, create)} }`, 'root_fields');
    expect(await inspector.fingerprint()).toEqual(before);
    const accepted = await ask(`mutation { ...M } fragment M on Mutation { ${times(2, create)} }`);
    expect([accepted.status, accepted.body.extensions.cost.requested]).toEqual([200, 22]);
  });

  it('counts each of its mutations against the write limit, including aliases and fragments', async () => {
    const limited = await startService({ RATE_LIMIT_SCALE: '1' });
    try {
      const { owner } = limited.acme.people;
      const batch = (name: string) =>
        `mutation { ...M } fragment M on Mutation { ${times(20, (n) => `a${n}: createCompany(input: { name: "${name} ${n}" }) { id }`)} }`;
      // Two at a time, until the limit of 600 refuses one: more at once would be refused as overloaded on a slow machine.
      const replies: Reply[] = [];
      while (replies.length < 60 && !replies.some(({ status }) => status === 429)) {
        const pair = [1, 2].map(() => limited.graphql(batch(randomUUID()), {}, { as: owner }));
        replies.push(...(await Promise.all(pair)));
      }
      const refused = replies.filter(({ status }) => status === 429);
      expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(30);
      expect(refused.length).toBeGreaterThanOrEqual(1);
      expect(refused[0]!.body.errors[0].extensions).toMatchObject({
        code: 'RATE_LIMITED',
        details: { policy: 'tenant-write' },
      });
      expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
      const [row] = await limited.sql<{ n: number }>(
        limited.acme,
        'select count(*)::int as n from companies',
      );
      expect(row!.n).toBeLessThanOrEqual(600);
      expect(row!.n).toBe(20 * replies.filter(({ status }) => status === 200).length);
    } finally {
      await limited.stop();
    }
  });
});
