// Resolvers of members and invitations: operations call services.
import { acceptInvitation } from '../src/domains/members/accept.ts';
import { createInvitation, revokeInvitation } from '../src/domains/members/invitations.ts';
import { removeMember } from '../src/domains/members/removal.ts';
import { listMembers, updateMember } from '../src/domains/members/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const members: Resolvers = {
  Query: {
    members: (_, args, ctx, info) => listMembers(ctx, args, lookahead(info, 'members')),
  },
  Mutation: {
    updateMember: (_, { id, input, expectedVersion }, ctx) => updateMember(ctx, id, input, expectedVersion),
    removeMember: (_, { id, reassignToUserId, expectedVersion }, ctx) =>
      removeMember(ctx, id, reassignToUserId, expectedVersion),
    createInvitation: (_, { input }, ctx) => createInvitation(ctx, input),
    revokeInvitation: (_, { id }, ctx) => revokeInvitation(ctx, id),
    acceptInvitation: (_, acceptance, ctx) => acceptInvitation(ctx, acceptance),
  },
};
