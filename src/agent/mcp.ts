// The route POST /api/agent/mcp. The code of the protocol is large and is loaded with the first message.
import type { RouteOptions } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { Services } from '../services.ts';
import { protocolError } from './json-rpc.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

/** Returns the handlers of the operation CallMcp, which replace the generic REST handler. */
export function mcpRoute(services: Services): Pick<RouteOptions, 'handler' | 'errorHandler'> {
  let loading: Promise<McpEndpoint> | undefined;
  return {
    async handler(request, reply) {
      loading ??= import('./mcp-endpoint.ts').then((loaded) => new loaded.McpEndpoint(services));
      return (await loading).handle(request, reply);
    },
    errorHandler(error, _request, reply) {
      // Invalid JSON gets a JSON-RPC error; all other errors are answered as on every route.
      if (error instanceof ServiceError || error.statusCode !== 400) throw error;
      return reply.code(400).send(protocolError(-32700, 'Parse error: the body is not valid JSON.'));
    },
  };
}
