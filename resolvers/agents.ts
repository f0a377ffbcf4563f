// Resolvers of agents and the automation policy: operations call services, other fields call loaders.
import { agentById, lastSeenOf, pendingProposalsOf } from '../src/domains/agents/loaders.ts';
import type { AutomationPolicy } from '../src/domains/agents/model.ts';
import { getPolicy, setPolicy } from '../src/domains/agents/policy.ts';
import { createAgent, listAgents, updateAgent } from '../src/domains/agents/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const agents: Resolvers = {
  Query: {
    agents: (_, args, ctx, info) => listAgents(ctx, args, lookahead(info, 'agents')),
    automationPolicy: (_, _args, ctx) => getPolicy(ctx),
  },
  Mutation: {
    createAgent: (_, { input }, ctx) => createAgent(ctx, input),
    updateAgent: (_, { id, input, expectedVersion }, ctx) => updateAgent(ctx, id, input, expectedVersion),
    setAutomationPolicy: (_, { input, expectedVersion }, ctx) => setPolicy(ctx, input, expectedVersion),
  },
  Agent: {
    pendingProposals: ({ id }, _, ctx) => pendingProposalsOf(ctx, id),
    lastSeenAt: ({ id }, _, ctx) => lastSeenOf(ctx, id),
  },
  ApiToken: { agent: related(agentById, 'agentId') },
  AutomationPolicy: {
    modes: computed<AutomationPolicy>(
      ['modeWrite', 'modeExternalSend', 'modeFinancial', 'modeDestructive', 'modeSigning'],
      ({ modeWrite, modeExternalSend, modeFinancial, modeDestructive, modeSigning }) => ({
        write: modeWrite,
        externalSend: modeExternalSend,
        financial: modeFinancial,
        destructive: modeDestructive,
        signing: modeSigning,
      }),
    ),
    quietHours: computed<AutomationPolicy>(
      ['quietFrom', 'quietUntil'],
      ({ quietFrom, quietUntil }) => quietFrom && { from: quietFrom, until: quietUntil },
    ),
  },
};
