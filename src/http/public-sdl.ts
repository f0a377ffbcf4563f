// The schema that clients see, as SDL with its descriptions: without the directives by which the service is declared.
import { GraphQLSchema, printSchema, specifiedDirectives } from 'graphql';

/** Returns the SDL for clients and their generators. Types that only internal directives use are left out. */
export function publicSdl(schema: GraphQLSchema): string {
  const { query, mutation } = schema.toConfig();
  return printSchema(
    new GraphQLSchema({ query, mutation, directives: specifiedDirectives, assumeValid: true }),
  );
}
