// What watches the process: liveness, readiness, metrics. They answer also when the database does not.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ANONYMOUS } from '../access/principal.ts';
import { fail, ServiceError } from '../errors.ts';
import { callOperation, type Origin } from '../operations/call.ts';
import type { Services } from '../services.ts';
import { admit } from './pipeline.ts';

type Answered = Pick<RouteOptions, 'handler'>;

/** How the routes of health are answered: the usual admission asks the database, which a probe must not depend on. */
export function probeRoutes(services: Services): Record<'GetHealth' | 'GetReadiness', Answered> {
  const answer = async (name: string, origin: Origin, reply: FastifyReply): Promise<unknown> => {
    const operation = services.catalogue.byName.get(name)!;
    const { status, body } = await callOperation(services, { ...origin, operation, input: {} });
    return reply.header('cache-control', 'no-store').code(status).send(body);
  };
  return {
    GetHealth: { handler: (request, reply) => answer('GetHealth', nobody(request), reply) },
    GetReadiness: {
      handler: async (request, reply) =>
        answer('GetReadiness', await watcher(services, request, reply), reply),
    },
  };
}

/** Whoever asks, if that can be found out; nobody otherwise. @throws RATE_LIMITED */
async function watcher(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Origin> {
  try {
    return await admit(services, request, reply, { surface: 'rest', personal: true });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RATE_LIMITED') throw error;
    return nobody(request);
  }
}

function nobody(request: FastifyRequest): Origin {
  return { surface: 'rest', requestId: request.id, principal: ANONYMOUS, log: request.log };
}

/** Mounts GET /metrics, for Prometheus; whoever may not read it finds nothing there. */
export function mountMetrics(app: FastifyInstance, { metrics, config }: Services): void {
  app.get('/metrics', async (request, reply) => {
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
