// Resolvers of proposals: operations call services, other fields call loaders.
import { agentById } from '../src/domains/agents/loaders.ts';
import { approveProposal, rejectProposal } from '../src/domains/proposals/decide.ts';
import { proposalsOfAgent } from '../src/domains/proposals/loaders.ts';
import type { ActionProposal } from '../src/domains/proposals/model.ts';
import { createProposal, getProposal, listProposals } from '../src/domains/proposals/service.ts';
import { visibleArguments, visiblePreview } from '../src/domains/proposals/visible-fields.ts';
import { cancelProposal } from '../src/domains/proposals/withdraw.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const proposals: Resolvers = {
  Query: {
    actionProposals: (_, args, ctx, info) => listProposals(ctx, args, lookahead(info, 'action_proposals')),
    actionProposal: (_, { id }, ctx) => getProposal(ctx, id),
  },
  Mutation: {
    createActionProposal: (_, { input }, ctx) => createProposal(ctx, input),
    cancelActionProposal: (_, { id }, ctx) => cancelProposal(ctx, id),
    approveAction: (_, { approvalId, note, ...reviewed }, ctx) =>
      approveProposal(ctx, approvalId, reviewed, note),
    rejectAction: (_, { approvalId, reason }, ctx) => rejectProposal(ctx, approvalId, reason),
  },
  ActionProposal: {
    arguments: computed<ActionProposal>(['arguments'], visibleArguments as never),
    preview: computed<ActionProposal>(['preview', 'operation'], visiblePreview as never),
    target: computed<ActionProposal>(
      ['targetType', 'targetId', 'targetVersion'],
      ({ targetType, targetId, targetVersion }) =>
        targetId && { type: targetType, id: targetId, version: targetVersion },
    ),
    execution: computed<ActionProposal>(
      ['executionState', 'executionErrorCode', 'executionResult', 'executionAt'],
      ({ executionState, executionErrorCode, executionResult, executionAt, executionSecret }) =>
        executionState && {
          state: executionState,
          errorCode: executionErrorCode,
          resultRef: executionResult,
          at: executionAt,
          secret: executionSecret ?? null,
        },
    ),
    agent: related(agentById, 'agentId'),
  },
  Agent: { proposals: related(proposalsOfAgent) },
};
