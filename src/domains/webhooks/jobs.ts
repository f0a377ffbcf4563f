// The job that recovers the deliveries of a time range: failed ones and missing ones (platform.md section 9).
import type { TenantContext } from '../../context.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { inWorkspace } from '../in-workspace.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { requeueDeliveries } from './deliveries.ts';
import type { StoredEvent } from './envelope.ts';
import { insertDeliveries, matchDeliveries } from './fan-out.ts';
import { type Recovery, Webhook } from './model.ts';

/** Rows per transaction. */
const BATCH = 200;

async function recover(run: JobRun, recovery: Recovery): Promise<Outcome> {
  const { services, log, tenantId, job } = run;
  const origin = { services, log, tenantId, requestId: job.id };
  const done = { replayed: 0, sent: 0 };
  const batches = [
    {
      counter: 'replayed',
      next: replayBatch,
      isRequested: recovery.states.some((state) => state !== 'missing'),
    },
    { counter: 'sent', next: sendMissingBatch, isRequested: recovery.states.includes('missing') },
  ] as const;
  for (const { counter, next, isRequested } of batches) {
    for (let after: string | undefined = FIRST; isRequested && after; ) {
      const from: string = after;
      const step = await inWorkspace(origin, (ctx) => next(ctx, recovery, from));
      done[counter] += step.count;
      after = step.last;
      await run.progress(done.replayed + done.sent);
    }
  }
  return { result: done };
}

/** The result of one batch: how many rows it sent, and the id after which the next one begins. */
interface BatchResult {
  count: number;
  last?: string;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Locks the webhook so that it is not disabled or deleted during the batch; undefined if it is not active any more. */
async function activeWebhook(ctx: TenantContext, id: string): Promise<Webhook | undefined> {
  return (await Webhook.live(ctx).where({ id, status: 'active' }).forShare().first()) as Webhook | undefined;
}

async function replayBatch(ctx: TenantContext, recovery: Recovery, after: string): Promise<BatchResult> {
  const { webhookId, since, until, states } = recovery;
  if (!(await activeWebhook(ctx, webhookId))) return { count: 0 };
  const rows = await ctx.tx.rows<{ id: string }>(
    `select id from webhook_deliveries where tenant_id = $1 and webhook_id = $2 and created_at between $3 and $4
     and state = any($5) and id > $6 order by id limit ${BATCH} for update`,
    [ctx.tenantId, webhookId, since, until, states, after],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length) await requeueDeliveries(ctx, webhookId, ids);
  return { count: ids.length, last: ids.at(-1) };
}

async function sendMissingBatch(ctx: TenantContext, recovery: Recovery, after: string): Promise<BatchResult> {
  const { webhookId, since, until } = recovery;
  const webhook = await activeWebhook(ctx, webhookId);
  if (!webhook) return { count: 0 };
  const events = await ctx.tx.rows<StoredEvent>(
    `select e.* from events e where e.tenant_id = $1 and e.occurred_at between $3 and $4 and e.id > $5
     and not exists (select from webhook_deliveries d where d.tenant_id = $1 and d.webhook_id = $2 and d.event_id = e.id)
     order by e.id limit ${BATCH}`,
    [ctx.tenantId, webhookId, since, until, after],
  );
  const count = await insertDeliveries(ctx, matchDeliveries(ctx.services, events, [webhook]));
  return { count, last: events.at(-1)?.id };
}

export const webhooks: Record<string, JobHandler> = { recover_webhook_deliveries: trackedHandler(recover) };
