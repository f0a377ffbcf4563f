// POST /api/agent/mcp: its route. What speaks the protocol is large, and loaded with the first message.
import type { RouteOptions } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { Services } from '../services.ts';
import { protocolError } from './json-rpc.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

/** How the route of the operation CallMcp is answered, in place of the generic way of REST. */
export function mcpRoute(services: Services): Pick<RouteOptions, 'handler' | 'errorHandler'> {
  let loading: Promise<McpEndpoint> | undefined;
  return {
    async handler(request, reply) {
      loading ??= import('./mcp-endpoint.ts').then((loaded) => new loaded.McpEndpoint(services));
      return (await loading).handle(request, reply);
    },
    errorHandler(error, _request, reply) {
      // A body that is no JSON is answered in the terms of the protocol; every other refusal as everywhere.
      if (error instanceof ServiceError || error.statusCode !== 400) throw error;
      return reply.code(400).send(protocolError(-32700, 'Parse error: the body is not valid JSON.'));
    },
  };
}
