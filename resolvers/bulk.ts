// Resolvers of the mutations on many records: each runs the resolver of the mutation on one record, record by record.
import type { GraphQLResolveInfo } from 'graphql';
import type { TenantContext } from '../src/context.ts';
import { batch, bulk } from '../src/domains/bulk.ts';
import { bulkMutations, takesItems } from '../src/sdl/bulk.ts';
import { loadObjectTypes } from '../src/sdl/type-defs.ts';

type Resolver = (
  parent: unknown,
  args: Record<string, unknown>,
  ctx: TenantContext,
  info: GraphQLResolveInfo,
) => unknown;

/** Returns the resolvers that `@bulk` adds. @param mutations the resolvers of the type Mutation */
export function bulkResolvers(mutations: Record<string, Resolver>): Record<string, Resolver> {
  return Object.fromEntries(
    bulkMutations(loadObjectTypes()).map((mutation) => {
      const { field, single, event } = mutation;
      const one = mutations[single]!;
      const many: Resolver = takesItems(mutation)
        ? (parent, { items }, ctx, info) =>
            batch(ctx, event, items as object[], async (input) => one(parent, { input }, ctx, info) as never)
        : (parent, { ids }, ctx, info) =>
            bulk(ctx, event, ids as string[], async (id) => one(parent, { id }, ctx, info));
      return [field, many];
    }),
  );
}
