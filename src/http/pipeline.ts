// The steps that every HTTP request passes before its operation: rate limits, a slot to run in, authentication, body.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { authenticate } from '../access/authenticate.ts';
import type { Surface } from '../access/context.ts';
import { REASON_HEADER } from '../access/operators.ts';
import { ANONYMOUS, type Principal } from '../access/principal.ts';
import { fail, ServiceError } from '../errors.ts';
import type { Origin } from '../operations/call.ts';
import { type Allowance, headersOf } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { API_VERSIONS } from '../version.ts';
import { AdmissionQueue, type Slot } from './admission-queue.ts';
import { awaitTurn } from './connections.ts';
import { allowOrigin, restrictOrigin } from './cors.ts';
import { assertBodyLength, BodyBudget, type BodyLease, discardBody, readJsonBodies } from './request-body.ts';
import { acceptMultipart, assertTakesUpload, isMultipart } from './uploads.ts';

/** The requirements of a route, checked before the body is read. */
export interface Entry {
  /** Whether callers need credentials; if absent, credentials are ignored. `tolerated` ones may also be invalid. */
  credentials?: 'tolerated' | 'optional' | 'required';
  /** Whether the operation belongs to a person, outside any workspace (spec README point 24). */
  personal?: boolean;
  /** Whether the operation belongs to the operators of the platform. */
  forOperators?: boolean;
  /** Whether the route is opened by a link: no answer of it belongs in caches or search engines. */
  link?: boolean;
  /** Whether the route takes a file as multipart; its handler then reads the body itself. */
  upload?: boolean;
  /** Answers even while the service is overloaded; `live` skips all checks, including rate limits. */
  probe?: 'live' | 'ready';
  /** On the routes that refuse a path's other methods: the methods that the path supports. */
  allow?: string;
}

/** The state of a request that passed the entry checks. */
interface EntryState {
  principal: Principal;
  address?: Allowance;
  slot?: Slot;
  lease?: BodyLease;
  /** Waits for a slot; for handlers that read their body themselves. */
  enterQueue(): Promise<void>;
  /** Gives the slot up; for answers that stay open while nothing runs. */
  leaveQueue(): void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
    entry?: Entry;
    /** The body is handed to the route as text, unparsed. */
    rawBody?: boolean;
    /** Takes the body of an HTML form, which it does not read. */
    takesForm?: boolean;
  }
  interface FastifyRequest {
    entryState: EntryState | null;
  }
}

/** The properties of an operation that its rate limits depend on. */
export interface Admission {
  surface: Surface;
  /** Counts against the write limit of the workspace. */
  write?: boolean;
  export?: boolean;
}

/** Running requests for each connection of the pool, since not all of them use the database at the same time. */
const SLOTS_PER_CONNECTION = 2;

/** Returns the caller's request id if it is well formed, else a new one (platform.md §3). */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{8,128}$/.test(header) ? header : uuid();
}

/**
 * Runs steps 2 to 5 of platform.md §1 before every route. Authentication comes before the body is read, so that
 * anonymous callers cannot make the process read and parse large bodies.
 */
export function guardEntry(app: FastifyInstance, services: Services): void {
  const queue = new AdmissionQueue(services.config.poolSize * SLOTS_PER_CONNECTION);
  const budget = new BodyBudget();
  app.decorateRequest('entryState', null);
  app.addHook('onRequest', async (request, reply) => {
    const isTurn = reply.raw.socket !== null || (await awaitTurn(request, reply));
    if (!isTurn) return reply.hijack();
    return enter(services, queue, request, reply);
  });
  // Once the response is ready, release the slot and the body, however slowly the client reads.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const lease = request.entryState?.lease;
    request.entryState?.leaveQueue();
    if (lease) {
      lease.release();
      request.body = undefined;
    }
    if (request.raw.complete || request.raw.destroyed) done(null, payload);
    else discardBody(request.raw, () => done(null, payload));
  });
  readJsonBodies(app, {
    leaseOf(request) {
      const state = request.entryState!;
      state.lease = budget.open(request.ip, state.principal.kind === 'anonymous');
      return state.lease;
    },
    async slotFor(request) {
      await request.entryState!.enterQueue();
    },
  });
  acceptMultipart(app);
}

