// Resolvers of accounts on the whole platform: operations call services, other fields call loaders.
import { lockedUntil, membershipsOf, sessionsOf, signInsOf } from '../src/domains/platform-users/loaders.ts';
import type { PlatformUser } from '../src/domains/platform-users/model.ts';
import {
  getPlatformUser,
  listPlatformUsers,
  reactivateUser,
  resetUserMfa,
  revokeUserSessions,
  suspendUser,
  updatePlatformUser,
} from '../src/domains/platform-users/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const platformUsers: Resolvers = {
  Query: {
    platformUsers: (_, args, ctx, info) => listPlatformUsers(ctx, args, lookahead(info, 'platform_users')),
    platformUser: (_, { id }, ctx) => getPlatformUser(ctx, id),
  },
  Mutation: {
    updatePlatformUser: (_, { id, input }, ctx) => updatePlatformUser(ctx, id, input),
    suspendUser: (_, { id }, ctx) => suspendUser(ctx, id),
    reactivateUser: (_, { id }, ctx) => reactivateUser(ctx, id),
    revokeUserSessions: (_, { id }, ctx) => revokeUserSessions(ctx, id),
    resetUserMfa: (_, { id, ticket }, ctx) => resetUserMfa(ctx, id, ticket),
  },
  PlatformUser: {
    memberships: computed<PlatformUser>(['id'], ({ id }, ctx) => membershipsOf(ctx, id)),
    sessions: computed<PlatformUser>(['id'], ({ id }, ctx) => sessionsOf(ctx, id)),
    signIns: computed<PlatformUser>(['id'], ({ id }, ctx) => signInsOf(ctx, id)),
    lockedUntil: computed<PlatformUser>(['email'], (user, ctx) => lockedUntil(ctx, user)),
  },
};
