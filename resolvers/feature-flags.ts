// Resolvers of feature flags: operations call services, the flags of a workspace a loader.
import {
  createFeatureFlag,
  listFeatureFlags,
  updateFeatureFlag,
} from '../src/domains/feature-flags/service.ts';
import { clearTenantFlag, flagsOfTenant, setTenantFlag } from '../src/domains/feature-flags/tenant-flags.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const featureFlags: Resolvers = {
  Query: {
    featureFlags: (_, args, ctx, info) => listFeatureFlags(ctx, args, lookahead(info, 'platform_flags')),
  },
  Mutation: {
    createFeatureFlag: (_, { input }, ctx) => createFeatureFlag(ctx, input),
    updateFeatureFlag: (_, { flagKey, input, expectedVersion }, ctx) =>
      updateFeatureFlag(ctx, flagKey, input, expectedVersion),
    setTenantFlag: (_, { id, ...input }, ctx) => setTenantFlag(ctx, id, input),
    clearTenantFlag: (_, { id, flagKey }, ctx) => clearTenantFlag(ctx, id, flagKey),
  },
  PlatformTenant: { flags: ({ id }, _, ctx) => flagsOfTenant(ctx, id) },
};
