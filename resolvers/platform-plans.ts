// Resolvers of plans for operators: operations call services, the plan of a workspace a loader.
import { limitsOf } from '../src/domains/billing/overview.ts';
import {
  assignTenantPlan,
  createPlatformPlan,
  listPlatformPlans,
  planOfTenant,
  updatePlatformPlan,
} from '../src/domains/platform-plans/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const platformPlans: Resolvers = {
  Query: {
    platformPlans: (_, args, ctx, info) => listPlatformPlans(ctx, args, lookahead(info, 'platform_plans')),
  },
  Mutation: {
    createPlatformPlan: (_, { input }, ctx) => createPlatformPlan(ctx, input),
    updatePlatformPlan: (_, { id, input, expectedVersion }, ctx) =>
      updatePlatformPlan(ctx, id, input, expectedVersion),
    assignTenantPlan: (_, { id, ...input }, ctx) => assignTenantPlan(ctx, id, input),
  },
  PlatformPlan: { limits: (plan) => limitsOf(plan) },
  PlatformTenant: { plan: ({ id }, _, ctx) => planOfTenant(ctx, id) },
};
