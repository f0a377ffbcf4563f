// How many imports run in a workspace at the same time. The others wait with a queued job, in the order of their start.
import type { TenantContext } from '../../context.ts';
import { enqueueJob } from '../jobs/service.ts';

const MAX_RUNNING = 2;

/**
 * Enqueues waiting executions of the workspace, up to the limit. To be called after every start and end of an execution, in
 * its transaction.
 */
export async function enqueueExecutions(ctx: TenantContext): Promise<void> {
  // Imports that start and end at the same time must see each other.
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`imports:${ctx.tenantId}`]);
  const enqueued = await ctx.tx.rows<{ id: string; job_id: string }>(
    `update imports set is_enqueued = true where tenant_id = $1 and id = any(array(
       select i.id from imports i join jobs j on j.tenant_id = i.tenant_id and j.id = i.job_id
       where i.tenant_id = $1 and i.status = 'executing' and not i.is_enqueued order by j.created_at, j.id
       limit greatest(0, ${MAX_RUNNING} - (
         select count(*) from imports r where r.tenant_id = $1 and r.status = 'executing' and r.is_enqueued))))
     returning id, job_id`,
    [ctx.tenantId],
  );
  for (const { id, job_id: jobId } of enqueued)
    await enqueueJob(ctx, { jobId, handler: 'import_execute', input: { importId: id } });
}
