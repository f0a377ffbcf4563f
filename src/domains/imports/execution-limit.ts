// How many imports run in a workspace at the same time. The others wait with a queued job, in the order of their start.
import type { TenantContext } from '../../context.ts';
import { enqueueJob } from '../jobs/service.ts';

const MAX_RUNNING = 2;

/**
 * Enqueues the executions that may run now: the first two of the workspace. To be called after every start and end of an
 * execution, in its transaction.
 */
export async function enqueueExecutions(ctx: TenantContext): Promise<void> {
  // Imports that start and end at the same time must see each other.
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`imports:${ctx.tenantId}`]);
  const first = await ctx.tx.rows<{ id: string; job_id: string; state: string; attempts: number }>(
    `select i.id, i.job_id, j.state, j.attempts from imports i join jobs j on j.tenant_id = i.tenant_id and j.id = i.job_id
     where i.tenant_id = $1 and i.status = 'executing' order by j.created_at, j.id limit ${MAX_RUNNING}`,
    [ctx.tenantId],
  );
  // A job that has run before is in the queue, to go on after a pause.
  for (const { id, job_id: jobId, state, attempts } of first)
    if (state === 'queued' && attempts === 0)
      await enqueueJob(ctx, { jobId, handler: 'import_execute', input: { importId: id } });
}
