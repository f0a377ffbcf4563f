// Liveness and readiness.
import { health as alive, readiness } from '../src/domains/health/service.ts';
import type { Resolvers } from './generated.ts';

export const health: Resolvers = {
  Query: {
    health: () => alive(),
    readiness: (_, _args, ctx) => readiness(ctx),
  },
};
