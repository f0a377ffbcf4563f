// Audit entries that are written beside the request and never slow it: refused calls, exports, reads of governed fields,
// reads of the log itself. Gathered, so that who asks again and again fills neither memory nor disk.
import { v7 as uuid } from 'uuid';
import { type ActorRecord, actorOf, type Principal } from '../access/principal.ts';
import type { Clock } from '../clock.ts';
import type { Context, Log } from '../context.ts';
import type { Database } from '../db/knex.ts';
import { ERRORS, type ErrorCode, ServiceError } from '../errors.ts';
import type { Access, Risk } from '../operations/catalogue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What happens within a second is written together. */
const FLUSH_AFTER = 1_000;
/** Kept in mind at most; beyond, the oldest are forgotten, and would be written again. */
const MAX_KNOWN = 50_000;
/** Waiting to be written at most; beyond, entries are lost, and the log says how many. */
const MAX_WAITING = 5_000;
/** Records that one caller reads within a second; a list or an export that holds more is one entry. */
const MAX_RECORDS = 100;

/** Who asked, and how. */
export type Asking = Pick<Context, 'principal' | 'surface' | 'requestId' | 'ip' | 'userAgent'>;
type Reading = Asking & Pick<Context, 'operation'>;

/** An operation, or a root field of ad-hoc GraphQL. */
export interface Asked {
  name: string;
  kind: 'query' | 'mutation';
  access: Access;
}

interface Entry {
  id: string;
  occurred_at: Date;
  actor: ActorRecord;
  actor_id: string | null;
  action: string;
  operation: string | null;
  surface: string;
  target_type: string | null;
  target_id: string | null;
  outcome: 'success' | 'denied' | 'failed';
  error_code: string | null;
  occurrences: number;
  risk: Risk | null;
  request_id: string;
  ip: string | null;
  user_agent: string | null;
}

/** Refusals that say that the caller may not; 401 and 429 are counted by the limiter, not here. */
const DENIED = new Set([403, 423]);
/** Outcomes of a mutation that ran. */
const FAILED = new Set([404, 409, 410, 412, 422, 500, 502, 503, 504]);

export class SideEntries {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  /** What was noted lately: until when its like is only counted, and the count that is still to be written. */
  readonly #known = new Map<string, { until: number; tenantId: string; again: Entry }>();
  #waiting: { tenantId: string; entry: Entry }[] = [];
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  /** One batch after the other: who waits for the last one has waited for all. */
  #writing = Promise.resolve();

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * A call that was refused, or a mutation that failed. The same refusal of the same caller is written once, and once
   * more at the end of its minute with the number of those that followed.
   */
  refused(asking: Asking, asked: Asked, error: unknown): void {
    const code = error instanceof ServiceError ? error.code : 'INTERNAL_ERROR';
    const outcome = outcomeOf(code, asked);
    if (!outcome) return;
    const action = outcome === 'denied' ? 'request.denied' : 'request.failed';
    const { name, access } = asked;
    const entry = { action, operation: name, outcome, error_code: code, risk: access.risk } as const;
    this.#note(asking, entry, `${asking.principal.id} ${name} ${code}`, MINUTE);
  }

  /** A record whose governed fields were read; once per caller, record and hour. */
  restrictedRead(asking: Reading, type: string, id: string): void {
    const operation = asking.operation ?? null;
    const entry = { action: `${type}.restricted_read`, operation, target_type: type, target_id: id } as const;
    this.#note(asking, entry, `${asking.principal.id} read ${id}`, HOUR);
  }

  /** Records were taken away; a request is one entry, and one more with the number of its further pages. */
  exported(asking: Reading, type: string): void {
    const operation = asking.operation ?? null;
    const entry = { action: `${type}.exported`, operation, target_type: type } as const;
    this.#note(asking, entry, `${asking.principal.id} exported ${type} ${asking.requestId}`, MINUTE);
  }

  /** The audit log was read; once per session and hour. */
  logWasRead(asking: Reading): void {
    const { sessionId, id } = asking.principal;
    const operation = asking.operation ?? null;
    const entry = { action: 'audit_log.read', operation, target_type: 'audit_log' } as const;
    this.#note(asking, entry, `${sessionId ?? id} log`, HOUR);
  }

