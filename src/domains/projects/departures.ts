// What happens to the work of a member who leaves the workspace: open assignments go on, memberships of projects and
// running timers end; time entries stay.
import type { TenantContext } from '../../context.ts';
import { reassignOpenTasks } from '../tasks/of-project.ts';
import { stopTimersOfUser } from '../time-entries/of-project.ts';

/** Ends the work of a member in all projects; their open tasks go to the given user, or to nobody. */
export async function endProjectWork(ctx: TenantContext, userId: string, to: string | null): Promise<void> {
  await reassignOpenTasks(ctx, userId, to);
  await ctx.tx.rows('delete from project_members where tenant_id = $1 and user_id = $2', [
    ctx.tenantId,
    userId,
  ]);
  await stopTimersOfUser(ctx, userId);
}
