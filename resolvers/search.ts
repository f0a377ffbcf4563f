// Resolvers of global search: groups of hits, and the record of a hit.
import { globalSearch, recordOfHit } from '../src/domains/search/service.ts';
import type { Resolvers } from './generated.ts';

export const search: Resolvers = {
  Query: {
    globalSearch: (_, { q, modules, first }, ctx) => globalSearch(ctx, q, modules, first),
  },
  SearchHit: {
    record: (hit, _, ctx) => recordOfHit(ctx, hit),
  },
  SearchRecord: {
    __resolveType: (record) => record.__typename as never,
  },
};
