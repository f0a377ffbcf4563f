// Audit entries of what changes nothing: refused calls, and what gives data away, which are exports, reads of governed
// fields and of the log itself. Refusals are written a moment later; what gives data away stands before the answer leaves.
// Gathered, so that who asks again and again fills neither memory nor disk.
import { v7 as uuid } from 'uuid';
import type { Risk } from '../access/access.ts';
import type { AccessAudit, AccessContext, CalledField } from '../access/context.ts';
import { type ActorRecord, actorOf, type Principal } from '../access/principal.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/knex.ts';
import { ERRORS, type ErrorCode, ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Catalogue } from '../operations/catalogue.ts';
import { routeTarget } from '../operations/route-target.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What happens within a second is written together. */
const FLUSH_AFTER = 1_000;
/** Kept in mind at most; beyond, the oldest are forgotten, and would be written again. */
const MAX_RECENT = 50_000;
/** Waiting to be written at most; beyond, entries are lost, and the log says how many. */
const MAX_QUEUED = 5_000;
/** Records that one request reads; a list or an export that holds more is one entry. */
const MAX_RECORDS = 100;
/** Targets that are named of the same refusal of one caller within a minute; further ones are only counted. */
const MAX_TARGETS = 100;

/** Who asked, and how. */
export type Caller = Pick<AccessContext, 'principal' | 'surface' | 'requestId' | 'ip' | 'userAgent'>;
type ReadingCaller = Caller & Pick<AccessContext, 'operation'>;

/** An operation, or a root field of ad-hoc GraphQL. */
export interface RefusedCall extends CalledField {
  /** The record that the call named. */
  target?: AuditTarget;
}

/** A record that an entry is about. */
export interface AuditTarget {
  type: string;
  id: string;
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

export class DeferredAudit implements AccessAudit {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  /** What was noted lately: until when its like is only counted, and the count that is still to be written. */
  readonly #recent = new Map<string, { until: number; tenantId: string; repeats: Entry }>();
  /** How many targets were named of the refusals of a kind, until when. */
  readonly #targetCounts = new Map<string, { until: number; count: number }>();
  #queue: { tenantId: string; entry: Entry }[] = [];
  /** What was given away in a workspace and is to be written next, in one transaction for all who wait for it. */
  readonly #disclosures = new Map<string, { key: string; entry: Entry }[]>();
  /** What `settle` waits for, by workspace. */
  readonly #pendingDisclosures = new Map<string, Promise<void>>();
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
   * A call that was refused, or a mutation that failed. The same refusal of the same caller for the same record is written
   * once, and once more at the end of its minute with the number of those that followed.
   */
  refused(caller: Caller, call: RefusedCall, error: unknown): void {
    const code = error instanceof ServiceError ? error.code : 'INTERNAL_ERROR';
    const outcome = outcomeOf(code, call);
    if (!outcome) return;
    const action = outcome === 'denied' ? 'request.denied' : 'request.failed';
    const { name, access } = call;
    const key = `${caller.principal.id} ${name} ${code}`;
    const target = call.target && this.#mayNameTarget(caller, key, call.target) ? call.target : undefined;
    const entry = {
      ...{ action, operation: name, outcome, error_code: code, risk: access.risk },
      ...(target && { target_type: target.type, target_id: target.id }),
    } as const;
    this.#record(caller, entry, target ? `${key} ${target.id}` : key, MINUTE);
  }

  /** A root field of ad-hoc GraphQL was refused: the record that its arguments name stands in the entry. */
  refusedField(
    ctx: AccessContext & { services: { catalogue: Pick<Catalogue, 'byMutation'> } },
    field: CalledField,
    args: Record<string, unknown>,
    error: unknown,
  ): void {
    const target = routeTarget(ctx.services.catalogue.byMutation.get(field.name), args);
    this.refused(ctx, { ...field, ...(target && { target }) }, error);
  }

  /** Whether a refusal may name one more target; beyond, it is counted with the others of its kind. */
  #mayNameTarget({ principal }: Caller, key: string, { id }: AuditTarget): boolean {
    const group = `${principal.tenantId} ${key}`;
    if (this.#recent.has(`${group} ${id}`)) return true;
    const now = this.#clock.now().getTime();
    const known = this.#targetCounts.get(group);
    const named = known && known.until > now ? known : { until: now + MINUTE, count: 0 };
    named.count += 1;
    this.#targetCounts.set(group, named);
    if (this.#targetCounts.size > MAX_RECENT)
      this.#targetCounts.delete(this.#targetCounts.keys().next().value!);
    return named.count <= MAX_TARGETS;
  }

  /** A record whose governed fields were read; once per caller, record and hour. */
  restrictedRead(caller: ReadingCaller, type: string, id: string): void {
    const operation = caller.operation ?? null;
    const entry = { action: `${type}.restricted_read`, operation, target_type: type, target_id: id } as const;
    this.#record(caller, entry, `${caller.principal.id} read ${id}`, HOUR, true);
  }

  /** Records were taken away; a request is one entry, and one more with the number of its further pages. */
  exported(caller: ReadingCaller, type: string): void {
    const operation = caller.operation ?? null;
    const entry = { action: `${type}.exported`, operation, target_type: type } as const;
    this.#record(caller, entry, `${caller.principal.id} exported ${type} ${caller.requestId}`, MINUTE, true);
  }

  /** The audit log was read; once per session and hour. */
  auditLogRead(caller: ReadingCaller): void {
    const { sessionId, id } = caller.principal;
    const operation = caller.operation ?? null;
    const entry = { action: 'audit_log.read', operation, target_type: 'audit_log' } as const;
    this.#record(caller, entry, `${sessionId ?? id} log`, HOUR, true);
  }

  /**
   * Waits until what was given away in a workspace stands in its audit; before an answer leaves.
   * @throws SERVICE_UNAVAILABLE when it cannot be written: nothing is given away without a trace
   */
  disclosuresWritten(tenantId: string | undefined): Promise<void> {
    return (tenantId && this.#pendingDisclosures.get(tenantId)) || Promise.resolve();
  }

  #record(
    caller: Caller,
    fields: Partial<Entry> & Pick<Entry, 'action'>,
    subject: string,
    window: number,
    isDisclosure = false,
  ): void {
    const { principal } = caller;
    const { tenantId } = principal;
    if (!tenantId || principal.kind === 'anonymous') return;
    const key = `${tenantId} ${subject}`;
    const now = this.#clock.now();
    const known = this.#recent.get(key);
    if (known && known.until > now.getTime()) {
      if (window === MINUTE) known.repeats.occurrences += 1;
      return;
    }
    if (known) this.#evict(key);
    const entry = { ...entryOf(caller, principal, now), ...fields };
    this.#recent.set(key, {
      until: now.getTime() + window,
      tenantId,
      repeats: { ...entry, id: uuid(), occurrences: 0 },
    });
    if (this.#recent.size > MAX_RECENT) this.#evict(this.#recent.keys().next().value!);
    if (isDisclosure) this.#addDisclosure(tenantId, key, entry);
    else this.#enqueue(tenantId, entry);
  }

