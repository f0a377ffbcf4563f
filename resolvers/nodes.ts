// Resolvers of `node` and `nodes`: any record by its id.
import { nodeById } from '../src/domains/nodes/service.ts';
import type { Resolvers } from './generated.ts';

export const nodes: Resolvers = {
  Query: {
    node: (_, { id }, ctx) => nodeById(ctx, id) as never,
    nodes: (_, { ids }, ctx) => ids.map((id) => nodeById(ctx, id)) as never,
  },
  Node: {
    __resolveType: (record) => (record as unknown as { __typename: string }).__typename as never,
  },
};
