// Generates kinds of records to simulate the schema size of the full product. Each is a plain resource with four
// operations, which return null, because only the start is measured.

/** Number of operations of a generated kind. */
export const OPERATIONS_OF_KIND = 4;

const TEXTS = ['title', 'summary', 'reference', 'category', 'place', 'contactName'];
const NUMBERS = ['position', 'quantity', 'daysOpen'];
const DATES = ['startsOn', 'endsOn'];
const IDS = ['companyId', 'contactId', 'ownerUserId'];

interface Kind {
  /** Name of the type, such as `BenchKind7`. */
  type: string;
  /** Names of the root fields. */
  singular: string;
  plural: string;
  path: string;
}

function kindsOf(count: number): Kind[] {
  return Array.from({ length: count }, (_, index) => {
    const type = `BenchKind${index + 1}`;
    return {
      type,
      singular: `benchKind${index + 1}`,
      plural: `benchKinds${index + 1}`,
      path: `bench-kinds-${index + 1}`,
    };
  });
}

const lines = (names: string[], line: (name: string) => string): string => names.map(line).join('\n  ');
const upper = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();
const snake = (name: string): string => upper(name).toLowerCase();

function sdl({ type, singular, plural }: Kind): string {
  const sorted = [...TEXTS, ...NUMBERS, ...DATES, 'createdAt', 'updatedAt'];
  const access = (verb: string, scope: string) =>
    `@access(module: ROOMS, permission: "rooms.${verb}", scope: "rooms.rooms:${scope}")`;
  return `
"A record of a generated kind."
type ${type} ${access('read', 'read')} {
  id: UUID!
  version: Int! @example(value: 3)
  ${lines(TEXTS, (name) => `"A text about the record."\n  ${name}: String @example(value: "Northwind")`)}
  ${lines(NUMBERS, (name) => `${name}: Int`)}
  ${lines(DATES, (name) => `${name}: Date`)}
  ${lines(IDS, (name) => `${name}: UUID`)}
  status: ${type}Status!
  company: Company
  tags: [String!]!
  createdAt: DateTime!
  updatedAt: DateTime!
  createdBy: Actor!
  updatedBy: Actor!
  deletedAt: DateTime
}

enum ${type}Status {
  OPEN
  ACTIVE
  CLOSED
}

input ${type}Input {
  ${lines(TEXTS, (name) => `"A text about the record."\n  ${name}: String @limits(minLength: 1, maxLength: 255)`)}
  ${lines(NUMBERS, (name) => `${name}: Int @limits(min: 0, max: 10000)`)}
  ${lines(DATES, (name) => `${name}: Date`)}
  ${lines(IDS, (name) => `${name}: UUID`)}
  status: ${type}Status
  tags: [String!] @limits(maxItems: 50)
}

input ${type}Filter {
  ${lines(TEXTS, (name) => `${name}: TextFilter`)}
  ${lines(NUMBERS, (name) => `${name}: IntegerFilter`)}
  ${lines(DATES, (name) => `${name}: DateFilter`)}
  ${lines(IDS, (name) => `${name}: IdFilter`)}
  status: TextFilter
  createdAt: DateTimeFilter
  updatedAt: DateTimeFilter
}

enum ${type}Sort {
  ${lines(sorted, (name) => `${upper(name)}_ASC @value(is: "${snake(name)}")\n  ${upper(name)}_DESC @value(is: "-${snake(name)}")`)}
}

extend type Query {
  "One record."
  ${singular}(id: UUID!): ${type} ${access('read', 'read')}
  "Lists records, most recently changed first."
  ${plural}(
    "Search words, matched by prefix."
    search: String @limits(minLength: 1, maxLength: 200)
    filter: ${type}Filter
    "At most three keys."
    sort: [${type}Sort!] @limits(maxItems: 3)
    includeDeleted: Boolean
  ): ${type}Connection @paged ${access('read', 'read')}
}

extend type Mutation {
  "Creates a record."
  create${type}(input: ${type}Input! @requires(fields: ["title"])): ${type} ${access('create', 'write')}
  "Changes the given fields; null clears a field."
  update${type}(id: UUID!, input: ${type}Input!, expectedVersion: Int): ${type} ${access('update', 'write')}
}
`;
}

function documents({ type, singular, plural, path }: Kind): string {
  const record = `...${type}Record`;
  return `
fragment ${type}Record on ${type} {
  id version ${[...TEXTS, ...NUMBERS, ...DATES, ...IDS].join(' ')} status tags
  createdAt updatedAt createdBy { ...ActorRecord } updatedBy { ...ActorRecord } deletedAt
}

"List records"
query List${type}s(
  $search: String, $filter: ${type}Filter, $sort: [${type}Sort!], $page: Int, $pageSize: Int, $cursor: String, $includeDeleted: Boolean
) @rest(method: GET, path: "/api/${path}") {
  ${plural}(search: $search, filter: $filter, sort: $sort, page: $page, pageSize: $pageSize, after: $cursor, includeDeleted: $includeDeleted) {
    nodes { ${record} }
    ...PageRecord
  }
}

"Create a record"
mutation Create${type}($input: Create${type}Input!) @rest(method: POST, path: "/api/${path}", status: 201) {
  create${type}(input: $input) { ${record} }
}

"Get a record"
query Get${type}($id: UUID!) @rest(method: GET, path: "/api/${path}/{id}") {
  ${singular}(id: $id) { ${record} }
}

"Update a record"
mutation Update${type}($id: UUID!, $input: ${type}Input!, $expectedVersion: Int) @rest(method: PATCH, path: "/api/${path}/{id}") {
  update${type}(id: $id, input: $input, expectedVersion: $expectedVersion) { ${record} }
}
`;
}

function resolvers(kinds: Kind[]): string {
  const none = 'async () => null';
  return `// Generated by the bench.
import { companyById } from '../src/domains/companies/loaders.ts';
import { related } from '../src/operations/sources.ts';

export const benchKinds = {
  Query: {
    ${kinds.map(({ singular }) => `${singular}: ${none},`).join('\n    ')}
    ${kinds.map(({ plural }) => `${plural}: ${none},`).join('\n    ')}
  },
  Mutation: {
    ${kinds.map(({ type }) => `create${type}: ${none},\n    update${type}: ${none},`).join('\n    ')}
  },
  ${kinds.map(({ type }) => `${type}: { company: related(companyById, 'companyId') },`).join('\n  ')}
};
`;
}

/** Returns the files of a number of kinds, by path. @param index the text of resolvers/index.ts */
export function filesOf(count: number, index: string): Record<string, string> {
  const kinds = kindsOf(count);
  return {
    // One file for each kind, as for domains.
    ...Object.fromEntries(kinds.map((kind) => [`schema/${kind.path}.graphql`, sdl(kind)])),
    ...Object.fromEntries(
      kinds.map((kind) => [`rest-compat/operations/${kind.path}.graphql`, documents(kind)]),
    ),
    'resolvers/bench-kinds.ts': resolvers(kinds),
    'resolvers/index.ts': index.replace(
      '\nconst domains = [',
      "import { benchKinds } from './bench-kinds.ts';\n\nconst domains = [\n  benchKinds,",
    ),
  };
}
