// The catalogue refuses to start on any contradiction between schema and operations, and names the place.

import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { describe, expect, it } from '@jest/globals';
import { buildCatalogue } from '../../src/operations/catalogue.ts';
import { CatalogueError, validateOperations } from '../../src/operations/operation-files.ts';
import { buildSchema } from '../../src/operations/schema.ts';

const ROOT = readFileSync(new URL('../../schema/root.graphql', import.meta.url), 'utf8');

const SCHEMA = `
  "A thing."
  type Thing @access(module: CRM, permission: "things.read", scope: "crm.things:read") { id: UUID! name: String }
  extend type Query {
    "One thing."
    thing(id: UUID!): Thing @access(module: CRM, permission: "things.read", scope: "crm.things:read")
  }`;

const DOCUMENT = `
  "Get a thing"
  query GetThing($id: UUID!) @rest(method: GET, path: "/api/things/{id}") { thing(id: $id) { id name } }`;

function executable(schema: string) {
  const enums = 'enum CustomFieldEntity { THINGS } enum SavedViewEntity { THINGS }';
  return makeExecutableSchema({ typeDefs: [ROOT.replace('type Mutation', ''), enums, schema] });
}

function build(schema: string, document: string) {
  return buildCatalogue(executable(schema), new Map([['things.graphql', document]]));
}

describe('the catalogue', () => {
  it('combines an operation document with the access rules of its field', () => {
    expect(build(SCHEMA, DOCUMENT).operations).toEqual([
      expect.objectContaining({
        name: 'GetThing',
        tool: 'get_thing',
        summary: 'Get a thing',
        method: 'GET',
        path: '/api/things/{id}',
        idempotency: 'natural',
        access: {
          module: 'crm',
          permission: 'things.read',
          scope: 'crm.things:read',
          principals: 'tenant',
          risk: 'read',
        },
      }),
    ]);
  });

  it.each([
    [
      'a root field without @access',
      SCHEMA.replace(/(thing\(id: UUID!\): Thing) @access\([^)]*\)/, '$1'),
      DOCUMENT,
      /Query\.thing has no @access/,
    ],
    [
      'a root field without description',
      SCHEMA.replace('"One thing."', ''),
      DOCUMENT,
      /Query\.thing has no description/,
    ],
    [
      'a root field that cannot be null',
      SCHEMA.replace('): Thing @', '): Thing! @'),
      DOCUMENT,
      /must be nullable/,
    ],
    [
      'a record type without description',
      SCHEMA.replace('"A thing."', ''),
      DOCUMENT,
      /record type Thing has no description/,
    ],
    [
      'a field that waits and whose calls wait for approval',
      SCHEMA.replace(/(thing\(id: UUID!\): Thing) @access\(/, '$1 @waits @access(risk: RISKY, '),
      DOCUMENT,
      /Query\.thing waits, so it may not be risky/,
    ],
    [
      'a malformed permission',
      SCHEMA.replaceAll('things.read', 'read things'),
      DOCUMENT,
      /is not a permission/,
    ],
    ['a malformed scope', SCHEMA.replaceAll('crm.things:read', 'things'), DOCUMENT, /is not a scope/],
    [
      'a query under a write scope',
      SCHEMA.replaceAll('things:read', 'things:write'),
      DOCUMENT,
      /is a query under the scope/,
    ],
    [
      'an operation without @rest',
      SCHEMA,
      DOCUMENT.replace(/@rest\([^)]*\)/, ''),
      /things\.graphql: GetThing has neither @rest nor @tool/,
    ],
    [
      'an operation without description',
      SCHEMA,
      DOCUMENT.replace('"Get a thing"', ''),
      /GetThing has no description/,
    ],
    [
      'a path parameter without its variable',
      SCHEMA,
      DOCUMENT.replace('{id}"', '{id}/{other}"'),
      /no variable for the path parameter \{other\}/,
    ],
    [
      'a document with a field that the schema does not have',
      SCHEMA,
      DOCUMENT.replace('id name', 'id colour'),
      /things.graphql:\d+: .*colour/,
    ],
    [
      'two root fields in one operation',
      SCHEMA,
      DOCUMENT.replace(/(thing\(id: \$id\) \{ id name \})/, '$1 other: $1'),
      /exactly one root field/,
    ],
    [
      'two operations on one route',
      SCHEMA,
      DOCUMENT +
        DOCUMENT.replace('GetThing', 'GetAgain').replace(/\$id|\{id\}/g, (use) =>
          use.replace('id', 'thingId'),
        ),
      /share the route/,
    ],
  ])('refuses %s', (_, schema, document, message) => {
    expect(() => build(schema, document)).toThrow(CatalogueError);
    expect(() => build(schema, document)).toThrow(message);
  });

  it('is generated only from documents that are valid GraphQL', () => {
    const schema = executable(SCHEMA);
    const document = DOCUMENT.replace('$id: UUID!', '$id: UUID!, $unused: Int');
    expect(() => validateOperations(schema, new Map([['things.graphql', DOCUMENT]]))).not.toThrow();
    expect(() => validateOperations(schema, new Map([['things.graphql', document]]))).toThrow(
      /things\.graphql:3: Variable "\$unused" is never used/,
    );
    expect(() => validateOperations(buildSchema({}))).not.toThrow();
  });

  it('of the product has one tool for each operation', () => {
    const { operations, unrouted, byTool, byName } = buildCatalogue(buildSchema({}));
    expect(operations.length).toBeGreaterThan(40);
    const names = unrouted.map(({ name }) => name);
    expect(names.filter((name) => !/^(Batch|Bulk)/.test(name))).toEqual(['GlobalSearch', 'RestoreTicket']);
    expect(names.filter((name) => /^(Batch|Bulk)/.test(name)).sort()).toEqual([
      'BatchCreateCompanies',
      'BatchCreateContacts',
      'BatchCreateDeals',
      'BatchCreateTasks',
      'BatchUpsertCompanies',
      'BatchUpsertContacts',
      'BulkDeleteCompanies',
      'BulkDeleteDeals',
      'BulkDeleteTasks',
      'BulkRestoreCompanies',
      'BulkRestoreContacts',
      'BulkRestoreDeals',
      'BulkRestoreTasks',
    ]);
    expect(byTool.size).toBe(operations.length + unrouted.length);
    expect(byName.size).toBe(operations.length + unrouted.length);
  });
});
