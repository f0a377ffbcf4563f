// Operations on batches: create, list, read, retry (delivery.md section 6.2).
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { startJob } from '../jobs/service.ts';
import { Batch, type BatchCounts, BatchItem } from './model.ts';
import { advance, NO_COUNTS, newBatch } from './progress.ts';

const MANAGE = 'jobs.manage';
const APPROVE = 'imports.approve';

/** Modules whose operations run one at a time. */
const CLOSED_MODULES = new Set(['auth', 'settings', 'webhooks', 'agent', 'billing', 'admin', 'imports']);

export interface BatchInput {
  operation: string;
  items: { variables: Record<string, unknown> }[];
  onError?: 'continue' | 'abort' | null;
}

/** Creates a batch and starts its job. @throws VALIDATION_ERROR operation_not_batchable; the refusal of the operation */
export async function createBatch(
  ctx: TenantContext,
  { operation: name, items, onError }: BatchInput,
): Promise<Batch> {
  const operation = batchable(ctx, name);
  const refused = refusal(operation.access, ctx.principal);
  if (refused) throw refused;
  const total = items.length;
  const counts = { ...NO_COUNTS, total, pending: total };
  const batch = await newBatch(ctx, {
    kind: 'operation',
    operation: name,
    onError: onError ?? 'continue',
    counts,
  });
  await ctx.tx.rows(
    `insert into batch_items (tenant_id, batch_id, index, variables)
     select $1, $2, place - 1, item -> 'variables' from jsonb_array_elements($3::jsonb) with ordinality as given(item, place)`,
    [ctx.tenantId, batch.id, JSON.stringify(items)],
  );
  await emit(ctx, 'batch.requested', { object: { id: batch.id }, label: name, links: [], data: { counts } });
  return startBatch(ctx, batch);
}

/** Starts the job of a batch. */
export async function startBatch(ctx: TenantContext, batch: Batch): Promise<Batch> {
  const job = await startJob(ctx, { kind: 'batch', handler: 'run_batch', input: { batchId: batch.id } });
  await advance(ctx, batch.id, { jobId: job.id });
  return Object.assign(batch, { jobId: job.id });
}

function batchable({ services }: TenantContext, name: string): PersistedOperation {
  const operation = services.catalogue.byName.get(name);
  if (!operation)
    throw invalid('operation', 'exists', `There is no operation ${name}; see the capabilities.`);
  const { access, kind, upload, waits } = operation;
  const isOpen = access.principals === 'tenant' || access.principals === 'user';
  if (
    kind !== 'mutation' ||
    upload ||
    waits ||
    !isOpen ||
    CLOSED_MODULES.has(access.module) ||
    /Proposal/.test(name)
  )
    throw invalid(
      'operation',
      'operation_not_batchable',
      `${name} cannot be run as a batch; call it by itself.`,
    );
  return operation;
}

const batchListing: Listing = { model: Batch };
const itemListing: Listing = { model: BatchItem };

/** Returns a page of the batches that the caller may see, newest first. */
export function listBatches(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Batch>> {
  const { id, permissions } = ctx.principal;
  const sort = args.sort ?? ['-created_at'];
  return listPage<Batch>(ctx, batchListing, { ...args, sort }, lookahead, (query) => {
    if (!permissions.has(MANAGE)) query.where('batches.requester_id', id);
  });
}

/** Returns a batch. @throws NOT_FOUND, also for one that the caller may not see */
export async function getBatch(ctx: TenantContext, id: string): Promise<Batch> {
  const batch = (await Batch.of(ctx).where({ id }).first()) as Batch | undefined;
  return batch && (await isVisible(ctx, batch)) ? batch : fail('NOT_FOUND');
}

async function isVisible(ctx: TenantContext, { requestedBy, importId }: Batch): Promise<boolean> {
  const { id, permissions } = ctx.principal;
  if (requestedBy.id === id || permissions.has(MANAGE)) return true;
  if (!importId) return false;
  if (permissions.has(APPROVE)) return true;
  const own = await ctx.tx.rows('select from imports where tenant_id = $1 and id = $2 and creator_id = $3', [
    ctx.tenantId,
    importId,
    id,
  ]);
  return own.length > 0;
}

/** Returns a page of the items of a batch in their order. @throws NOT_FOUND */
export async function listItems(
  ctx: TenantContext,
  batchId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<BatchItem>> {
  await getBatch(ctx, batchId);
  return listPage<BatchItem>(
    ctx,
    itemListing,
    { ...args, sort: args.sort ?? ['index'] },
    lookahead,
    (query) => query.where({ batchId }),
  );
}

/** Returns the paths of a batch. */
export function linksOf({ id }: Pick<Batch, 'id'>): object {
  const self = `/api/jobs/batch/${id}`;
  return { self, items: `${self}/items`, stream: `${self}/stream` };
}

/** Makes items of an operation pending again and starts their job. @throws NOTHING_TO_RETRY, VALIDATION_ERROR not_failed */
export async function retryItems(ctx: TenantContext, batch: Batch, items?: number[] | null): Promise<Batch> {
  const rows = await ctx.tx.rows<{ index: number }>(
    `update batch_items set state = 'pending', error = null
     where tenant_id = $1 and batch_id = $2 and state in ('failed', 'cancelled') and ($3::int[] is null or index = any($3))
     returning index`,
    [ctx.tenantId, batch.id, items ?? null],
  );
  assertRetried(
    rows.map(({ index }) => index),
    items,
  );
  await reopen(ctx, batch, await countItems(ctx, batch.id));
  return startBatch(ctx, batch);
}

/** @throws NOTHING_TO_RETRY, VALIDATION_ERROR not_failed */
export function assertRetried(retried: number[], asked?: number[] | null): void {
  const known = new Set(retried);
  const at = (asked ?? []).findIndex((index) => !known.has(index));
  if (at >= 0)
    throw invalid(`items[${at}]`, 'not_failed', 'This item has not failed; name only those that have.');
  if (retried.length === 0) fail('NOTHING_TO_RETRY');
}

/** Gives a finished batch the state `queued` again. */
export async function reopen(ctx: TenantContext, batch: Batch, counts: BatchCounts): Promise<void> {
  await advance(ctx, batch.id, { state: 'queued', counts, finishedAt: null }, [
    { type: 'state', data: { from: batch.state, to: 'queued' } },
  ]);
  Object.assign(batch, { state: 'queued', counts, finishedAt: null });
  await emit(ctx, 'batch.retried', {
    object: { id: batch.id },
    label: batch.operation ?? 'import',
    links: [],
  });
}

/** Counts the items of an operation by their states. */
export async function countItems(ctx: TenantContext, batchId: string): Promise<BatchCounts> {
  const rows = await ctx.tx.rows<{ state: keyof BatchCounts; count: number }>(
    'select state, count(*)::int as count from batch_items where tenant_id = $1 and batch_id = $2 group by state',
    [ctx.tenantId, batchId],
  );
  const counts = { ...NO_COUNTS };
  for (const { state, count } of rows) counts[state] = count;
  return { ...counts, total: rows.reduce((sum, { count }) => sum + count, 0) };
}
