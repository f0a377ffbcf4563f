// Resolvers of rate limits: operations call services.
import { listRateLimitPolicies, setRateLimitPolicy } from '../src/domains/rate-limits/service.ts';
import type { Resolvers } from './generated.ts';

export const rateLimits: Resolvers = {
  Query: { rateLimitPolicies: (_, _args, ctx) => listRateLimitPolicies(ctx) },
  Mutation: { setRateLimitPolicy: (_, args, ctx) => setRateLimitPolicy(ctx, args) },
};
