// A keyed call does its work once: claim, write and stored answer stand or fall together (platform.md §3).
import type { TenantContext } from '../context.ts';
import { ERRORS, type ErrorCode, fail, ServiceError } from '../errors.ts';
import type { Answer } from './envelope.ts';

const KEEP_HOURS = 24;

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

/**
 * Runs `work` unless the key has its answer already.
 * @param operation what the key is unique for, beside workspace and principal
 * @param fingerprint digest of the input
 * @throws IDEMPOTENCY_IN_PROGRESS while the first call runs; IDEMPOTENCY_KEY_REUSED for another input
 */
export async function once(
  ctx: TenantContext,
  operation: string,
  key: string,
  fingerprint: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const identity = [ctx.tenantId, ctx.principal.id, operation, key];
  // A transaction lock, not a row: a process that dies frees it, and nobody waits behind it.
  const [found] = await ctx.tx.rows<Partial<Stored> & { claimed: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($5, 0)) as claimed, k.* from (select) one
     left join idempotency_keys k on k.tenant_id = $1 and k.principal_id = $2 and k.operation = $3 and k.key = $4`,
    [...identity, identity.join('\n')],
  );
  if (!found!.claimed) throw inProgress();
  if (isStored(found!)) {
    if (found.created_at > new Date(ctx.now.getTime() - KEEP_HOURS * 3_600_000))
      return replay(found, fingerprint);
    await ctx.tx.rows(
      'delete from idempotency_keys where tenant_id = $1 and principal_id = $2 and operation = $3 and key = $4',
      identity,
    );
  }
  const answer = await work();
  // The key takes no second answer: where another call ended between our look and our lock, this one is undone.
  ctx.tx.withCommit({
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
    explain: (error) => ((error as { code?: string }).code === UNIQUE_VIOLATION ? inProgress() : error),
  });
  return answer;
}

/** Said beside a secret: whether it is this answer that shows it. */
const SHOWN = new Set(['secret_shown', 'secretShown']);

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
      return [name, SHOWN.has(name) ? false : value];
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
