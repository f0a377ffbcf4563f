// The progress of a batch: its counts, its state, and the events by which it is followed.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { Batch, type BatchCounts, type BatchState } from './model.ts';

/** An event that is kept, so that a stream can be continued. */
export interface BatchEvent {
  type: 'progress' | 'item' | 'state' | 'done';
  data: Record<string, unknown>;
}

export const NO_COUNTS: BatchCounts = {
  ...{ total: 0, pending: 0, running: 0, succeeded: 0, failed: 0, skipped: 0, cancelled: 0 },
};

/** The channel on which processes learn of new events; its payload is the id of the batch. */
export const EVENTS_CHANNEL = 'job_events';

/**
 * Updates a batch with the events that tell of it, in the transaction of the change; the events are numbered without
 * gaps.
 */
export async function advance(
  ctx: TenantContext,
  batchId: string,
  patch: Partial<Pick<Batch, 'state' | 'counts' | 'startedAt' | 'finishedAt' | 'jobId'>>,
  events: BatchEvent[] = [],
): Promise<void> {
  const [batch] = (await Batch.of(ctx)
    .where({ id: batchId })
    .patch({ ...patch, updatedAt: ctx.now, lastEvent: Batch.raw('last_event + ?', [events.length]) as never })
    .returning('*')) as Batch[];
  if (!batch || events.length === 0) return;
  const first = batch.lastEvent - events.length + 1;
  const stamped = events.map(({ type, data }) => ({
    type,
    data: { batch_id: batchId, at: ctx.now, ...data },
  }));
  await ctx.tx.rows(
    `insert into job_events (tenant_id, batch_id, seq, type, data, created_at)
     select $1, $2, $3 + place - 1, event ->> 'type', event -> 'data', $4
     from jsonb_array_elements($5::jsonb) with ordinality as given(event, place)`,
    [ctx.tenantId, batchId, first, ctx.now, JSON.stringify(stamped)],
  );
  await ctx.tx.rows('select pg_notify($1, $2)', [EVENTS_CHANNEL, batchId]);
}

/** Returns the data of a `progress` event. */
export function progressOf(counts: BatchCounts, startedAt: Date | null, now: Date): Record<string, unknown> {
  const { total, succeeded, failed, skipped, cancelled } = counts;
  const processed = succeeded + failed + skipped + cancelled;
  const elapsed = startedAt ? (now.getTime() - new Date(startedAt).getTime()) / 1000 : 0;
  const isKnown = processed > 0 && elapsed > 0;
  return {
    ...{ processed, total, succeeded, failed, skipped },
    percent: total ? Math.floor((processed * 100) / total) : 100,
    eta_seconds: isKnown ? Math.round((elapsed / processed) * (total - processed)) : null,
  };
}

/** Returns a batch for the work that runs it. */
export async function findBatch(ctx: TenantContext, id: string): Promise<Batch> {
  return (await Batch.find(ctx, id)) as unknown as Batch;
}

/** Locks a batch, so that no other transaction numbers events of it until this one ends. */
export async function lockBatch(ctx: TenantContext, id: string): Promise<Batch> {
  return (await Batch.of(ctx).where({ id }).forUpdate().first()) as Batch;
}

/** Creates a batch that waits for its job. */
export function newBatch(
  ctx: TenantContext,
  values: Pick<Batch, 'kind' | 'onError' | 'counts'> & Partial<Pick<Batch, 'operation' | 'importId'>>,
): Promise<Batch> {
  return Batch.insert<Batch>(ctx, { ...values, requestedBy: actorOf(ctx.principal) });
}

/** Begins a batch: queued to running. */
export async function begin(ctx: TenantContext, batch: Batch): Promise<void> {
  if (batch.state !== 'queued') return;
  await advance(ctx, batch.id, { state: 'running', startedAt: batch.startedAt ?? ctx.now }, [
    { type: 'state', data: { from: 'queued', to: 'running' } },
  ]);
}

/** Ends a batch with its last progress, its state and `done`. */
export async function end(
  ctx: TenantContext,
  batchId: string,
  state: BatchState,
  counts: BatchCounts,
  result: Record<string, unknown> | null,
): Promise<void> {
  const batch = (await Batch.of(ctx).where({ id: batchId }).forUpdate().first()) as Batch | undefined;
  if (!batch) return;
  const events: BatchEvent[] = [
    ...(state === 'cancelled'
      ? []
      : [{ type: 'progress' as const, data: progressOf(counts, batch.startedAt, ctx.now) }]),
    { type: 'state', data: { from: batch.state, to: state } },
    { type: 'done', data: { state, counts, result } },
  ];
  await advance(ctx, batchId, { state, counts, finishedAt: ctx.now }, events);
}

/** Returns the state in which a batch ends by its counts. */
export function finalState({ succeeded, failed, skipped }: BatchCounts): BatchState {
  if (failed === 0) return 'succeeded';
  return succeeded + skipped > 0 ? 'partially_failed' : 'failed';
}
