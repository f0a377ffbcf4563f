// Monitoring endpoints: liveness, readiness and metrics. They answer even when the database does not.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { fail } from '../errors.ts';
import { callOperation } from '../operations/call.ts';
import type { Services } from '../services.ts';
import type { Entry } from './pipeline.ts';

type ProbeRoute = Pick<RouteOptions, 'handler'> & { entry: Entry };

/** Returns the health routes, which skip the usual entry checks: those need the database, and a probe must not. */
export function probeRoutes(services: Services): Record<'GetHealth' | 'GetReadiness', ProbeRoute> {
  const answer = async (name: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const operation = services.catalogue.byName.get(name)!;
    const { id: requestId, entryState, log } = request;
    const call = {
      surface: 'rest',
      requestId,
      principal: entryState!.principal,
      log,
      operation,
      input: {},
    } as const;
    const { status, body } = await callOperation(services, call);
    return reply.header('cache-control', 'no-store').code(status).send(body);
  };
  return {
    GetHealth: {
      entry: { probe: 'live' },
      handler: (request, reply) => answer('GetHealth', request, reply),
    },
    GetReadiness: {
      entry: { probe: 'ready', credentials: 'optional', forOperators: true },
      handler: (request, reply) => answer('GetReadiness', request, reply),
    },
  };
}

/** Mounts GET /metrics for Prometheus; other callers get 404. */
export function mountMetrics(app: FastifyInstance, { metrics, config }: Services): void {
  app.get('/metrics', { config: { entry: { probe: 'ready' } } }, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) fail('NOT_FOUND', 'There is no route with this path.');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Returns whether the caller has the token; without a configured token, whether it runs on this machine without a proxy. */
function mayRead({ ip, headers }: FastifyRequest, token: string | undefined): boolean {
  if (token) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const forwarded = headers.forwarded ?? headers['x-forwarded-for'];
  return forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(ip);
}

function isSame(actual: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
