// What watches the process: liveness, readiness, metrics. They answer also when the database does not.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { fail } from '../errors.ts';
import { callOperation } from '../operations/call.ts';
import type { Services } from '../services.ts';
import type { Entry } from './pipeline.ts';

type Answered = Pick<RouteOptions, 'handler'> & { entry: Entry };

/** How the routes of health are answered: the usual way in asks the database, which a probe must not depend on. */
export function probeRoutes(services: Services): Record<'GetHealth' | 'GetReadiness', Answered> {
  const answer = async (name: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const operation = services.catalogue.byName.get(name)!;
    const { id: requestId, entered, log } = request;
    const call = {
      surface: 'rest',
      requestId,
      principal: entered!.principal,
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
      entry: { probe: 'ready', credentials: 'optional', personal: true },
      handler: (request, reply) => answer('GetReadiness', request, reply),
    },
  };
}

/** Mounts GET /metrics, for Prometheus; whoever may not read it finds nothing there. */
export function mountMetrics(app: FastifyInstance, { metrics, config }: Services): void {
  app.get('/metrics', { config: { entry: { probe: 'ready' } } }, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) fail('NOT_FOUND', 'There is no such route.');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** With a token set only the token counts; without one, callers on this machine that no proxy stands before. */
function mayRead({ ip, headers }: FastifyRequest, token: string | undefined): boolean {
  if (token) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const forwarded = headers.forwarded ?? headers['x-forwarded-for'];
  return forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(ip);
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
