// Resolvers of the health of workspaces: operations call services.
import { getTenantHealth, listHealthHistory } from '../src/domains/tenant-health/service.ts';
import type { Resolvers } from './generated.ts';

export const tenantHealth: Resolvers = {
  Query: {
    tenantHealth: (_, _args, ctx) => getTenantHealth(ctx) as never,
    tenantHealthHistory: (_, args, ctx) => listHealthHistory(ctx, args) as never,
  },
};
