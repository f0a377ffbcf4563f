// Bulk operations: the same work on many records; a record that fails does not stop the others (spec README point 16).
import type { TenantContext } from '../context.ts';
import { fromDatabase } from '../db/sqlstate.ts';
import { type FieldFault, ServiceError } from '../errors.ts';
import type { EventType } from '../events/catalogue.ts';
import { emit } from '../events/emit.ts';

/** Why a record could not be written. */
interface Failure {
  code: string;
  message: string;
  fields: FieldFault[] | null;
}

interface BulkCounts {
  succeeded: number;
  failed: number;
}

export interface BulkResult {
  succeeded: string[];
  failed: ({ id: string } & Failure)[];
  counts: BulkCounts;
}

/** The result of writing many new records, which have no ids before. */
export interface BatchResult {
  succeeded: string[];
  failed: ({ index: number } & Failure)[];
  outcomes: { index: number; id: string; outcome: 'created' | 'updated' }[];
  counts: BulkCounts;
}

/** The answer of a create: the record; of an upsert: its outcome with the record. */
export type WrittenRecord = { id: string } | { outcome: 'created' | 'updated'; [record: string]: unknown };

/**
 * Runs `work` once for each id, in the order given, and emits one event for the call in addition to those of the
 * records.
 */
export async function bulk(
  ctx: TenantContext,
  event: EventType,
  ids: string[],
  work: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const succeeded: string[] = [];
  const failed: BulkResult['failed'] = [];
  for (const id of new Set(ids)) {
    const failure = await attempt(ctx, () => work(id));
    if (failure) failed.push({ id, ...failure });
    else succeeded.push(id);
  }
  return { succeeded, failed, counts: await finish(ctx, event, succeeded, failed.length) };
}

/** Runs `work` once for each new record, in the order given, like `bulk`. */
export async function batch(
  ctx: TenantContext,
  event: EventType,
  items: object[],
  work: (item: object) => Promise<WrittenRecord>,
): Promise<BatchResult> {
  const outcomes: BatchResult['outcomes'] = [];
  const failed: BatchResult['failed'] = [];
  for (const [index, item] of items.entries()) {
    const failure = await attempt(ctx, async () => {
      const answer = await work(item);
      outcomes.push({ index, ...outcomeOf(answer) });
    });
    if (failure) failed.push({ index, ...failure });
  }
  const succeeded = outcomes.map(({ id }) => id);
  const counts = await finish(ctx, event, [...new Set(succeeded)], failed.length);
  return { succeeded, failed, outcomes, counts: { ...counts, succeeded: succeeded.length } };
}

function outcomeOf(answer: WrittenRecord): { id: string; outcome: 'created' | 'updated' } {
  if (!('outcome' in answer)) return { id: (answer as { id: string }).id, outcome: 'created' };
  const { outcome, ...rest } = answer;
  const [record] = Object.values(rest) as { id: string }[];
  return { id: record!.id, outcome: outcome as 'created' | 'updated' };
}

/** Runs the work on one record, whose writes are undone if it fails. @returns why it failed */
async function attempt(ctx: TenantContext, work: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await ctx.tx.savepoint(work);
    return undefined;
  } catch (error) {
    const cause = error instanceof ServiceError ? error : fromDatabase(error);
    if (!cause) throw error;
    return { code: cause.code, message: cause.message, fields: cause.extras.fields ?? null };
  }
}

/** Emits the event of the call, unless no record was changed. */
async function finish(
  ctx: TenantContext,
  event: EventType,
  ids: string[],
  failed: number,
): Promise<BulkCounts> {
  const counts = { succeeded: ids.length, failed };
  if (ids.length) await emit(ctx, event, { object: { id: ids[0]! }, links: [], data: { ids, counts } });
  return counts;
}
