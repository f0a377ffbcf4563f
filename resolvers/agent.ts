// Resolvers of the agent surface: capabilities, API descriptions, manifests and connectors.
import { apiDescription, callerDescription, capabilitiesOf } from '../src/agent/capabilities.ts';
import { agentCard } from '../src/agent/card.ts';
import { connectorArtifact } from '../src/agent/connectors.ts';
import { mcpManifest } from '../src/agent/manifest.ts';
import { currentSession } from '../src/domains/auth/service.ts';
import { fail } from '../src/errors.ts';
import type { Resolvers } from './generated.ts';

export const agent: Resolvers = {
  Query: {
    agentCapabilities: async (_, { all }, ctx) => ({
      ...capabilitiesOf(ctx.services, ctx.principal, all ?? false),
      tenant: (await currentSession(ctx)).tenant,
    }),
    agentOpenApi: (_, { caller }, { services, principal }) =>
      caller ? callerDescription(services, principal) : apiDescription(services),
    mcpManifest: (_, _args, { services, principal }) => mcpManifest(services, principal),
    agentCard: (_, _args, { services, principal }) => agentCard(services, principal),
    connectorArtifact: (_, { target }, { services, principal }) =>
      connectorArtifact(services, principal, target),
  },
  Mutation: {
    // Only REST serves MCP, because a message may run an operation in its own transaction.
    callMcp: () => fail('ACTION_NOT_AVAILABLE', 'Send MCP messages to POST /api/agent/mcp.'),
  },
};
