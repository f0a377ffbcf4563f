// Bulk operations: the same work on many records; a record that fails does not stop the others (spec README point 16).
import type { TenantContext } from '../context.ts';
import { fromDatabase } from '../db/sqlstate.ts';
import { type FieldFault, ServiceError } from '../errors.ts';
import type { EventType } from '../events/catalogue.ts';
import { emit } from '../events/emit.ts';

export interface BulkResult {
  succeeded: string[];
  failed: { id: string; code: string; message: string; fields: FieldFault[] | null }[];
  counts: { succeeded: number; failed: number };
}

/**
 * Runs `work` once for each id, in the order given, and emits one event for the batch in addition to those of the
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
    try {
      await ctx.tx.savepoint(() => work(id));
      succeeded.push(id);
    } catch (error) {
      const serviceError = error instanceof ServiceError ? error : fromDatabase(error);
      if (!serviceError) throw error;
      failed.push({
        id,
        code: serviceError.code,
        message: serviceError.message,
        fields: serviceError.extras.fields ?? null,
      });
    }
  }
  const counts = { succeeded: succeeded.length, failed: failed.length };
  if (succeeded.length)
    await emit(ctx, event, { object: { id: succeeded[0]! }, links: [], data: { ids: succeeded, counts } });
  return { succeeded, failed, counts };
}