  #note(asking: Asking, what: Partial<Entry> & Pick<Entry, 'action'>, like: string, span: number): void {
    const { principal } = asking;
    const { tenantId } = principal;
    if (!tenantId || principal.kind === 'anonymous') return;
    const key = `${tenantId} ${like}`;
    const now = this.#clock.now();
    const known = this.#known.get(key);
    if (known && known.until > now.getTime()) {
      if (span === MINUTE) known.again.occurrences += 1;
      return;
    }
    if (known) this.#forget(key);
    const entry = { ...entryOf(asking, principal, now), ...what };
    this.#known.set(key, {
      until: now.getTime() + span,
      tenantId,
      again: { ...entry, id: uuid(), occurrences: 0 },
    });
    if (this.#known.size > MAX_KNOWN) this.#forget(this.#known.keys().next().value!);
    this.#wait(tenantId, entry);
  }

  /** Writes how often it came again, if it did. */
  #forget(key: string): void {
    const { tenantId, again } = this.#known.get(key)!;
    this.#known.delete(key);
    if (again.occurrences > 0) this.#wait(tenantId, again);
  }

  #wait(tenantId: string, entry: Entry): void {
    if (this.#waiting.length >= MAX_WAITING) this.#lost += 1;
    else this.#waiting.push({ tenantId, entry });
    this.#timer ??= setTimeout(() => void this.#turn(), FLUSH_AFTER).unref();
  }

  /** One turn of writing; while something is still to be counted, another one follows. */
  async #turn(): Promise<void> {
    const now = this.#clock.now().getTime();
    for (const [key, { until }] of this.#known) if (until <= now) this.#forget(key);
    await this.#write();
    this.#timer = undefined;
    const isCounting = this.#known.values().some(({ again }) => again.occurrences > 0);
    if (this.#waiting.length || isCounting)
      this.#timer = setTimeout(() => void this.#turn(), FLUSH_AFTER).unref();
  }

  /** Writes all that is known, before the process ends; a test may want it sooner. */
  async flush(): Promise<void> {
    for (const key of [...this.#known.keys()]) if (this.#known.get(key)!.again.occurrences) this.#forget(key);
    await this.#write();
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    if (this.#lost)
      this.#log.warn({ lost: this.#lost }, 'audit entries of refused calls were too many to write');
    this.#lost = 0;
    for (const [tenantId, group] of Map.groupBy(batch, ({ tenantId: id }) => id)) {
      const entries = fold(group.map(({ entry }) => entry));
      await this.#database
        .write({ tenantId }, (tx) => tx.rows(INSERT, [tenantId, JSON.stringify(entries)]))
        .catch((error: Error) =>
          this.#log.warn({ error: error.message, lost: entries.length }, 'audit entries were lost'),
        );
    }
  }
}

const INSERT = `
  insert into audit_entries (tenant_id, id, occurred_at, actor, actor_id, action, operation, surface, target_type, target_id,
    outcome, error_code, occurrences, risk, request_id, ip, user_agent)
  select $1, id, occurred_at, actor, actor_id, action, operation, surface, target_type, target_id,
    outcome, error_code, occurrences, risk, request_id, ip, user_agent
  from jsonb_to_recordset($2) as entry(id uuid, occurred_at timestamptz, actor jsonb, actor_id uuid, action text,
    operation text, surface text, target_type text, target_id uuid, outcome text, error_code text, occurrences int,
    risk text, request_id text, ip inet, user_agent text)`;

/** Of what one request read, more records than an entry each is worth become one entry without a target. */
function fold(entries: Entry[]): Entry[] {
  const groups = Map.groupBy(entries, ({ action, request_id }) => `${action} ${request_id}`);
  return [...groups.values()].flatMap((group) =>
    group.length > MAX_RECORDS && group[0]!.target_id
      ? [{ ...group[0]!, target_id: null, occurrences: group.length }]
      : group,
  );
}

function entryOf({ surface, requestId, ip, userAgent }: Asking, principal: Principal, now: Date): Entry {
  const actor = actorOf(principal);
  return {
    id: uuid(),
    occurred_at: now,
    actor,
    actor_id: actor.id,
    action: '',
    operation: null,
    surface,
    target_type: null,
    target_id: null,
    outcome: 'success',
    error_code: null,
    occurrences: 1,
    risk: null,
    request_id: requestId,
    ip: ip ?? null,
    user_agent: userAgent ?? null,
  };
}

function outcomeOf(code: ErrorCode, { kind }: Asked): 'denied' | 'failed' | undefined {
  const { status } = ERRORS[code];
  if (DENIED.has(status)) return 'denied';
  // A key that is in use says nothing of the operation.
  return kind === 'mutation' && FAILED.has(status) && !code.startsWith('IDEMPOTENCY_') ? 'failed' : undefined;
}