  /** Adds an entry to those that are written once this turn of the event loop is over. */
  #addDisclosure(tenantId: string, key: string, entry: Entry): void {
    const open = this.#disclosures.get(tenantId);
    if (open) return void open.push({ key, entry });
    const batch = [{ key, entry }];
    this.#disclosures.set(tenantId, batch);
    const written = new Promise((next) => setImmediate(next)).then(() => {
      this.#disclosures.delete(tenantId);
      return this.#writeDisclosed(tenantId, batch);
    });
    const settled = Promise.all([this.disclosuresWritten(tenantId), written]).then(() => undefined);
    this.#pendingDisclosures.set(tenantId, settled);
    const leave = () =>
      this.#pendingDisclosures.get(tenantId) === settled && this.#pendingDisclosures.delete(tenantId);
    settled.then(leave, leave);
  }

  async #writeDisclosed(tenantId: string, batch: { key: string; entry: Entry }[]): Promise<void> {
    try {
      await this.#insert(tenantId, collapseReads(batch.map(({ entry }) => entry)));
    } catch (error) {
      // Not known, so that the next try writes it.
      for (const { key } of batch) this.#recent.delete(key);
      this.#log.error({ err: error }, 'what an answer gives away could not be written into the audit');
      throw new ServiceError('SERVICE_UNAVAILABLE');
    }
  }

  #insert(tenantId: string, entries: Entry[]): Promise<unknown> {
    return this.#database.write({ tenantId }, (tx) => tx.rows(INSERT, [tenantId, JSON.stringify(entries)]));
  }

  /** Writes how often it came again, if it did. */
  #evict(key: string): void {
    const { tenantId, repeats } = this.#recent.get(key)!;
    this.#recent.delete(key);
    if (repeats.occurrences > 0) this.#enqueue(tenantId, repeats);
  }

  #enqueue(tenantId: string, entry: Entry): void {
    if (this.#queue.length >= MAX_QUEUED) this.#lost += 1;
    else this.#queue.push({ tenantId, entry });
    this.#timer ??= setTimeout(() => void this.#writeAndSchedule(), FLUSH_AFTER).unref();
  }

  /** One turn of writing; while something is still to be counted, another one follows. */
  async #writeAndSchedule(): Promise<void> {
    const now = this.#clock.now().getTime();
    for (const [key, { until }] of this.#recent) if (until <= now) this.#evict(key);
    for (const [group, { until }] of this.#targetCounts) if (until <= now) this.#targetCounts.delete(group);
    await this.#write();
    this.#timer = undefined;
    const isCounting = this.#recent.values().some(({ repeats }) => repeats.occurrences > 0);
    if (this.#queue.length || isCounting)
      this.#timer = setTimeout(() => void this.#writeAndSchedule(), FLUSH_AFTER).unref();
  }

  /** Writes all that is known, before the process ends; a test may want it sooner. */
  async flush(): Promise<void> {
    for (const key of [...this.#recent.keys()])
      if (this.#recent.get(key)!.repeats.occurrences) this.#evict(key);
    await Promise.allSettled([this.#write(), ...this.#pendingDisclosures.values()]);
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#queue;
    this.#queue = [];
    if (this.#lost)
      this.#log.warn({ lost: this.#lost }, 'audit entries of refused calls were too many to write');
    this.#lost = 0;
    for (const [tenantId, group] of Map.groupBy(batch, ({ tenantId: id }) => id)) {
      const entries = collapseReads(group.map(({ entry }) => entry));
      await this.#insert(tenantId, entries).catch((error: Error) =>
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
function collapseReads(entries: Entry[]): Entry[] {
  const groups = Map.groupBy(entries, ({ action, request_id }) => `${action} ${request_id}`);
  return [...groups.values()].flatMap((group) =>
    group.length > MAX_RECORDS && group[0]!.target_id
      ? [{ ...group[0]!, target_id: null, occurrences: group.length }]
      : group,
  );
}

function entryOf({ surface, requestId, ip, userAgent }: Caller, principal: Principal, now: Date): Entry {
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

function outcomeOf(code: ErrorCode, { kind }: RefusedCall): 'denied' | 'failed' | undefined {
  const { status } = ERRORS[code];
  if (DENIED.has(status)) return 'denied';
  // A key that is in use says nothing of the operation.
  return kind === 'mutation' && FAILED.has(status) && !code.startsWith('IDEMPOTENCY_') ? 'failed' : undefined;
}
