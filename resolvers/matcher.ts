// Resolvers of the matcher: the operation calls the service.
import { matchCompany } from '../src/domains/matcher/service.ts';
import type { Resolvers } from './generated.ts';

export const matcher: Resolvers = {
  Query: { matchCompany: (_, { input }, ctx) => matchCompany(ctx, input) as never },
};
