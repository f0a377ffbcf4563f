// Resolvers of workspaces for operators: operations call services, owners and history loaders.
import { ownersOf, stateChangesOf } from '../src/domains/platform-tenants/loaders.ts';
import {
  getTenant,
  listTenants,
  provisionTenant,
  rateLimitsOf,
  updateTenant,
} from '../src/domains/platform-tenants/service.ts';
import {
  cancelTenantDeletion,
  reactivateTenant,
  scheduleTenantDeletion,
  suspendTenant,
} from '../src/domains/platform-tenants/states.ts';
import { tenantUsage } from '../src/domains/platform-tenants/usage.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const platformTenants: Resolvers = {
  Query: {
    tenants: (_, args, ctx, info) => listTenants(ctx, args, lookahead(info, 'platform_tenants')),
    tenant: (_, { id }, ctx) => getTenant(ctx, id),
    tenantUsage: (_, { id, ...period }, ctx) => tenantUsage(ctx, id, period),
  },
  Mutation: {
    provisionTenant: (_, { input }, ctx) => provisionTenant(ctx, input),
    updateTenant: (_, { id, input, expectedVersion }, ctx) => updateTenant(ctx, id, input, expectedVersion),
    suspendTenant: (_, { id, expectedVersion }, ctx) => suspendTenant(ctx, id, expectedVersion),
    reactivateTenant: (_, { id, expectedVersion }, ctx) => reactivateTenant(ctx, id, expectedVersion),
    scheduleTenantDeletion: (_, { id, ...options }, ctx) => scheduleTenantDeletion(ctx, id, options),
    cancelTenantDeletion: (_, { id, expectedVersion }, ctx) => cancelTenantDeletion(ctx, id, expectedVersion),
  },
  PlatformTenant: {
    rateLimits: (tenant) => rateLimitsOf(tenant),
    owners: ({ id }, _, ctx) => ownersOf(ctx, id),
    stateChanges: ({ id }, _, ctx) => stateChangesOf(ctx, id),
  },
};
