// Signing in and out, sessions, the active workspace.
import type { IResolvers } from '@graphql-tools/utils';
import type { Context, TenantContext } from '../src/context.ts';
import * as service from '../src/domains/auth/service.ts';

export const auth: IResolvers = {
  Query: {
    currentSession: (_, _args, ctx: TenantContext) => service.currentSession(ctx),
    sessions: (_, _args, ctx: Context) => service.listSessions(ctx),
    jwks: (_, _args, ctx: Context) => service.jwks(ctx.services),
  },
  Mutation: {
    signIn: (_, { email, password }, ctx: Context) => service.signIn(ctx, { email, password }),
    refreshSession: (_, { refreshToken }, ctx: Context) => service.refreshSession(ctx, refreshToken),
    signOut: (_, { everywhere }, ctx: Context) => service.signOut(ctx, everywhere ?? false),
    revokeSession: (_, { sessionId }, ctx: Context) => service.revokeSession(ctx, sessionId),
    selectTenant: (_, { tenantId }, ctx: Context) => service.selectTenant(ctx, tenantId),
  },
};
