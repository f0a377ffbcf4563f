// Routes for events of external providers: the raw body is what they signed.
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Services } from '../services.ts';

/** Handles an event and returns the status of the answer. */
export type ReceiveEvent = (
  services: Services,
  request: FastifyRequest,
  provider: string,
  body: string,
) => Promise<{ status: number; duplicate: boolean }>;

/** Returns the handler of an ingress operation, which replaces the generic REST handler. */
export function ingressRoute(
  services: Services,
  parameter: string,
  receive: ReceiveEvent,
): Pick<RouteOptions, 'handler'> & { rawBody: true } {
  return {
    rawBody: true,
    async handler(request, reply) {
      const provider = (request.params as Record<string, string>)[parameter]!;
      const { status, duplicate } = await receive(
        services,
        request,
        provider,
        (request.body as string) ?? '',
      );
      return reply.code(status).header('cache-control', 'no-store').send({ received: true, duplicate });
    },
  };
}
