// Audit entries of requests that change nothing: refused calls, and disclosures, which are exports, reads of governed
// fields and of the audit log. Refusals are written shortly afterwards; disclosures are written before the answer is
// sent. Repeated entries are aggregated, so that repeating a request fills neither memory nor disk.
import { v7 as uuid } from 'uuid';
import type { AccessAudit, AccessContext, CalledField } from '../access/context.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/knex.ts';
import { ERRORS, type ErrorCode } from '../error-codes.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Catalogue } from '../operations/catalogue.ts';
import { routeTarget } from '../operations/route-target.ts';
import { type Caller, type Entry, entryOf, INSERT } from './audit-entry.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Entries of the same second are written together. */
const FLUSH_AFTER = 1_000;
/** The maximum number of recent entries kept; the oldest are dropped, and would be written again. */
const MAX_RECENT = 50_000;
/** The maximum number of queued entries; further ones are lost, and the log reports how many. */
const MAX_QUEUED = 5_000;
/** The maximum number of records of one request with an entry each; a larger list or export becomes one entry. */
const MAX_RECORDS = 100;
/**
 * The maximum number of targets named for the same refusal of one caller within a minute; further ones are only
 * counted.
 */
const MAX_TARGETS = 100;

type ReadingCaller = Caller & Pick<AccessContext, 'operation'>;

/** A refused operation or root field of ad-hoc GraphQL. */
export interface RefusedCall extends CalledField {
  /** The record named by the call. */
  target?: AuditTarget;
}

/** A record that an entry concerns. */
export interface AuditTarget {
  type: string;
  id: string;
}

/** Statuses of denied calls; 401 and 429 are counted by the rate limiter, not here. */
const DENIED = new Set([403, 423]);
/** Statuses of failed mutations. */
const FAILED = new Set([404, 409, 410, 412, 422, 500, 502, 503, 504]);

export class DeferredAudit implements AccessAudit {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Recent entries: until when repetitions are only counted, and the count that is still to be written. */
  readonly #recent = new Map<string, { until: number; tenantId: string; repeats: Entry }>();
  /** The number of targets named for each group of refusals, and until when it counts. */
  readonly #targetCounts = new Map<string, { until: number; count: number }>();
  #queue: { tenantId: string; entry: Entry }[] = [];
  /** Disclosures of each workspace to be written next, in one transaction for all requests that wait for them. */
  readonly #disclosures = new Map<string, { key: string; entry: Entry }[]>();
  /** The writes that `disclosuresWritten` waits for, by workspace. */
  readonly #pendingDisclosures = new Map<string, Promise<void>>();
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Batches are written one after another, so waiting for the last one is waiting for all. */
  #writing = Promise.resolve();

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Records a refused call, or a mutation that failed. The same refusal of the same caller for the same record is
   * written once, and once more at the end of its minute with the number of repetitions.
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

  /** Records a refused root field of ad-hoc GraphQL, with the record that its arguments name. */
  refusedField(
    ctx: AccessContext & { services: { catalogue: Pick<Catalogue, 'byMutation'> } },
    field: CalledField,
    args: Record<string, unknown>,
    error: unknown,
  ): void {
    const target = routeTarget(ctx.services.catalogue.byMutation.get(field.name), args);
    this.refused(ctx, { ...field, ...(target && { target }) }, error);
  }

  /**
   * Returns whether a refusal may name another target; above the maximum it is counted with the others of its group.
   */
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

  /** Records a read of a record's governed fields, once for each caller, record and hour. */
  restrictedRead(caller: ReadingCaller, type: string, id: string): void {
    const operation = caller.operation ?? null;
    const entry = { action: `${type}.restricted_read`, operation, target_type: type, target_id: id } as const;
    this.#record(caller, entry, `${caller.principal.id} read ${id}`, HOUR, true);
  }

  /** Records that an agent learned how the relationship with a contact stands, once for each caller, contact and minute. */
  relationshipRead(caller: ReadingCaller, contactId: string): void {
    const operation = caller.operation ?? null;
    const target = { target_type: 'contact', target_id: contactId };
    const entry = { action: 'contact.relationship_read', operation, ...target } as const;
    this.#record(caller, entry, `${caller.principal.id} relationship ${contactId}`, MINUTE, true);
  }

