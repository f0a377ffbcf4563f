// The rollback of an import: deletes what it created and restores what it changed, unless somebody has touched it since.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { Job } from '../jobs/model.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { isRunBy, startJob } from '../jobs/service.ts';
import { assertStatus, lockImport } from './access.ts';
import { executorContext } from './executor.ts';
import { divideInput } from './further-write.ts';
import { Import, ImportRow } from './model.ts';
import { reversePmRows } from './pm-rollback.ts';
import { type KeptReason, keptReason, type ReversedRow, storeReversed } from './reversed-rows.ts';
import { CHUNK } from './row-store.ts';
import { call, writeFurther } from './run-row.ts';
import { operationOf, type TargetSpec, targetOf } from './targets.ts';

interface Input {
  importId: string;
}

const WITHIN_MS = 30 * 86_400_000;

/** Starts the rollback. @throws INVALID_STATE_TRANSITION, CONFLICT rollback_expired */
export async function rollBackImport(
  ctx: TenantContext,
  id: string,
  { reason, expectedVersion }: { reason?: string | null; expectedVersion?: number | null },
): Promise<Import> {
  const imported = await lockImport(ctx, id, { expectedVersion });
  assertStatus(imported, 'rolling_back', 'completed', 'completed_with_errors', 'failed', 'cancelled');
  if (imported.rollback)
    fail('INVALID_STATE_TRANSITION', 'The import has been rolled back already.', {
      details: { from: imported.status, to: 'rolling_back', allowed: [] },
    });
  if (ctx.now.getTime() - new Date(imported.finishedAt!).getTime() > WITHIN_MS)
    fail('CONFLICT', 'An import can be rolled back for 30 days.', {
      details: { reason: 'rollback_expired' },
    });
  const job = await startJob(ctx, {
    kind: 'import_rollback',
    handler: 'import_rollback',
    input: { importId: id },
  });
  const rollback = { by: actorOf(ctx.principal), at: ctx.now, reversed: 0, kept: 0, jobId: job.id };
  const after = await imported.changeVersion(ctx, {
    status: 'rolling_back',
    rollback,
    jobId: job.id,
    requestId: ctx.requestId,
  });
  await emit(ctx, 'import.rollback_started', {
    object: after,
    label: imported.fileName,
    links: [],
    data: { reason: reason ?? null },
  });
  return after;
}

export const rollBackJob = trackedHandler<Input>(rollBack, ended);

async function rollBack(run: JobRun, { importId }: Input): Promise<Outcome> {
  const before = await run.read((ctx) => outcomeOf(ctx, importId));
  const total = before.open + before.reversed + before.kept;
  for (let processed = before.reversed + before.kept; ; ) {
    await run.progress(processed, total);
    const rows = await run.write((ctx) => reverseChunk(ctx, run, importId));
    if (rows === 0) break;
    processed += rows;
  }
  const { reversed, kept } = await run.read((ctx) => outcomeOf(ctx, importId));
  return { result: { import_id: importId, reversed, kept } };
}

/** Reverses the next rows, the last ones first. @returns how many there were */
async function reverseChunk(ctx: TenantContext, { job }: JobRun, importId: string): Promise<number> {
  const imported = (await Import.of(ctx).where({ id: importId }).forUpdate().first()) as Import;
  if (imported.jobId !== job.id || !(await isRunBy(ctx, job)))
    throw new DOMException('The job is not run by this worker any more.', 'AbortError');
  const acting = await executorContext(ctx, imported, job.requestedBy);
  return imported.kind === 'pm' ? reversePmRows(acting, imported.id) : reverseRows(acting, imported);
}

async function reverseRows(ctx: TenantContext, imported: Import): Promise<number> {
  const rows = (await ImportRow.of(ctx)
    .where({ importId: imported.id })
    .whereIn('status', ['created', 'updated'])
    .orderBy('row_number', 'desc')
    .limit(CHUNK)) as unknown as ImportRow[];
  const target = targetOf(imported.target);
  const results: ReversedRow[] = [];
  for (const row of rows)
    results.push({ row_number: row.rowNumber, kept_reason: await reverse(ctx, target, row) });
  await storeReversed(ctx, imported.id, results);
  return rows.length;
}

