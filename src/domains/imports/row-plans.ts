// How the rows of an import are planned and run: rows of data by their mapping, rows of project management by their kind.
import type { TenantContext } from '../../context.ts';
import { type Import, type Mapping, PM_KINDS, type PmKind } from './model.ts';
import { plannerOf, planRows } from './plan.ts';
import { PmPlans } from './pm-plans.ts';
import type { RowPlans, RunMemory } from './row-plan.ts';
import { isIndependent, runRow, runTogether } from './run-row.ts';

/** Prepares the plans of an import. @param isDryRun whether the records of other rows do not exist yet */
export function rowPlansOf(
  ctx: TenantContext,
  imported: Import,
  memory: RunMemory,
  isDryRun: boolean,
): RowPlans {
  if (imported.kind === 'pm') return new PmPlans(ctx, imported, memory, isDryRun) as unknown as RowPlans;
  const planner = {
    ...plannerOf(ctx, imported, imported.mapping as Mapping),
    seen: memory.seen,
    requiresReferences: !isDryRun,
  };
  return {
    plan: (rows) => planRows(ctx, planner, rows),
    run: (planned) => runRow(ctx, planner, planned as never),
    together: {
      isIndependent: (planned) => isIndependent(planner, planned as never),
      run: (planned) => runTogether(ctx, planner, planned as never),
    },
    uniqueKeys: ({ keys }) => keys,
    finish: async () => undefined,
  };
}

/** Returns the kinds of rows one after another, as a later kind refers to records of an earlier one; null for all rows. */
export function phasesOf({ kind }: Import): readonly (PmKind | null)[] {
  return kind === 'pm' ? PM_KINDS : [null];
}