  /** Records a call of an operator, with its reason; every call, whether it reads or changes (platform.md §10). */
  operatorCalled(caller: Caller, { name, access, target }: RefusedCall): void {
    const entry = {
      ...{ action: 'operator.called', operation: name, risk: access.risk },
      ...(target && { target_type: target.type, target_id: target.id }),
    } as const;
    this.#record(caller, entry, `${caller.requestId} ${uuid()}`, 0, true);
  }

  /** Records an export: one entry for a request, and one more with the number of its further pages. */
  exported(caller: ReadingCaller, type: string): void {
    const operation = caller.operation ?? null;
    const entry = { action: `${type}.exported`, operation, target_type: type } as const;
    this.#record(caller, entry, `${caller.principal.id} exported ${type} ${caller.requestId}`, MINUTE, true);
  }

  /** Records a read of the audit log, once for each session and hour. */
  auditLogRead(caller: ReadingCaller): void {
    const { sessionId, id } = caller.principal;
    const operation = caller.operation ?? null;
    const entry = { action: 'audit_log.read', operation, target_type: 'audit_log' } as const;
    this.#record(caller, entry, `${sessionId ?? id} log`, HOUR, true);
  }

  /**
   * Waits until the disclosures of a workspace have been written to its audit; called before an answer is sent.
   * @throws SERVICE_UNAVAILABLE if they cannot be written: nothing is disclosed without an audit entry
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

  /** Adds a disclosure to the batch that is written after this turn of the event loop. */
  #addDisclosure(tenantId: string, key: string, entry: Entry): void {
    const open = this.#disclosures.get(tenantId);
    if (open) return void open.push({ key, entry });
    const batch = [{ key, entry }];
    this.#disclosures.set(tenantId, batch);
    const inNextTurn = new Promise((next) => setImmediate(next)).then(() => {
      this.#disclosures.delete(tenantId);
      return this.#writeDisclosed(tenantId, batch);
    });
    const settled = Promise.all([this.disclosuresWritten(tenantId), inNextTurn]).then(() => undefined);
    this.#pendingDisclosures.set(tenantId, settled);
    const leave = () =>
      this.#pendingDisclosures.get(tenantId) === settled && this.#pendingDisclosures.delete(tenantId);
    settled.then(leave, leave);
  }

  async #writeDisclosed(tenantId: string, batch: { key: string; entry: Entry }[]): Promise<void> {
    try {
      await this.#insert(tenantId, collapseReads(batch.map(({ entry }) => entry)));
    } catch (error) {
      // Removed, so that the next attempt writes them.
      for (const { key } of batch) this.#recent.delete(key);
      this.#log.error({ err: error }, 'what an answer gives away could not be written into the audit');
      throw new ServiceError('SERVICE_UNAVAILABLE');
    }
  }

  #insert(tenantId: string, entries: Entry[]): Promise<unknown> {
    return this.#database.write({ tenantId }, (tx) => tx.rows(INSERT, [tenantId, JSON.stringify(entries)]));
  }

  /** Removes an entry and queues the number of its repetitions, if there were any. */
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

  /** Writes the queue, and schedules the next write while there is something to write or count. */
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

  /** Writes all queued entries and counts, before the process ends or for tests. */
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

/** Combines the reads of one request into one entry without a target, if they are more than the maximum. */
function collapseReads(entries: Entry[]): Entry[] {
  const groups = Map.groupBy(entries, ({ action, request_id }) => `${action} ${request_id}`);
  return [...groups.values()].flatMap((group) =>
    group.length > MAX_RECORDS && group[0]!.target_id
      ? [{ ...group[0]!, target_id: null, occurrences: group.length }]
      : group,
  );
}

function outcomeOf(code: ErrorCode, { kind }: RefusedCall): 'denied' | 'failed' | undefined {
  const { status } = ERRORS[code];
  if (DENIED.has(status)) return 'denied';
  // A used idempotency key is not an outcome of the operation.
  return kind === 'mutation' && FAILED.has(status) && !code.startsWith('IDEMPOTENCY_') ? 'failed' : undefined;
}