/** Reverses one row. @returns why it is kept; null if it was reversed */
async function reverse(ctx: TenantContext, target: TargetSpec, row: ImportRow): Promise<KeptReason | null> {
  const [read, remove, update] = [target.read, target.remove, target.update].map((name) =>
    operationOf(ctx, name),
  );
  if (!read || !remove || !update || !row.recordId) return 'refused';
  const id = row.recordId;
  try {
    return await ctx.tx.savepoint(async () => {
      const current = (await call(ctx, read, { id })) as { version: number };
      if (current.version !== row.recordVersion) return 'changed';
      if (row.outcome === 'created' && (await isInUse(ctx, target, row))) return 'in_use';
      const { own, further } = divideInput(ctx, target, row.outcome === 'created' ? {} : row.before!);
      const operation = row.outcome === 'created' ? remove : update;
      await call(ctx, operation, { ...own, id, expected_version: current.version });
      await writeFurther(ctx, target, id, further, current);
      return null;
    });
  } catch (error) {
    return keptReason(ctx, error);
  }
}

/** The columns of live records that refer to one of a kind. */
const REFERRING: Record<string, [table: string, column: string][]> = {
  company: [
    ['contacts', 'company_id'],
    ['deals', 'company_id'],
    ['companies', 'parent_company_id'],
    ['projects', 'company_id'],
    ['tasks', 'company_id'],
  ],
  contact: [['tasks', 'contact_id']],
  task: [['tasks', 'parent_id']],
};

/** Returns whether a live record that this import did not make refers to the record. */
async function isInUse(ctx: TenantContext, { record }: TargetSpec, row: ImportRow): Promise<boolean> {
  const parts = (REFERRING[record] ?? []).map(
    ([
      table,
      column,
    ]) => `select from ${table} t where t.tenant_id = $1 and t.${column} = $2 and t.deleted_at is null
      and not exists (select from import_rows r where r.tenant_id = $1 and r.import_id = $3 and r.record_id = t.id
        and r.outcome = 'created')`,
  );
  if (parts.length === 0) return false;
  const found = await ctx.tx.rows(`select where exists (${parts.join(') or exists (')})`, [
    ctx.tenantId,
    row.recordId,
    row.importId,
  ]);
  return found.length > 0;
}

interface Counted {
  reversed: number;
  kept: number;
  /** Rows that are still to be reversed. */
  open: number;
}

async function outcomeOf(ctx: TenantContext, importId: string): Promise<Counted> {
  const [row] = await ctx.tx.rows<Counted>(
    `select count(*) filter (where status = 'reversed')::int as reversed, count(*) filter (where status = 'kept')::int as kept,
       count(*) filter (where status in ('created', 'updated'))::int as open
     from import_rows where tenant_id = $1 and import_id = $2`,
    [ctx.tenantId, importId],
  );
  return row!;
}

/** Ends the rollback in the transaction that ends its job. */
async function ended(ctx: TenantContext, job: Job, { importId }: Input): Promise<void> {
  const imported = (await Import.of(ctx).where({ id: importId }).forUpdate().first()) as Import | undefined;
  if (imported?.status !== 'rolling_back' || imported.jobId !== job.id) return;
  const isDone = job.state === 'succeeded';
  const { reversed, kept } = await outcomeOf(ctx, importId);
  const after = await imported.changeVersion(ctx, {
    status: isDone ? 'rolled_back' : 'completed_with_errors',
    rollback: isDone ? { ...imported.rollback!, reversed, kept } : null,
    error: isDone ? null : job.error,
  });
  if (isDone) await emit(ctx, 'import.rolled_back', { object: after, label: imported.fileName, links: [] });
}
