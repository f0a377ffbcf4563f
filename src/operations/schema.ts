// Builds the executable schema. Inside, enum values are the stored ones.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, isEnumType } from 'graphql';
import { enumValues } from '../sdl/enums.ts';
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
    resolvers: { ...resolvers, ...enumValues(typeDefs) } as ResolverMap,
  });
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
