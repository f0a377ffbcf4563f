// The limits of board columns: how many tasks of a status a project takes (delivery.md section 2.3).
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Project } from '../projects/model.ts';
import type { DeliveryWarning } from '../projects/warnings.ts';
import type { TaskStatus } from './rules.ts';

/**
 * Checks whether one more task may enter a status. The plan of the project is locked, so no other task enters meanwhile.
 * @throws WIP_LIMIT_REACHED for a full column with a hard limit
 * @returns a warning for a full column with a soft limit
 */
export async function limitWarnings(
  ctx: TenantContext,
  project: Pick<Project, 'id' | 'board'> | null,
  status: TaskStatus,
): Promise<DeliveryWarning[]> {
  const column = project?.board.find((one) => one.status === status);
  if (!project || column?.wipLimit == null) return [];
  const [row] = await ctx.tx.rows<{ n: number }>(
    'select count(*) as n from tasks where tenant_id = $1 and project_id = $2 and status = $3 and deleted_at is null',
    [ctx.tenantId, project.id, status],
  );
  if (row!.n < column.wipLimit) return [];
  const details = { column_id: column.id, limit: column.wipLimit, count: row!.n };
  if (column.wipMode === 'hard')
    fail('WIP_LIMIT_REACHED', `The column ${column.name} takes ${column.wipLimit} tasks.`, { details });
  return [
    { code: 'WIP_LIMIT_EXCEEDED', message: `The column ${column.name} is over its limit.`, ids: [column.id] },
  ];
}
