// What GraphQL clients rely on: refetching by id, inputs that say what they require, persisted queries, and the SDL.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSchema, type GraphQLInputObjectType } from 'graphql';
import { recordTypes } from '../../src/sdl/records.ts';
import { guardedSchema } from '../../src/server.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let companyId: string;
let contactId: string;

beforeAll(async () => {
  service = await startService();
  const company = await service.rest('POST', '/api/companies', { name: 'Northwind' });
  companyId = company.body.data.id;
  const contact = await service.rest('POST', '/api/contacts', {
    first_name: 'Ada',
    email: 'ada@node.example',
  });
  contactId = contact.body.data.id;
});

afterAll(() => service?.stop());

function ask(query: string, variables?: object, options?: Ask): Promise<Reply> {
  return service.graphql(query, variables, options);
}

const NODE = 'query ($id: ID!) { node(id: $id) { __typename id ... on Company { name } } }';
const NODES =
  'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Company { name } ... on Contact { firstName } } }';

describe('node', () => {
  it('returns a record of any kind by its id alone', async () => {
    const { body } = await ask(NODE, { id: companyId });
    expect(body.data.node).toEqual({ __typename: 'Company', id: companyId, name: 'Northwind' });
    const contact = await ask(NODE, { id: contactId.toUpperCase() });
    expect(contact.body.data.node).toEqual({ __typename: 'Contact', id: contactId });
  });

  it('returns null alike for a missing record, one of another workspace and one that may not be read', async () => {
    const foreign = await service.rest(
      'POST',
      '/api/companies',
      { name: 'Globex' },
      { as: service.globex.people.owner },
    );
    for (const id of [randomUUID(), foreign.body.data.id, 'no-uuid', ''])
      expect([id, (await ask(NODE, { id })).body]).toMatchObject([id, { data: { node: null } }]);
    const token = await service.token(service.acme, { kind: 'service', scopes: ['crm.contacts:read'] });
    expect((await ask(NODE, { id: companyId }, { as: token })).body).toMatchObject({ data: { node: null } });
    expect((await ask(NODE, { id: contactId }, { as: token })).body.data.node.__typename).toBe('Contact');
  });

  it('returns null for a deleted record', async () => {
    const { id } = (await service.rest('POST', '/api/companies', { name: 'Gone' })).body.data;
    await service.rest('DELETE', `/api/companies/${id}`);
    expect((await ask(NODE, { id })).body.data).toEqual({ node: null });
  });

  it('is implemented by every kind of record', () => {
    const schema = guardedSchema();
    const node = schema.getType('Node') as never;
    const kinds = schema.getPossibleTypes(node).map(({ name }) => name);
    expect(kinds.sort()).toEqual(
      recordTypes()
        .map(({ type }) => type)
        .sort(),
    );
  });
});

describe('nodes', () => {
  it('returns the records in the order of the ids, with null for those that are missing', async () => {
    const { body } = await ask(NODES, { ids: [contactId, randomUUID(), companyId] });
    expect(body.data.nodes).toEqual([
      { __typename: 'Contact', id: contactId, firstName: 'Ada' },
      null,
      { __typename: 'Company', id: companyId, name: 'Northwind' },
    ]);
  });

  it('costs its selection for each id', async () => {
    const selection = 'nodes(ids: $ids) { ... on Company { parent { parent { id } } } }';
    const { body } = await ask(`query ($ids: [ID!]!) { ${selection} }`, { ids: Array(50).fill(companyId) });
    expect(body.extensions.cost.requested).toBe(101);
    const over = await ask(NODES, { ids: Array(101).fill(companyId) });
    expect(over.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ path: 'ids' }],
    });
  });
});

describe('the input of a create', () => {
  it('requires in its type what the operation requires, while that of the update requires nothing', async () => {
    const { text } = await service.rest('GET', '/schema.graphql', undefined, { as: null });
    const schema = buildSchema(text);
    const member = (input: string) =>
      String((schema.getType(input) as GraphQLInputObjectType).getFields().name!.type);
    expect([member('CreateCompanyInput'), member('CompanyInput')]).toEqual(['String!', 'String']);
  });

  it('is refused without a required member, whether it is absent or null', async () => {
    const create = 'mutation ($input: CreateCompanyInput!) { createCompany(input: $input) { id } }';
    for (const input of [{}, { name: null }]) {
      const { body } = await ask(create, { input });
      expect(body.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        fields: [{ path: 'name' }],
      });
      const rest = await service.rest('POST', '/api/companies', input);
      expect(rest.body.error.fields).toMatchObject([{ path: 'name' }]);
    }
    const update =
      'mutation ($id: UUID!, $input: CompanyInput!) { updateCompany(id: $id, input: $input) { name industry } }';
    const { body } = await ask(update, { id: companyId, input: { industry: 'Wholesale' } });
    expect(body.data.updateCompany).toEqual({ name: 'Northwind', industry: 'Wholesale' });
  });
});

describe('an automatic persisted query', () => {
  const query = '{ companies(first: 1) { nodes { name } } } # persisted';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const send = async (body: object) => {
    const { token, tenantId } = service.acme.people.owner;
    const headers = {
      authorization: `Bearer ${token}`,
      'x-tenant-id': tenantId,
      'content-type': 'application/json',
    };
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { errors: { extensions: { fields: unknown } }[] },
    };
  };

  it('is asked for once and then runs by its hash, by POST and by GET', async () => {
    const unknown = await send({ extensions });
    expect(unknown).toMatchObject({
      status: 200,
      body: {
        errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
      },
    });
    const data = { companies: { nodes: [{ name: 'Northwind' }] } };
    expect(await send({ query, extensions })).toMatchObject({ status: 200, body: { data } });
    expect(await send({ extensions })).toMatchObject({ status: 200, body: { data } });
    const { token, tenantId } = service.acme.people.owner;
    const search = new URLSearchParams({ extensions: JSON.stringify(extensions) });
    const byGet = await fetch(`${service.url}/graphql?${search}`, {
      headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
    });
    expect(await byGet.json()).toMatchObject({ data });
  });

  it('is refused if the hash is not that of the document', async () => {
    const { status, body } = await send({ query: '{ __typename }', extensions });
    expect([status, body.errors[0]!.extensions.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'extensions.persistedQuery.sha256Hash', rule: 'hash' })],
    ]);
  });
});

describe('the public SDL', () => {
  it('is downloaded without a token, with descriptions and without internal directives', async () => {
    const answer = await fetch(`${service.url}/schema.graphql`);
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/graphql; charset=utf-8',
    ]);
    expect(buildSchema(text).getQueryType()!.getFields().companies!.description).toMatch(/^Lists companies/);
    expect(text).not.toContain('@access');
    expect(
      (
        await fetch(`${service.url}/schema.graphql`, {
          headers: { 'if-none-match': answer.headers.get('etag')! },
        })
      ).status,
    ).toBe(304);
  });
});
