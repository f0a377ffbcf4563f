// Resolvers of sign-in, sessions, the active workspace and a user's own account.
import type { IResolvers } from '@graphql-tools/utils';
import type { Context, TenantContext } from '../src/context.ts';
import * as service from '../src/domains/auth/service.ts';
import { reAuthenticateBySso } from '../src/domains/sso/sign-in.ts';

export const auth: IResolvers = {
  Query: {
    currentSession: (_, _args, ctx: TenantContext) => service.currentSession(ctx),
    sessions: (_, _args, ctx: Context) => service.listSessions(ctx),
    jwks: (_, _args, ctx: Context) => service.jwks(ctx.services),
  },
  Mutation: {
    signIn: (_, credentials, ctx: Context) => service.signIn(ctx, credentials),
    refreshSession: (_, { refreshToken }, ctx: Context) => service.refreshSession(ctx, refreshToken),
    signOut: (_, { everywhere }, ctx: Context) => service.signOut(ctx, everywhere ?? false),
    revokeSession: (_, { sessionId }, ctx: Context) => service.revokeSession(ctx, sessionId),
    requestPasswordReset: (_, { email }, ctx: Context) => service.requestPasswordReset(ctx, email),
    resetPassword: (_, { token, password }, ctx: Context) => service.resetPassword(ctx, { token, password }),
    reAuthenticate: (_, { sso, ...proofs }, ctx: Context) =>
      sso ? reAuthenticateBySso(ctx, sso) : service.reAuthenticate(ctx, proofs),
    updateProfile: (_, { input }, ctx: Context) => service.updateProfile(ctx, input),
    manageMfa: (_, input, ctx: Context) => service.manageMfa(ctx, input),
    selectTenant: (_, { tenantId }, ctx: Context) => service.selectTenant(ctx, tenantId),
  },
};
