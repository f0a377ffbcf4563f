// A keyed call does its work once: claim, write and stored answer stand or fall together (platform.md §3).

import { settleAll } from '../db/transaction.ts';
import { ERRORS, type ErrorCode, fail, ServiceError } from '../errors.ts';
import type { TenantOperationContext } from './context.ts';
import { type Answer, failure } from './envelope.ts';

const KEEP_HOURS = 24;

const IS_KEY = 'tenant_id = $1 and principal_id = $2 and operation = $3 and key = $4';
/** A transaction lock, not a row: a process that dies frees it, and nobody waits behind it. */
const TRY_CLAIM = 'pg_try_advisory_xact_lock(hashtextextended($5, 0))';
/** Raises KEY_TAKEN (migration 0023). */
const CLAIM_OR_RAISE = `select case when ${TRY_CLAIM} and not exists (select from idempotency_keys where ${IS_KEY})
  then true else refuse_taken_key() end`;
const KEY_TAKEN = 'IK001';

/** Refusals that an operation makes of its own rules; they are its outcome and are kept (spec README point 21). */
const OUTCOMES = new Set([404, 409, 410, 412, 422]);

/** @throws IDEMPOTENCY_KEY_INVALID unless it is 1 to 255 visible ASCII characters */
export function assertKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) fail('IDEMPOTENCY_KEY_INVALID');
  return key;
}

/** Whether a refusal is the outcome of an operation that ran, so that its key is spent; one of the key itself is not. */
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

/** Runs work in a transaction of its own. */
type RunInTransaction = <T>(work: (ctx: TenantOperationContext) => Promise<T>) => Promise<T>;

/** A key that is unique for an operation of a principal, with the digest of the input that it came with. */
export interface KeyedCall {
  operation: string;
  key: string;
  fingerprint: string;
}

/**
 * Runs `work` in the caller's transaction unless the key has its answer already.
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
  ctx.tx.withCommit(storeAnswer(ctx, identity, call.fingerprint, answer));
  return answer;
}

/**
 * The same in a transaction of its own, as fast as a first use of the key allows, which is what most calls are: the
 * claim travels with the statements of the work. A key that is taken fails the transaction, so that none of them does
 * anything, and the call is made again by the rules of `once`. Work that does something beside its transaction waits for
 * `ctx.tx.flush()` before.
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
      ctx.tx.withCommit(storeAnswer(ctx, identity, call.fingerprint, answer));
      return answer;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== KEY_TAKEN) throw error;
    return open((ctx) => runOnce(ctx, call, work));
  }
}

/**
 * The same for work that waits for somebody outside: between the claim and the answer no transaction is open. The claim
 * is a lease instead, which a process that dies gives back by its end.
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

/** Takes the lease of a key. @returns the answer that the key has already, and then no lease is taken */
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
  // Looked at behind the claim: the call before this one stored its answer as it gave the lease back.
  const [found] = await tx.rows<Stored>(`select * from idempotency_keys where ${IS_KEY}`, identity);
  if (!found) return undefined;
  if (found.created_at > new Date(now.getTime() - KEEP_HOURS * 3_600_000)) {
    await tx.rows(RELEASE_LEASE, identity);
    return found;
  }
  await tx.rows(`delete from idempotency_keys where ${IS_KEY}`, identity);
  return undefined;
}

/** Stores the answer of a leased key and gives the lease back. */
async function storeLeasedAnswer(
  ctx: TenantOperationContext,
  call: KeyedCall,
  answer: Answer,
): Promise<Answer> {
  const identity = identityOf(ctx, call);
  await ctx.tx.rows(RELEASE_LEASE, identity);
  ctx.tx.withCommit(storeAnswer(ctx, identity, call.fingerprint, answer));
  return answer;
}

function identityOf(
  { tenantId, principal }: Pick<TenantOperationContext, 'tenantId' | 'principal'>,
  { operation, key }: KeyedCall,
): string[] {
  return [tenantId, principal.id, operation, key];
}

/** The write of an answer: the key takes no second one, so of two calls that both did the work one is undone. */
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

/** Said beside a secret: whether it is this answer that shows it. */
const SHOWN_FLAGS = new Set(['secret_shown', 'secretShown']);

/** The answer as it is kept: a secret that is shown once is null in it, and said not to be shown (platform.md §3). */
function withoutSecrets(body: unknown, secrets: ReadonlySet<string>): unknown {
  if (secrets.size === 0) return body;
  // GraphQL answers as text.
  if (typeof body === 'string') return JSON.stringify(withoutSecrets(JSON.parse(body), secrets));
  if (Array.isArray(body)) return body.map((part) => withoutSecrets(part, secrets));
  if (body === null || typeof body !== 'object') return body;
  const isHolder = Object.values(body).some((value) => secrets.has(value));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!isHolder) return [name, withoutSecrets(value, secrets)];
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
