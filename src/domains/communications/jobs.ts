// Background work of communications: sending, and the minutely check for messages whose time has come.
import type { JobHandler } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { deliverCommunication } from './deliver.ts';

export const communications: Record<string, JobHandler> = { send_communication: deliverCommunication };

/** Messages that are due: scheduled ones, further attempts, and those of a process that is gone. */
const DUE = `
  select id from communications
  where tenant_id = $1 and deleted_at is null and (status = 'scheduled' or next_attempt_at is not null)
    and coalesce(next_attempt_at, scheduled_at) <= $2 and (claimed_until is null or claimed_until <= $2)
  order by coalesce(next_attempt_at, scheduled_at) limit 500`;

/** Queues the sending of every message that is due; runs every minute, by the clock of the service. */
export async function sendDueCommunications(
  services: Services,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    await inWorkspace({ services, log, tenantId, requestId: 'send_due_communications' }, async (ctx) => {
      const due = await ctx.tx.rows<{ id: string }>(DUE, [tenantId, ctx.now]);
      for (const { id } of due) await enqueue(ctx, 'send_communication', { id }, { key: id });
    });
  }
}
