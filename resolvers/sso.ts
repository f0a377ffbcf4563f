// Single sign-on: the connection of a workspace, and signing in with it.
import type { IResolvers } from '@graphql-tools/utils';
import type { Context, TenantContext } from '../src/context.ts';
import { setSsoConnection } from '../src/domains/sso/service.ts';
import { completeSso, startSso } from '../src/domains/sso/sign-in.ts';

export const sso: IResolvers = {
  Query: {
    startSso: (_, { tenantSlug, redirectUri, maxAge }, ctx: Context) =>
      startSso(ctx, tenantSlug, { redirectUri, maxAge }),
  },
  Mutation: {
    completeSso: (_, { code, state, iss }, ctx: Context) => completeSso(ctx, { code, state, iss }),
    setSsoConnection: (_, { input, expectedVersion }, ctx: TenantContext) =>
      setSsoConnection(ctx, input, expectedVersion),
  },
};