async function enter(
  services: Services,
  queue: AdmissionQueue,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { entry = {} } = request.routeOptions.config;
  // Set first, so that early refusals have them too.
  if (entry.link) reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  const state: EntryState = {
    principal: ANONYMOUS,
    async enterQueue() {
      state.slot = await queue.enter(request.raw.socket);
    },
    leaveQueue() {
      if (state.slot) queue.leave(state.slot);
    },
  };
  request.entryState = state;
  if (entry.probe === 'live') return;
  if (entry.probe === 'ready') return enterProbe(services, entry, request, reply);
  await countAddress(services, request, reply);
  await allowOrigin(services, request, reply);
  if (request.is404) fail('NOT_FOUND', 'There is no route with this path.');
  if (entry.allow) fail('METHOD_NOT_ALLOWED', undefined, { headers: { allow: entry.allow } });
  const streams = entry.upload && isMultipart(request);
  if (!streams) assertBodyLength(request);
  if (!hasBody(request)) {
    const slot = queue.enter(request.raw.socket);
    state.slot = slot instanceof Promise ? await slot : slot;
  }
  state.principal = await principalOf(services, entry, request);
  restrictOrigin(request, reply, state.principal);
  assertTakesUpload(request, streams === true);
}

/** Returns whether a body will be parsed; such a request waits for its slot after the body is read. */
function hasBody({ method, headers }: FastifyRequest): boolean {
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
  if (request.entryState) request.entryState.address = address;
}

async function principalOf(services: Services, entry: Entry, request: FastifyRequest): Promise<Principal> {
  if (!entry.credentials) return ANONYMOUS;
  if (entry.credentials !== 'tolerated') return authenticated(services, entry, request);
  try {
    return await authenticated(services, entry, request);
  } catch (error) {
    if (error instanceof ServiceError) return ANONYMOUS;
    throw error;
  }
}

async function authenticated(
  services: Services,
  { credentials, personal, forOperators }: Entry,
  { headers, ip }: FastifyRequest,
): Promise<Principal> {
  const principal = await authenticate(services, {
    authorization: headers.authorization,
    tenantHeader: firstValue(headers['x-tenant-id']),
    ignoreTenant: personal,
    asOperator: forOperators,
    ip,
  });
  if (credentials === 'required' && principal.kind === 'anonymous')
    fail('UNAUTHENTICATED', undefined, { headers: { 'www-authenticate': 'Bearer' } });
  checkOrigin(services, headers.origin, principal);
  return principal;
}

/** Authenticates a probe if possible; it stays anonymous if that fails. @throws RATE_LIMITED */
async function enterProbe(
  services: Services,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    await countAddress(services, request, reply);
    request.entryState!.principal = await principalOf(services, entry, request);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RATE_LIMITED') throw error;
  }
}

/**
 * Runs step 7 of platform.md §1, checks X-Api-Version and sets the rate-limit headers of the response.
 * @throws ServiceError RATE_LIMITED, UNSUPPORTED_API_VERSION
 */
export async function admit(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission,
): Promise<Origin> {
  const { principal, address } = request.entryState!;
  const allowances = await countPrincipal(services, principal, admission);
  if (address && allowances.length) reply.headers(headersOf([address, ...allowances]));
  checkVersion(request, reply);
  return {
    surface: admission.surface,
    requestId: request.id,
    principal,
    log: request.log,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    operatorReason: firstValue(request.headers[REASON_HEADER])?.trim(),
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

/** Checks the Origin header, which only browsers send, against the origins that the workspace allows (platform.md §5). */
function checkOrigin({ config }: Services, origin: string | undefined, { policy }: Principal): void {
  if (origin === undefined || policy.origins.length === 0) return;
  if (origin !== new URL(config.publicUrl).origin && !policy.origins.includes(origin))
    fail('ORIGIN_FORBIDDEN');
}

function checkVersion(request: FastifyRequest, reply: FastifyReply): void {
  const version = firstValue(request.headers['x-api-version']);
  if (version === undefined) return;
  if (!API_VERSIONS.includes(version)) {
    fail('UNSUPPORTED_API_VERSION', undefined, { details: { supported: API_VERSIONS } });
  }
  reply.header('x-api-version', version);
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
