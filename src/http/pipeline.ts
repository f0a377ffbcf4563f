// What every HTTP request passes before it is an operation: limits, a slot to run in, authentication, its body.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { authenticate } from '../access/authenticate.ts';
import { ANONYMOUS, type Principal } from '../access/principal.ts';
import type { Surface } from '../context.ts';
import { fail, ServiceError } from '../errors.ts';
import type { Origin } from '../operations/call.ts';
import type { Services } from '../services.ts';
import { API_VERSIONS } from '../version.ts';
import { AdmissionQueue, type Slot } from './admission-queue.ts';
import { awaitTurn } from './connections.ts';
import { type Allowance, headersOf } from './rate-limit.ts';
import { assertBodyLength, BodyBudget, type BodyLease, discardBody, readJsonBodies } from './request-body.ts';

/** What a route asks of a request before its body is read. */
export interface Entry {
  /** Whether callers without credentials are let in; where it is absent, credentials are not looked at. */
  credentials?: 'optional' | 'required';
  /** A person's own operation, outside of any workspace (spec README point 24). */
  personal?: boolean;
  /** Answers also while the service is overloaded; `live` asks nothing at all, not even the limits. */
  probe?: 'live' | 'ready';
  /** The methods that the path takes, where the route is one for the others. */
  allow?: string;
}

/** What is known of a request that was let in. */
export interface Entered {
  principal: Principal;
  address?: Allowance;
  slot?: Slot;
  lease?: BodyLease;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
    entry?: Entry;
  }
  interface FastifyRequest {
    entered: Entered | null;
  }
}

/** What an operation tells of itself. */
export interface Admission {
  surface: Surface;
  /** Counts against the write limit of the workspace. */
  write?: boolean;
  export?: boolean;
}

/** Running requests for each connection of the pool: while some wait for the database, others are worked on. */
const SLOTS_PER_CONNECTION = 2;

/** Takes the caller's request id where it is well formed, else makes one (platform.md §3). */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,128}$/.test(given) ? given : uuid();
}

/**
 * Puts steps 2 to 5 of platform.md §1 before every route, and before any body is read; authentication stands before the
 * body, so that strangers cannot make the process read and parse.
 */
export function guardEntry(app: FastifyInstance, services: Services): void {
  const queue = new AdmissionQueue(services.config.poolSize * SLOTS_PER_CONNECTION);
  const budget = new BodyBudget();
  app.decorateRequest('entered', null);
  app.addHook('onRequest', async (request, reply) => {
    const isTurn = reply.raw.socket !== null || (await awaitTurn(request, reply));
    if (!isTurn) return reply.hijack();
    return enter(services, queue, request, reply);
  });
  // With the answer made, its request holds nothing of what others wait for, however slowly the client reads.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { slot, lease } = request.entered ?? {};
    if (slot) queue.leave(slot);
    if (lease) {
      lease.release();
      request.body = undefined;
    }
    if (request.raw.complete || request.raw.destroyed) done(null, payload);
    else discardBody(request.raw, () => done(null, payload));
  });
  readJsonBodies(app, {
    leaseOf(request) {
      const entered = request.entered!;
      entered.lease = budget.open(request.ip, entered.principal.kind === 'anonymous');
      return entered.lease;
    },
    async slotFor(request) {
      request.entered!.slot = await queue.enter(request.raw.socket);
    },
  });
}

async function enter(
  services: Services,
  queue: AdmissionQueue,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { entry = {} } = request.routeOptions.config;
  const entered: Entered = { principal: ANONYMOUS };
  request.entered = entered;
  if (entry.probe === 'live') return;
  if (entry.probe === 'ready') return letProbeIn(services, entry, request, reply);
  await countAddress(services, request, reply);
  if (request.is404) fail('NOT_FOUND', 'There is no such route.');
  if (entry.allow) fail('METHOD_NOT_ALLOWED', undefined, { headers: { allow: entry.allow } });
  assertBodyLength(request);
  if (!bringsBody(request)) {
    const slot = queue.enter(request.raw.socket);
    entered.slot = slot instanceof Promise ? await slot : slot;
  }
  entered.principal = await principalOf(services, entry, request);
}

/** Whether a body will be parsed, which is where such a request waits for its slot. */
function bringsBody({ method, headers }: FastifyRequest): boolean {
  return headers['content-type'] !== undefined && method !== 'GET' && method !== 'HEAD';
}

/** Counts the request against its address. @throws RATE_LIMITED */
export async function countAddress(
  { limiter }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = await limiter.consume('ip', request.ip);
  reply.headers(headersOf([address]));
  if (request.entered) request.entered.address = address;
}

async function principalOf(
  services: Services,
  { credentials, personal }: Entry,
  { headers, ip }: FastifyRequest,
): Promise<Principal> {
  if (!credentials) return ANONYMOUS;
  const principal = await authenticate(services, {
    authorization: headers.authorization,
    tenantHeader: one(headers['x-tenant-id']),
    ignoreTenant: personal,
    ip,
  });
  if (credentials === 'required' && principal.kind === 'anonymous')
    fail('UNAUTHENTICATED', undefined, { headers: { 'www-authenticate': 'Bearer' } });
  checkOrigin(services, headers.origin, principal);
  return principal;
}

/** Whoever asks, if that can be found out; nobody otherwise. @throws RATE_LIMITED */
async function letProbeIn(
  services: Services,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    await countAddress(services, request, reply);
    request.entered!.principal = await principalOf(services, entry, request);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RATE_LIMITED') throw error;
  }
}

/**
 * Step 7 of platform.md §1, and what the headers ask for. Sets the rate-limit headers of the answer.
 * @throws ServiceError RATE_LIMITED, UNSUPPORTED_API_VERSION
 */
export async function admit(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission,
): Promise<Origin> {
  const { principal, address } = request.entered!;
  const counted = await countPrincipal(services, principal, admission);
  if (address && counted.length) reply.headers(headersOf([address, ...counted]));
  checkVersion(request, reply);
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
