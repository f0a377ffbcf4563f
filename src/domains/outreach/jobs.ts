// Background work of outreach: taking due steps, and the minutely check for them.
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { queueDueSteps } from './progress.ts';
import { takeStep } from './steps.ts';

export const outreach: Record<string, JobHandler> = { take_outreach_steps: takeSteps };

/** Takes the due steps of enrolments, each in a transaction of its own. */
async function takeSteps(job: JobContext, { ids }: { ids: readonly string[] }): Promise<void> {
  for (const id of ids) {
    if (job.signal.aborted) return;
    await inWorkspace(job, (ctx) => takeStep(ctx, id));
  }
}

/** Queues every step that is due; runs every minute, by the clock of the service. */
export async function queueOutreachSteps(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    await inWorkspace({ services, log, tenantId, requestId: 'queue_outreach_steps' }, queueDueSteps);
  }
}
