// What every HTTP request passes before it is an operation: request id, limits, authentication.
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../access/authenticate.ts';
import { ANONYMOUS, type Principal } from '../access/principal.ts';
import type { Surface } from '../context.ts';
import { fail } from '../errors.ts';
import type { Origin } from '../operations/call.ts';
import type { Services } from '../services.ts';
import { type Allowance, headersOf } from './rate-limit.ts';

/** What a route tells of itself. */
export interface Admission {
  surface: Surface;
  /** Credentials are not looked at. */
  public?: boolean;
  /** A person's own operation, outside of any workspace (spec README point 24). */
  personal?: boolean;
  /** Counts against the write limit of the workspace. */
  write?: boolean;
  export?: boolean;
}

/** The versions that X-Api-Version may ask for, the newest last (platform.md §3). */
export const API_VERSIONS = ['2026-11-01'];

/** Takes the caller's request id where it is well formed, else makes one (platform.md §3). */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,128}$/.test(given) ? given : randomUUID();
}

/**
 * Steps 2 to 7 of platform.md §1. Sets the rate-limit headers of the answer.
 * @throws ServiceError RATE_LIMITED, UNAUTHENTICATED, TENANT_*, ORIGIN_FORBIDDEN and so on
 */
export async function admit(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission,
): Promise<Origin> {
  const allowances = [await services.limiter.consume('ip', request.ip)];
  reply.headers(headersOf(allowances));
  checkVersion(request, reply);
  const principal = admission.public
    ? ANONYMOUS
    : await authenticate(services, {
        authorization: request.headers.authorization,
        tenantHeader: one(request.headers['x-tenant-id']),
        ignoreTenant: admission.personal,
        ip: request.ip,
      });
  checkOrigin(services, request.headers.origin, principal);
  allowances.push(...(await countPrincipal(services, principal, admission)));
  reply.headers(headersOf(allowances));
  return {
    surface: admission.surface,
    requestId: request.id,
    principal,
    log: request.log,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
  };
}

async function countPrincipal(
  services: Services,
  principal: Principal,
  { write, export: exports, surface }: Admission,
): Promise<Allowance[]> {
  if (principal.kind === 'anonymous') return [];
  const { limiter } = services;
  const { tenantId } = principal;
  return Promise.all([
    principal.kind === 'user'
      ? limiter.consume('user', principal.id)
      : limiter.consume('token', principal.id),
    ...(tenantId ? [limiter.consume('tenant', tenantId)] : []),
    ...(tenantId && write ? [limiter.consume('tenant-write', tenantId)] : []),
    ...(tenantId && exports ? [limiter.consume('export', tenantId)] : []),
    ...(surface === 'mcp' ? [limiter.consume('mcp', principal.id)] : []),
  ]);
}

/** Only a browser sends Origin; a workspace may say whose pages it takes calls from, beside our own (platform.md §5). */
function checkOrigin({ config }: Services, origin: string | undefined, { policy }: Principal): void {
  if (origin === undefined || policy.origins.length === 0) return;
  if (origin !== new URL(config.publicUrl).origin && !policy.origins.includes(origin))
    fail('ORIGIN_FORBIDDEN');
}

function checkVersion(request: FastifyRequest, reply: FastifyReply): void {
  const version = one(request.headers['x-api-version']);
  if (version === undefined) return;
  if (!API_VERSIONS.includes(version)) {
    fail('UNSUPPORTED_API_VERSION', undefined, { details: { supported: API_VERSIONS } });
  }
  reply.header('x-api-version', version);
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
