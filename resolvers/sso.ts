// Resolvers of single sign-on: the connection of a workspace, and sign-in with it.
import { getSsoSettings, setSsoConnection } from '../src/domains/sso/service.ts';
import { completeSso, startSso } from '../src/domains/sso/sign-in.ts';
import type { Resolvers } from './generated.ts';

export const sso: Resolvers = {
  Query: {
    startSso: (_, { tenantSlug, redirectUri, maxAge }, ctx) =>
      startSso(ctx, tenantSlug, { redirectUri, maxAge }),
  },
  TenantSettings: { sso: (_settings, _args, ctx) => getSsoSettings(ctx) },
  Mutation: {
    completeSso: (_, { code, state, iss }, ctx) => completeSso(ctx, { code, state, iss }),
    setSsoConnection: (_, { input, expectedVersion }, ctx) => setSsoConnection(ctx, input, expectedVersion),
  },
};
