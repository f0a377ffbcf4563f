// Authenticates a request: credentials first, then the workspace (platform.md §1 steps 4 to 6).
import { LRUCache } from 'lru-cache';
import { invalid, ServiceError } from '../errors.ts';
import { containsAddress } from './addresses.ts';
import { apiCalls } from './api-calls.ts';
import type { AccessServices } from './context.ts';
import { impersonatedRequests } from './impersonation.ts';
import {
  loadSessionPrincipal,
  loadTokenPrincipal,
  type PrincipalServices,
  type SessionIdentity,
} from './load-principal.ts';
import { PLATFORM_WORKSPACE } from './operators.ts';
import { ANONYMOUS, type Principal } from './principal.ts';
import { accessChanges } from './purge.ts';
import { invalidToken, verifyAccessToken } from './signing-keys.ts';
import { isApiToken } from './token-format.ts';

export interface Credentials {
  /** The header Authorization. */
  authorization?: string | undefined;
  /** The header x-tenant-id. */
  tenantHeader?: string | undefined;
  /** For operations of a person: no workspace is resolved, whatever header and token name (spec README point 24). */
  ignoreTenant?: boolean;
  /** For operations of operators: the workspace is that of the platform, whatever header and token name. */
  asOperator?: boolean;
  ip?: string | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LAST_USE_INTERVAL_MS = 60_000;

/** Expiry times of API tokens by principal: a cached principal must not outlive its token. */
const tokenExpiries = new WeakMap<Principal, number>();
/** When the last use of a token or session was written, so that it is written at most once a minute. */
const lastUses = new LRUCache<string, number>({ max: 10_000 });

/**
 * Returns the principal of a request, with everything that it may do. A user token without a workspace in header or
 * claim gives a principal without a workspace, for the operations of a person.
 * @throws ServiceError UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_REVOKED (401); TENANT_REQUIRED, VALIDATION_ERROR (400);
 *   TENANT_ACCESS_DENIED, TENANT_SUSPENDED, HUMAN_REQUIRED, ADDRESS_FORBIDDEN (403); in this order (platform.md §1, §2)
 */
export async function authenticate(services: AccessServices, credentials: Credentials): Promise<Principal> {
  const { authorization } = credentials;
  if (authorization === undefined) return ANONYMOUS;
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization.trim())?.[1];
  if (!token) throw invalidToken('UNAUTHENTICATED');
  const principal = token.startsWith('tat_')
    ? await authenticateApiToken(services, token, credentials)
    : await authenticateAccessToken(services, token, credentials);
  checkAddress(principal, credentials.ip);
  if (principal.impersonation) impersonatedRequests.count(services, principal.impersonation);
  if (principal.kind !== 'user' || principal.policy.limitsIdleness)
    recordLastUse(services, principal, credentials.ip);
  return principal;
}

/** @throws ADDRESS_FORBIDDEN for an address that the workspace or the token does not allow (platform.md §5, §6) */
function checkAddress({ policy }: Principal, ip: string | undefined): void {
  if (policy.addresses.every((list) => ip !== undefined && containsAddress(list, ip))) return;
  throw new ServiceError('ADDRESS_FORBIDDEN');
}

async function authenticateAccessToken(
  services: AccessServices,
  token: string,
  credentials: Credentials,
): Promise<Principal> {
  const claims = await verifyAccessToken(services, token);
  if (credentials.ignoreTenant) return sessionPrincipal(services, claims, undefined);
  if (credentials.asOperator) return sessionPrincipal(services, claims, PLATFORM_WORKSPACE);
  const bound = claims.tenantId;
  let requested = tenantOf(credentials.tenantHeader) ?? bound;
  if (typeof requested === 'string' && bound && requested !== bound)
    requested = new ServiceError('TENANT_ACCESS_DENIED');
  if (requested instanceof ServiceError) {
    // An ended session takes precedence over a wrong header.
    await sessionPrincipal(services, claims, undefined);
    throw requested;
  }
  return sessionPrincipal(services, claims, requested);
}

/**
 * Returns the principal of a session in a workspace, cached or loaded. SelectTenant uses it to check access to the
 * workspace.
 * @throws what loadSessionPrincipal throws
 */
export async function sessionPrincipal(
  services: PrincipalServices & Pick<AccessServices, 'principals'>,
  identity: SessionIdentity,
  tenantId: string | undefined,
): Promise<Principal> {
  const { principals, clock } = services;
  const { userId, sessionId, authTime } = identity;
  // Includes auth_time, because re-authentication changes it within the session.
  const key = `session:${sessionId}:${tenantId ?? ''}:${authTime.getTime()}`;
  const cached = principals.get(key, clock.now());
  if (cached) return cached;
  const changes = accessChanges();
  const principal = await loadSessionPrincipal(services, identity, tenantId);
  if (changes === accessChanges())
    principals.set(key, principal, [
      sessionId,
      userId,
      ...(tenantId ? [tenantId] : []),
      ...(principal.impersonation ? [principal.impersonation.by.id!] : []),
    ]);
  return principal;
}

async function authenticateApiToken(
  services: AccessServices,
  token: string,
  { tenantHeader, ignoreTenant, asOperator }: Credentials,
): Promise<Principal> {
  if (!isApiToken(token)) throw invalidToken('UNAUTHENTICATED');
  const { principals, keys, clock } = services;
  const now = clock.now();
  const requested =
    ignoreTenant || asOperator
      ? new ServiceError('HUMAN_REQUIRED')
      : (tenantOf(tenantHeader) ?? new ServiceError('TENANT_REQUIRED'));
  // The key contains the token itself: hashing it would cost more than everything else of a cached answer.
  const key = `token:${requested}:${token}`;
  let principal = typeof requested === 'string' ? principals.get(key, now) : undefined;
  if (!principal) {
    const changes = accessChanges();
    const loaded = await loadTokenPrincipal(services, keys.hashToken(token), requested);
    principal = loaded.principal;
    tokenExpiries.set(principal, loaded.expiresAt.getTime());
    if (changes === accessChanges()) {
      const { id, tenantId, agent } = principal;
      principals.set(key, principal, [id, tenantId!, ...(agent ? [agent.id] : [])]);
    }
  }
  if (tokenExpiries.get(principal)! <= now.getTime()) throw invalidToken('TOKEN_EXPIRED');
  apiCalls.count(services, principal);
  return principal;
}

/** Returns the workspace named by the header, the error if it is not a UUID, or undefined without a header. */
function tenantOf(header: string | undefined): string | ServiceError | undefined {
  if (header === undefined || header === '') return undefined;
  const id = header.trim().toLowerCase();
  return UUID.test(id)
    ? id
    : invalid('x-tenant-id', 'uuid', 'The header x-tenant-id must be the UUID of a workspace.');
}

/**
 * Writes the last use of a token or session without delaying the request. It is accurate to the minute and may be lost.
 */
function recordLastUse(
  { database, clock }: AccessServices,
  { id, tenantId, sessionId }: Principal,
  ip: string | undefined,
): void {
  const now = clock.now();
  const key = sessionId ?? id;
  const last = lastUses.get(key);
  if (last !== undefined && Math.abs(now.getTime() - last) < LAST_USE_INTERVAL_MS) return;
  lastUses.set(key, now.getTime());
  database
    .write({ tenantId: tenantId! }, async ({ db }) => {
      if (sessionId) await db('sessions').where({ id: sessionId }).update({ last_active_at: now });
      else
        await db('api_tokens')
          .where({ tenant_id: tenantId, id })
          .update({ last_used_at: now, last_used_ip: ip ?? null });
    })
    .catch(() => lastUses.delete(key));
}
