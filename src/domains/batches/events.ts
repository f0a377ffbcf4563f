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
