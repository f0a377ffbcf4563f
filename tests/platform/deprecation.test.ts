// Deprecated operations: declared in the schema, announced on every response, and refused after their sunset.
import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../../rest-compat/openapi.ts';
import { buildCatalogue } from '../../src/operations/catalogue.ts';
import { startService, type TestService } from '../support/service.ts';

const [ROOT, SUNSETS] = ['root', 'deprecation'].map((name) =>
  readFileSync(new URL(`../../schema/${name}.graphql`, import.meta.url), 'utf8'),
);

const DOCUMENT = `
  "Get a thing"
  query GetThing($id: UUID!) @rest(method: GET, path: "/api/things/{id}") { thing(id: $id) { id name } }`;

/** Builds a catalogue of one operation with these directives. */
function build(directives: string) {
  const things = `
    "A thing."
    type Thing @access(module: CRM, permission: "things.read", scope: "crm.things:read") {
      id: UUID!
      name: String @deprecated(reason: "Use id.")
    }
    "Derived from the records of the whole schema, which this one lacks."
    enum CustomFieldEntity { THINGS }
    "Derived like it."
    enum SavedViewEntity { THINGS }
    extend type Query {
      "One thing."
      thing(id: UUID!): Thing @access(module: CRM, permission: "things.read", scope: "crm.things:read") ${directives}
    }`;
  const typeDefs = [ROOT!.replace('type Mutation', ''), SUNSETS!, things];
  return buildCatalogue(makeExecutableSchema({ typeDefs }), new Map([['things.graphql', DOCUMENT]]));
}

const SUNSET = '@sunset(since: "2026-11-01", on: "2027-11-01", link: "https://docs.example.com/things")';
const DEPRECATED = '@deprecated(reason: "Use objects.")';

describe('the deprecation of an operation in the schema', () => {
  it('declares what ends and when, and appears in the API description', () => {
    const catalogue = build(`${DEPRECATED} ${SUNSET}`);
    expect(catalogue.operations[0]!.deprecation).toEqual({
      reason: 'Use objects.',
      since: new Date('2026-11-01'),
      sunset: new Date('2027-11-01'),
      link: 'https://docs.example.com/things',
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read nested members
    const document = openApiDocument(catalogue) as any;
    const route = document.paths['/api/things/{id}'].get;
    expect(route).toMatchObject({ deprecated: true, 'x-sunset': '2027-11-01T00:00:00.000Z' });
    expect(route.responses).toHaveProperty('410');
    const { $ref } = route.responses[200].content['application/json'].schema;
    expect(
      document.components.schemas[$ref.split('/').at(-1)].properties.data.anyOf[0].properties.name,
    ).toMatchObject({
      deprecated: true,
    });
  });

  it.each([
    ['it has no sunset date', DEPRECATED, /needs both/],
    ['it has a sunset date without a deprecation', SUNSET, /needs both/],
    [
      'it is announced less than a year before its sunset',
      `${DEPRECATED} ${SUNSET.replace('2027-11', '2027-10')}`,
      /a year before/,
    ],
  ])('is refused when %s', (_, directives, message) => {
    expect(() => build(directives)).toThrow(message);
  });
});

describe('the service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    // These are the values that the directives of a field give; no current operation is deprecated.
    service.server.services.catalogue.byName.get('ListCompanies')!.deprecation = {
      reason: 'Use ListOrganizations.',
      since: new Date('2026-11-01T00:00:00Z'),
      sunset: new Date(Date.now() + 3_600_000),
      link: 'https://docs.example.com/organizations',
    };
  });

  afterAll(() => service?.stop());

  it('announces a deprecated operation on every response including refusals', async () => {
    for (const query of ['', '?filter[nonsense]=1']) {
      const { headers } = await service.rest('GET', `/api/companies${query}`);
      expect(headers.get('deprecation')).toBe('@1793491200');
      expect(headers.get('sunset')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
      expect(headers.get('link')).toBe('<https://docs.example.com/organizations>; rel="deprecation"');
    }
    expect((await service.rest('GET', '/api/contacts')).headers.get('deprecation')).toBeNull();
  });

  it('answers 410 for an operation after its sunset', async () => {
    service.advance(3_601);
    const as = await service.session(service.acme, 'owner');
    const reply = await fetch(`${service.url}/api/companies`, {
      headers: { authorization: `Bearer ${as.token}`, 'x-tenant-id': as.tenantId },
    });
    expect(reply.status).toBe(410);
    expect(await reply.json()).toMatchObject({
      error: { code: 'GONE', message: 'This operation is gone: Use ListOrganizations.' },
    });
    service.advance(0);
  });
});
