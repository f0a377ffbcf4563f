// Idempotency keys: claim, writes and stored answer are committed together or not at all (platform.md §3).

import { settleAll } from '../db/transaction.ts';
import { ERRORS, type ErrorCode } from '../error-codes.ts';
import { fail, ServiceError } from '../errors.ts';
import type { TenantOperationContext } from './context.ts';
import { type Answer, failure } from './envelope.ts';

const KEEP_HOURS = 24;

const IS_KEY = 'tenant_id = $1 and principal_id = $2 and operation = $3 and key = $4';
/** A transaction lock and not a row: it is released if the process dies, and other calls do not wait for it. */
const TRY_CLAIM = 'pg_try_advisory_xact_lock(hashtextextended($5, 0))';
/** Raises KEY_TAKEN (migration 0023). */
const CLAIM_OR_RAISE = `select case when ${TRY_CLAIM} and not exists (select from idempotency_keys where ${IS_KEY})
  then true else refuse_taken_key() end`;
const KEY_TAKEN = 'IK001';

/** Statuses of refusals by an operation's own rules; they are its outcome and are stored (spec README point 21). */
const OUTCOMES = new Set([404, 409, 410, 412, 422]);

/** Returns the key if it is valid. @throws IDEMPOTENCY_KEY_INVALID unless it is 1 to 255 visible ASCII characters */
export function assertKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) fail('IDEMPOTENCY_KEY_INVALID');
  return key;
}

/**
 * Returns whether a refusal is the outcome of an operation that ran, so that its key is used up; refusals of the key
 * itself are not.
 */
export function isOutcome(code: ErrorCode): boolean {
  return OUTCOMES.has(ERRORS[code].status) && !code.startsWith('IDEMPOTENCY_');
}

interface Stored {
  fingerprint: string;
  status: number;
  body: unknown;
  headers: Record<string, string>;
  request_id: string;
  created_at: Date;
}

/** Runs work in its own transaction. */
type RunInTransaction = <T>(work: (ctx: TenantOperationContext) => Promise<T>) => Promise<T>;

/** A key, unique for an operation of a principal or link, with the digest of its input. */
export interface KeyedCall {
  operation: string;
  key: string;
  /** The link that a public operation is called by; its keys are those of the link, whoever holds it. */
  linkId?: string;
  fingerprint: string;
}

/**
 * Runs `work` in the caller's transaction, unless the key already has an answer.
 * @throws IDEMPOTENCY_IN_PROGRESS while the first call runs; IDEMPOTENCY_KEY_REUSED for another input
 */
export async function runOnce(
  ctx: TenantOperationContext,
  call: KeyedCall,
  work: (ctx: TenantOperationContext) => Promise<Answer>,
): Promise<Answer> {
  const identity = identityOf(ctx, call);
  const [found] = await ctx.tx.rows<Partial<Stored> & { claimed: boolean }>(
    `select ${TRY_CLAIM} as claimed, k.* from (select) one
     left join idempotency_keys k on k.tenant_id = $1 and k.principal_id = $2 and k.operation = $3 and k.key = $4`,
    [...identity, identity.join('\n')],
  );
  if (!found!.claimed) throw inProgress();
  if (isStored(found!)) {
    if (found.created_at > new Date(ctx.now.getTime() - KEEP_HOURS * 3_600_000))
      return replay(found, call.fingerprint);
    await ctx.tx.rows(`delete from idempotency_keys where ${IS_KEY}`, identity);
  }
  const answer = await work(ctx);
  ctx.tx.defer(storeAnswer(ctx, identity, call.fingerprint, answer));
  return answer;
}

/**
 * Like `runOnce`, but in its own transaction and optimized for the first use of a key, which most calls are: the claim
 * is sent together with the statements of the work. A key that is taken fails the transaction, so none of them has an
 * effect, and the call is repeated with `runOnce`. Work with effects outside its transaction must wait for
 * `ctx.tx.flush()` first.
 * @param open runs its work in a transaction of its own
 */
export async function runOnceOptimistically(
  open: RunInTransaction,
  call: KeyedCall,
  work: (ctx: TenantOperationContext) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await open(async (ctx) => {
      const identity = identityOf(ctx, call);
      const claim = ctx.tx.rows(CLAIM_OR_RAISE, [...identity, identity.join('\n')], 'generic');
      const [, answer] = await settleAll([claim, work(ctx)]);
      ctx.tx.defer(storeAnswer(ctx, identity, call.fingerprint, answer));
      return answer;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== KEY_TAKEN) throw error;
    return open((ctx) => runOnce(ctx, call, work));
  }
}

/**
 * Like `runOnce`, for work that waits for an external service: no transaction is open between the claim and the answer.
 * The claim is a lease, which expires if the process dies.
 * @param open runs its work in a transaction of its own
 * @throws IDEMPOTENCY_IN_PROGRESS while the first call runs; IDEMPOTENCY_KEY_REUSED for another input
 */
