// Lets pages of other origins call the API (CORS): those that the workspace lists in allowed_origins, none by default.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../access/principal.ts';
import { fail } from '../errors.ts';
import type { Services } from '../services.ts';

const ALLOW_ORIGIN = 'access-control-allow-origin';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';

/** Request headers that clients send; Apollo and other GraphQL clients add their own. */
const REQUEST_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'mcp-protocol-version',
  'traceparent',
  'x-api-version',
  'x-request-id',
  'x-tenant-id',
  'apollo-require-preflight',
  'apollographql-client-name',
  'apollographql-client-version',
].join(', ');

/** Response headers that scripts may read. */
const EXPOSED_HEADERS = [
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'X-Original-Request-Id',
  'X-Api-Version',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ');

/** Whether some workspace allows an origin; a change of the settings takes effect within the time that answers are kept. */
const known = new LRUCache<string, boolean>({ max: 10_000, ttl: 10_000 });

/** Mounts the answers to preflights. They carry no token, so every workspace that allows the origin counts. */
export function mountPreflights(app: FastifyInstance): void {
  for (const url of ['/api/*', '/graphql'])
    app.options(url, (request, reply) => {
      if (!reply.getHeader(ALLOW_ORIGIN) || !request.headers['access-control-request-method'])
        fail('NOT_FOUND', 'There is no route with this path.');
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': REQUEST_HEADERS,
          'access-control-max-age': '600',
          vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
        })
        .send();
    });
}

/**
 * Allows the page to read the answer if some workspace allows its origin, so that it can also read why it is refused.
 * Tokens are sent in a header, so credentials, which are cookies here, are never allowed.
 */
export async function allowOrigin(
  services: Services,
  { url, headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (origin === undefined || origin.length > 300 || !/^\/(api\/|graphql\b)/.test(url)) return;
  if (origin === new URL(services.config.publicUrl).origin) return;
  reply.header('vary', 'Origin');
  if (!(await isAllowedSomewhere(services, origin))) return;
  reply.headers({ [ALLOW_ORIGIN]: origin, 'access-control-expose-headers': EXPOSED_HEADERS });
}

/** Withdraws the permission if the workspace of the caller does not allow the origin itself. */
export function restrictOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  { tenantId, policy }: Principal,
): void {
  if (origin !== undefined && tenantId && !policy.origins.includes(origin)) reply.removeHeader(ALLOW_ORIGIN);
}

async function isAllowedSomewhere({ database }: Services, origin: string): Promise<boolean> {
  let allowed = known.get(origin);
  if (allowed === undefined) {
    const rows = await database.read({}, (tx) =>
      tx.rows(
        `select 1 from tenants where allowed_origins @> array[$1::text] and status = 'active' limit 1`,
        [origin],
      ),
    );
    allowed = rows.length > 0;
    known.set(origin, allowed);
  }
  return allowed;
}
