// The counts of an import, computed from its rows in the transaction that changes them.
import type { TenantContext } from '../../context.ts';
import { snakeMember } from '../../naming.ts';
import type { BatchCounts } from '../batches/model.ts';
import { NO_COUNTS } from '../batches/progress.ts';
import { Import, type ImportCounts } from './model.ts';

const COUNT_ROWS = `
  select status, outcome, action, count(*)::int as count from import_rows
  where tenant_id = $1 and import_id = $2 group by status, outcome, action`;

interface Group {
  status: string;
  outcome: string | null;
  action: string | null;
  count: number;
}

/**
 * Counts the rows anew and stores the counts with the import.
 * @param plans whether the plan of the rows is counted too, as after a dry run or a fix
 */
export async function recount(ctx: TenantContext, imported: Import, plans = false): Promise<ImportCounts> {
  const groups = await ctx.tx.rows<Group>(COUNT_ROWS, [ctx.tenantId, imported.id]);
  const sum = (fits: (group: Group) => boolean): number =>
    groups.filter(fits).reduce((total, { count }) => total + count, 0);
  const of = (status: string): number => sum((group) => (group.outcome ?? group.status) === status);
  const planned = (action: string): number =>
    sum((group) => group.action === action && (group.status === 'valid' || group.status === 'warning'));
  const { total, empty } = imported.counts;
  const counts: ImportCounts = {
    ...imported.counts,
    ...{ total, empty, excluded: of('excluded'), valid: of('valid'), warning: of('warning') },
    ...{ invalid: of('invalid'), created: of('created'), updated: of('updated') },
    ...{ skipped: of('skipped'), failed: of('failed') },
    pending: of('pending') + of('valid') + of('warning'),
    ...(plans && { toCreate: planned('create'), toUpdate: planned('update'), toSkip: planned('skip') }),
  };
  await Import.of(ctx)
    .where({ id: imported.id })
    .patch({ counts } as never);
  imported.counts = counts;
  return counts;
}

/** Returns the counts as results of jobs, events and streams have them. */
export function wireCounts(counts: ImportCounts): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [snakeMember(name), count]));
}

/** Returns the counts of the batch that runs an import. */
export function batchCounts({ created, updated, skipped, failed, pending }: ImportCounts): BatchCounts {
  const succeeded = created + updated;
  return { ...NO_COUNTS, total: succeeded + skipped + failed + pending, succeeded, skipped, failed, pending };
}
