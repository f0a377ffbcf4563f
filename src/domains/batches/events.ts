// The kept events of batches, by their numbers.
import type { TenantContext } from '../../context.ts';

export interface StoredEvent {
  seq: number;
  type: 'progress' | 'item' | 'state' | 'done';
  data: Record<string, unknown>;
}

/** Returns the events of a batch after one of them, in order. */
export function eventsAfter(
  ctx: TenantContext,
  batchId: string,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  return ctx.tx.rows<StoredEvent>(
    `select seq, type, data from job_events where tenant_id = $1 and batch_id = $2 and seq > $3 order by seq limit $4`,
    [ctx.tenantId, batchId, after, limit],
  );
}

/** An item that was run without a failure. */
export interface FinishedItem {
  index: number;
  state: 'succeeded' | 'skipped';
  record: { type: string; id: string } | null;
  /** The number of the first event that was stored with it or after it. */
  eventSeq: number;
}

/** Returns the items without a failure that were run just before events of a batch, in the order of these events. */
export function finishedItems(
  ctx: TenantContext,
  batchId: string,
  { from, to }: { from: number; to: number },
): Promise<FinishedItem[]> {
  return ctx.tx.rows<FinishedItem>(
    `select index, state, result as record, event_seq as "eventSeq" from batch_work
     where tenant_id = $1 and batch_id = $2 and event_seq between $3 and $4 and state in ('succeeded', 'skipped')
     order by event_seq, index`,
    [ctx.tenantId, batchId, from, to],
  );
}
