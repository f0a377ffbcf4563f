// The GraphQL schema as declared: SDL files joined; connections, paging arguments and views made from their patterns.
import { readdirSync, readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  concatAST,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isEnumType,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parse,
} from 'graphql';
import { argumentsOf, directive } from './directives.ts';

export type ResolverMap = NonNullable<Parameters<typeof makeExecutableSchema>[0]['resolvers']>;

const FOLDER = new URL('../../schema/', import.meta.url);

/** What `@paged` adds to a field. */
const PAGING = parse(`type T { f(
  "Page to read, from 1; page times pageSize goes to 10,000, beyond it use a cursor."
  page: Int @limits(min: 1)
  "Items of a page, 25 without it, served as 100 above that."
  pageSize: Int @limits(min: 1)
  "The same as pageSize."
  first: Int @limits(min: 1)
  "Cursor to continue after."
  after: String @limits(minLength: 1, maxLength: 2000)
): Int }`);

/** What `@viewed` adds to a field. */
const VIEWING = parse(`type T { f(
  "A saved view of this list: its filter holds beside that of the call; its order and page size where the call gives none."
  viewId: UUID
): Int }`);

/** The arguments that a directive adds to a field. */
const ADDED: Record<string, readonly InputValueDefinitionNode[]> = {
  viewed: argumentsIn(VIEWING),
  paged: argumentsIn(PAGING),
};

function argumentsIn({ definitions }: DocumentNode): readonly InputValueDefinitionNode[] {
  const [field] = (definitions[0] as ObjectTypeDefinitionNode).fields!;
  return field!.arguments!;
}

/** The SDL of every domain as one document. */
export function loadTypeDefs(): DocumentNode {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  const parts = files.map((name) => parse(readFileSync(new URL(name, FOLDER), 'utf8'), { noLocation: true }));
  const declared = concatAST(parts);
  const definitions = declared.definitions.map((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION
      ? { ...definition, fields: definition.fields?.map(withAdded) }
      : definition,
  );
  return concatAST([
    { kind: Kind.DOCUMENT, definitions },
    ...connectionsOf(declared).map((sdl) => parse(sdl, { noLocation: true })),
    parse(viewedListsOf(declared)),
  ]);
}

function withAdded(field: FieldDefinitionNode): FieldDefinitionNode {
  const added = Object.entries(ADDED).flatMap(([name, given]) => (directive(field, name) ? given : []));
  return added.length ? { ...field, arguments: [...(field.arguments ?? []), ...added] } : field;
}

/** The lists that views are saved of: those that some field is declared to show. */
function viewedListsOf(document: DocumentNode): string {
  const names = new Set<string>();
  for (const definition of document.definitions) {
    for (const field of (definition as ObjectTypeExtensionNode).fields ?? []) {
      const use = directive(field as FieldDefinitionNode, 'viewed');
      if (use) names.add(argumentsOf(use).of as string);
    }
  }
  return `"Lists that views are saved of." enum SavedViewEntity { ${[...names].sort().join(' ')} }`;
}

function connectionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  for (const definition of document.definitions) {
    for (const field of (definition as ObjectTypeExtensionNode).fields ?? []) {
      let type = field.type;
      while (type.kind !== Kind.NAMED_TYPE) type = type.type;
      const node = /^(\w+)Connection$/.exec(type.name.value)?.[1];
      if (node) names.add(node);
    }
  }
  return [...names].map(
    (node) => `
      "A page of a list of ${node}."
      type ${node}Connection implements Connection {
        "The records of the page."
        nodes: [${node}!]!
        "The records of the page, each with its cursor."
        edges: [${node}Edge!]!
        pageInfo: PageInfo!
        "Number of this page, from 1; null when the page was asked for by cursor."
        page: Int
        "Items asked for; at most 100."
        pageSize: Int!
        "Items in the whole list, counted exactly up to 10,000."
        total: Int!
        "Pages of this size in the whole list."
        totalPages: Int!
        "True when there are more than total says."
        totalIsEstimate: Boolean!
        "Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one."
        nextCursor: String
      }
      "One record of a page with its cursor."
      type ${node}Edge { cursor: String! node: ${node}! }`,
  );
}

/** Builds the executable schema. Enum values stand inside as they are stored. */
export function buildSchema(resolvers: ResolverMap): GraphQLSchema {
  const typeDefs = loadTypeDefs();
  return makeExecutableSchema({
    typeDefs,
    // `npm run generate` looks the SDL over; doing so at each start, or copying the schema, would cost a tenth of a second.
    assumeValidSDL: true,
    updateResolversInPlace: true,
    resolvers: { ...resolvers, ...enumResolvers(typeDefs) } as ResolverMap,
  });
}

function enumResolvers(typeDefs: DocumentNode): Record<string, Record<string, string>> {
  return Object.fromEntries(
    typeDefs.definitions
      .filter((definition) => definition.kind === Kind.ENUM_TYPE_DEFINITION)
      .map(({ name, values = [] }) => [
        name.value,
        Object.fromEntries(
          values.map((node) => [node.name.value, wireValue({ name: node.name.value, astNode: node })]),
        ),
      ]),
  );
}

/** How an enum value is stored and how it travels on REST and MCP. */
export function wireValue(value: { name: string; astNode?: unknown }): string {
  const stated = directive(value as never, 'value');
  return stated ? (argumentsOf(stated).is as string) : value.name.toLowerCase();
}

/** How enums leave on REST and MCP: as they are stored. GraphQL clients see their names. */
export function enumsAsValues(schema: GraphQLSchema): Record<string, (value: unknown) => string> {
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  return Object.fromEntries(
    enums.map((type) => {
      const values = new Set(type.getValues().map((value) => value.value as string));
      const serialize = (value: unknown) => {
        if (values.has(value as string)) return value as string;
        throw new TypeError(`${String(value)} is not a value of ${type.name}`);
      };
      return [type.name, serialize];
    }),
  );
}
