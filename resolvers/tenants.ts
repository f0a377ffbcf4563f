// Resolvers of the settings of the workspace.
import { getSettings, updateSettings } from '../src/domains/tenants/settings.ts';
import type { Resolvers } from './generated.ts';

export const tenants: Resolvers = {
  Query: { tenantSettings: (_, _args, ctx) => getSettings(ctx) },
  Mutation: {
    updateTenantSettings: (_, { input, expectedVersion }, ctx) => updateSettings(ctx, input, expectedVersion),
  },
};
