// The dry run: plans and runs every row in transactions that are rolled back, and stores what would have happened.
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import type { Job } from '../jobs/model.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { recount, wireCounts } from './counts.ts';
import { executorContext } from './executor.ts';
import { Import, type ImportRow } from './model.ts';
import { isRefused, type RowPlan, type RowPlans, type RowResult, type RunMemory } from './row-plan.ts';
import { phasesOf, rowPlansOf } from './row-plans.ts';
import { planHash, type RowPatch, readRows, storeRows } from './row-store.ts';
import { runRows } from './run-rows.ts';
import { forgetPlan } from './set-mapping.ts';

interface Input {
  importId: string;
}

/** The states of rows that a dry run plans anew. */
const OPEN = ['pending', 'valid', 'warning', 'invalid'];

export const validateImportJob = trackedHandler<Input>(validate, ended);

async function validate(run: JobRun, { importId }: Input): Promise<Outcome> {
  const imported = await run.read((ctx) => Import.find(ctx, importId) as unknown as Promise<Import>);
  const memory: RunMemory = { seen: new Map() };
  let processed = 0;
  const total = imported.counts.total - imported.counts.empty - imported.counts.excluded;
  for (const kind of phasesOf(imported))
    for (let after = 0; ; ) {
      const rows = await run.read((ctx) => readRows(ctx, importId, { after, states: OPEN, kind }));
      if (rows.length === 0) break;
      const planned = await dryRunRows(run, imported, rows, memory);
      await run.write((ctx) => storeRows(ctx, importId, planned));
      after = rows.at(-1)!.rowNumber;
      processed += rows.length;
      await run.progress(processed, total);
    }
  await run.progress(total, total);
  const counts = await run.write((ctx) => recount(ctx, imported, true));
  return { result: { import_id: importId, counts: wireCounts(counts) } };
}

/** Thrown at the end of a dry run to undo its writes. */
class DryRunEnd {}

/** Runs rows and undoes them. @returns what would have happened to each */
async function dryRunRows(
  { services, tenantId, read, job }: JobRun,
  imported: Import,
  rows: ImportRow[],
  memory: RunMemory,
): Promise<RowPatch[]> {
  const patches: RowPatch[] = [];
  await read(async (reading) => {
    await services.database
      .write({ tenantId }, async (tx) => {
        const ctx = await executorContext(deriveContext(reading, { tx }), imported, job.requestedBy);
        const plans = rowPlansOf(ctx, imported, memory, true);
        patches.push(...(await planPatches(plans, await plans.plan(rows))));
        throw new DryRunEnd();
      })
      .catch((end) => {
        if (!(end instanceof DryRunEnd)) throw end;
      });
  });
  return patches;
}

/** Runs planned rows, whose writes are undone with their transaction. @returns their plans */
export async function planPatches(plans: RowPlans, rows: readonly RowPlan[]): Promise<RowPatch[]> {
  const patches: RowPatch[] = [];
  await runRows(plans, rows, (planned, result) => {
    patches.push(patchOf(planned, result));
    return 'go on';
  });
  return patches;
}

function patchOf(planned: RowPlan, result: RowResult): RowPatch {
  const { row, keys, match } = planned;
  const errors = isRefused(planned) ? planned.errors : [...planned.errors, ...result.errors];
  const isInvalid = errors.some(({ severity }) => severity === 'error');
  const action = { skipped: 'skip', updated: 'update', created: planned.action, failed: null } as const;
  const status = isInvalid ? 'invalid' : errors.length ? 'warning' : 'valid';
  return {
    ...{ rowNumber: row.rowNumber, status, errors, keys, attempts: row.attempts },
    action: isInvalid ? null : action[result.outcome],
    matchId: match?.id ?? null,
    matchVersion: match?.version ?? null,
  };
}

/** Ends the dry run in the transaction that ends its job. */
async function ended(ctx: TenantContext, job: Job, { importId }: Input): Promise<void> {
  const imported = (await Import.of(ctx).where({ id: importId }).forUpdate().first()) as Import | undefined;
  if (imported?.status === 'validating' && imported.jobId === job.id) await endValidation(ctx, imported, job);
}

/** Gives an import the state that follows from the end of its dry run. */
export async function endValidation(
  ctx: TenantContext,
  imported: Import,
  job: Pick<Job, 'state' | 'error'>,
): Promise<void> {
  const isValidated = job.state === 'succeeded';
  if (isValidated) await recount(ctx, imported, true);
  else await forgetPlan(ctx, imported);
  const after = await imported.changeVersion(ctx, {
    status: isValidated ? 'validated' : 'mapped',
    validationHash: isValidated ? await planHash(ctx, imported.id) : null,
    error: job.state === 'failed' ? job.error : null,
  });
  // Otherwise the event of the job tells that it has ended.
  if (!isValidated) return;
  await emit(ctx, 'import.validated', {
    object: after,
    label: imported.fileName,
    links: [],
    data: { counts: wireCounts(imported.counts) },
  });
}