export async function runOnceWithLease(
  open: RunInTransaction,
  call: KeyedCall,
  work: (ctx: TenantOperationContext) => Promise<Answer>,
): Promise<Answer> {
  const stored = await open((ctx) => lease(ctx, call));
  if (stored) return replay(stored, call.fingerprint);
  const runLeased = (make: (ctx: TenantOperationContext) => Promise<Answer>): Promise<Answer> =>
    open(async (ctx) => storeLeasedAnswer(ctx, call, await make(ctx)));
  try {
    return await runLeased(work);
  } catch (error) {
    if (error instanceof ServiceError && isOutcome(error.code))
      return runLeased(async ({ requestId }) => failure(error, requestId));
    await open(({ tx, ...ctx }) => tx.rows(RELEASE_LEASE, identityOf(ctx, call)));
    throw error;
  }
}

const LEASE_SECONDS = 60;
const RELEASE_LEASE = `delete from idempotency_leases where ${IS_KEY}`;

/** Takes the lease of a key. @returns the stored answer of the key, and then no lease is taken */
async function lease(ctx: TenantOperationContext, call: KeyedCall): Promise<Stored | undefined> {
  const { tx, now } = ctx;
  const identity = identityOf(ctx, call);
  const [taken] = await tx.rows(
    `insert into idempotency_leases as l (tenant_id, principal_id, operation, key, until) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, principal_id, operation, key) do update set until = excluded.until where l.until <= $6
     returning true`,
    [...identity, new Date(now.getTime() + LEASE_SECONDS * 1000), now],
  );
  if (!taken) throw inProgress();
  // Read after taking the lease, because the previous call stored its answer when it released the lease.
  const [found] = await tx.rows<Stored>(`select * from idempotency_keys where ${IS_KEY}`, identity);
  if (!found) return undefined;
  if (found.created_at > new Date(now.getTime() - KEEP_HOURS * 3_600_000)) {
    await tx.rows(RELEASE_LEASE, identity);
    return found;
  }
  await tx.rows(`delete from idempotency_keys where ${IS_KEY}`, identity);
  return undefined;
}

/** Stores the answer of a leased key and releases the lease. */
async function storeLeasedAnswer(
  ctx: TenantOperationContext,
  call: KeyedCall,
  answer: Answer,
): Promise<Answer> {
  const identity = identityOf(ctx, call);
  await ctx.tx.rows(RELEASE_LEASE, identity);
  ctx.tx.defer(storeAnswer(ctx, identity, call.fingerprint, answer));
  return answer;
}

function identityOf(
  { tenantId, principal }: Pick<TenantOperationContext, 'tenantId' | 'principal'>,
  { operation, key, linkId }: KeyedCall,
): string[] {
  return [tenantId, linkId ?? principal.id, operation, key];
}

/**
 * Returns the statement that stores an answer. The key is unique, so if two calls both did the work, one is rolled
 * back.
 */
function storeAnswer(ctx: TenantOperationContext, identity: string[], fingerprint: string, answer: Answer) {
  return {
    text: `insert into idempotency_keys (tenant_id, principal_id, operation, key, fingerprint, status, body, headers, request_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      ...identity,
      fingerprint,
      answer.status,
      JSON.stringify(withoutSecrets(answer.body, ctx.shownOnce)),
      JSON.stringify(answer.headers),
      ctx.requestId,
      ctx.now,
    ],
    mapError: (error: unknown) =>
      (error as { code?: string }).code === UNIQUE_VIOLATION ? inProgress() : error,
  };
}

/** Members next to a secret that say whether this answer shows it. */
const SHOWN_FLAGS = new Set(['secret_shown', 'secretShown', 'public_url_shown', 'publicUrlShown']);

/** Returns the answer to store: a secret that is shown once is null in it and marked as not shown (platform.md §3). */
function withoutSecrets(body: unknown, secrets: ReadonlySet<string>): unknown {
  if (secrets.size === 0) return body;
  // GraphQL answers are stored as text.
  return typeof body === 'string'
    ? JSON.stringify(withoutMembers(JSON.parse(body), secrets))
    : withoutMembers(body, secrets);
}

function withoutMembers(body: unknown, secrets: ReadonlySet<string>): unknown {
  if (Array.isArray(body)) return body.map((part) => withoutMembers(part, secrets));
  if (body === null || typeof body !== 'object') return body;
  const isHolder = Object.values(body).some((value) => secrets.has(value));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!isHolder) return [name, withoutMembers(value, secrets)];
      if (secrets.has(value)) return [name, null];
      return [name, SHOWN_FLAGS.has(name) ? false : value];
    }),
  );
}

const UNIQUE_VIOLATION = '23505';

function isStored(found: Partial<Stored>): found is Stored {
  return typeof found.fingerprint === 'string';
}

function inProgress(): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', undefined, { headers: { 'retry-after': '1' } });
}

function replay(stored: Stored, fingerprint: string): Answer {
  if (stored.fingerprint !== fingerprint) fail('IDEMPOTENCY_KEY_REUSED');
  return {
    status: stored.status,
    body: stored.body,
    headers: {
      ...stored.headers,
      'idempotency-replayed': 'true',
      'x-original-request-id': stored.request_id,
    },
  };
}
