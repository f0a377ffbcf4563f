// Builds the executable schema. Inside, enum values are the stored ones.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, type GraphQLSchema, isEnumType, Kind } from 'graphql';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { loadTypeDefs } from '../sdl/type-defs.ts';

export type ResolverMap = NonNullable<Parameters<typeof makeExecutableSchema>[0]['resolvers']>;

/** Builds the executable schema. Internally, enums have their stored values. */
export function buildSchema(resolvers: ResolverMap): GraphQLSchema {
  const typeDefs = loadTypeDefs();
  return makeExecutableSchema({
    typeDefs,
    // `npm run generate` validates the SDL; doing so at each start, or copying the schema, would take a tenth of a
    // second.
    assumeValidSDL: true,
    updateResolversInPlace: true,
    resolvers: { ...resolvers, ...enumResolvers(typeDefs) } as ResolverMap,
  });
}

function enumResolvers(typeDefs: DocumentNode): Record<string, Record<string, string>> {
  const enums: Record<string, Record<string, string>> = {};
  for (const node of typeDefs.definitions) {
    if (node.kind !== Kind.ENUM_TYPE_DEFINITION && node.kind !== Kind.ENUM_TYPE_EXTENSION) continue;
    enums[node.name.value] ??= {};
    for (const value of node.values ?? [])
      enums[node.name.value]![value.name.value] = wireValue({ name: value.name.value, astNode: value });
  }
  return enums;
}

/** Returns an enum value as it is stored and sent on REST and MCP. */
export function wireValue(value: { name: string; astNode?: unknown }): string {
  const stated = directive(value as never, 'value');
  return stated ? (argumentsOf(stated).is as string) : value.name.toLowerCase();
}

/** Returns serializers that output enums on REST and MCP as they are stored. GraphQL clients get their names. */
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
