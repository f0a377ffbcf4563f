// Resolvers of impersonations: operations call services.
import type { Impersonation } from '../src/domains/impersonations/model.ts';
import {
  endImpersonation,
  endOf,
  listImpersonations,
  startImpersonation,
} from '../src/domains/impersonations/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

const END = ['endedAt', 'endReason', 'expiresAt'] as const;

export const impersonations: Resolvers = {
  Query: {
    impersonations: (_, args, ctx, info) =>
      listImpersonations(ctx, args, lookahead(info, 'platform_impersonations')),
  },
  Mutation: {
    startImpersonation: (_, { id, ...input }, ctx) => startImpersonation(ctx, id, input),
    endImpersonation: (_, { id }, ctx) => endImpersonation(ctx, id),
  },
  Impersonation: {
    tenantId: computed<Impersonation>(['workspaceId'], ({ workspaceId }) => workspaceId),
    tenantName: computed<Impersonation>(['workspaceName'], ({ workspaceName }) => workspaceName),
    endedAt: computed<Impersonation>([...END], (row, { now }) => endOf(row, now).endedAt),
    endReason: computed<Impersonation>([...END], (row, { now }) => endOf(row, now).endReason),
  },
};
