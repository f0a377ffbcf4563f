// Resolvers of liveness and readiness.
import { health as checkLiveness, readiness } from '../src/domains/health/service.ts';
import type { Resolvers } from './generated.ts';

export const health: Resolvers = {
  Query: {
    health: () => checkLiveness(),
    readiness: (_, _args, ctx) => readiness(ctx),
  },
};
