// Routes for events of external providers: the raw body is what they signed.
import type { FastifyRequest, RouteOptions } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { Services } from '../services.ts';

/** What a route's events are about, by the parameter that names the provider. */
const SOURCES: Record<string, string> = {
  mail_provider: 'mail',
  voice_provider: 'voice',
  signing_provider: 'signing',
  payment_provider: 'payments',
};

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
      const body = (request.body as string) ?? '';
      const { status, duplicate } = await receive(services, request, provider, body).catch((error) => {
        if (error instanceof ServiceError)
          countRefusal(services, request, SOURCES[parameter]!, provider, error.code);
        throw error;
      });
      return reply.code(status).header('cache-control', 'no-store').send({ received: true, duplicate });
    },
  };
}

/**
 * Counts a refused event, for the operators. It may be lost: the caller does not wait, and an unknown provider is named
 * as such, so that nobody can fill the table.
 */
function countRefusal(
  { database, clock }: Services,
  { log }: FastifyRequest,
  source: string,
  provider: string | undefined,
  code: string,
): void {
  const isKnown = provider !== undefined && code !== 'UNKNOWN_PROVIDER';
  const values = [source, isKnown ? provider : 'unknown', code, clock.now()];
  database.auxiliaryPool
    .query(
      `insert into ingress_refusals as r (source, provider, reason, hour, occurrences, last_at)
       values ($1, $2, $3, date_trunc('hour', $4::timestamptz), 1, $4)
       on conflict (source, provider, reason, hour) do update set occurrences = r.occurrences + 1, last_at = excluded.last_at`,
      values,
    )
    .catch((error) => log.warn({ err: error }, 'a refused event could not be counted'));
}
