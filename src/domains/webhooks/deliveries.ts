// Lists webhook deliveries and sends them again: replay and recovery (platform.md section 9).
import type { TenantContext } from '../../context.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import type { Job } from '../jobs/model.ts';
import { startJob } from '../jobs/service.ts';
import { deliveryListing } from './loaders.ts';
import { type DeliveryState, type Recovery, Webhook, WebhookDelivery } from './model.ts';
import { queueDeliveries } from './queue.ts';

/** Events and their deliveries are kept this long (jobs/purge.ts). */
const EVENT_RETENTION_MS = 30 * 86_400_000;
/** States in which a delivery is queued already and cannot be replayed. */
const QUEUED_STATES: ReadonlySet<DeliveryState> = new Set(['pending', 'delivering']);

/** Returns a page of the deliveries of a webhook, newest first. @throws NOT_FOUND */
export async function listDeliveries(
  ctx: TenantContext,
  webhookId: string,
  args: ListArguments,
): Promise<PageOf<WebhookDelivery>> {
  await Webhook.find(ctx, webhookId);
  return listPage<WebhookDelivery>(
    ctx,
    deliveryListing,
    { ...args, sort: args.sort ?? ['-created_at'] },
    undefined,
    (query) => query.where({ webhookId }),
  );
}

/** Returns one delivery of a webhook. @throws NOT_FOUND */
export async function getDelivery(
  ctx: TenantContext,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery> {
  await Webhook.find(ctx, webhookId);
  const delivery = await WebhookDelivery.of(ctx).where({ webhookId, id }).first();
  return (delivery as WebhookDelivery | undefined) ?? fail('NOT_FOUND');
}

/**
 * Sends one event again, with the same webhook-id and a new retry schedule.
 * @throws NOT_FOUND; CONFLICT webhook_not_active; INVALID_STATE_TRANSITION for a delivery that is queued already
 */
export async function replayDelivery(
  ctx: TenantContext,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery> {
  const webhook = await Webhook.lock<Webhook>(ctx, webhookId);
  assertActive(webhook);
  const delivery = (await WebhookDelivery.of(ctx).where({ webhookId, id }).forUpdate().first()) as
    | WebhookDelivery
    | undefined;
  if (!delivery) return fail('NOT_FOUND');
  if (QUEUED_STATES.has(delivery.state)) {
    throw new ServiceError(
      'INVALID_STATE_TRANSITION',
      'The delivery is already queued; wait for its outcome before you replay it.',
      {
        details: { state: delivery.state },
      },
    );
  }
  const [replayed] = await requeueDeliveries(ctx, webhookId, [id]);
  await emit(ctx, 'webhook.delivery_replayed', {
    object: { id: webhookId, version: webhook.version },
    label: webhook.name,
    links: [],
    data: { delivery_id: id },
  });
  return replayed!;
}

/** Queues deliveries again, at the beginning of their retry schedule. */
export async function requeueDeliveries(
  ctx: TenantContext,
  webhookId: string,
  ids: readonly string[],
): Promise<WebhookDelivery[]> {
  const deliveries = (await WebhookDelivery.of(ctx)
    .whereRaw('webhook_deliveries.id = any(?)', [ids as string[]])
    .patch({ state: 'pending', scheduleAttempts: 0, nextAttemptAt: ctx.now, updatedAt: ctx.now })
    .returning('*')) as unknown as WebhookDelivery[];
  await queueDeliveries(ctx, webhookId, ids);
  return deliveries;
}

export interface RecoveryInput {
  since: Date;
  until?: Date | null;
  states?: Recovery['states'] | null;
}

/**
 * Starts a job that replays the failed deliveries of a time range and sends the events that were never delivered.
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT webhook_not_active
 */
export async function recoverDeliveries(
  ctx: TenantContext,
  webhookId: string,
  { since, until, states }: RecoveryInput,
): Promise<Job> {
  const end = until ?? ctx.now;
  if (since.getTime() < ctx.now.getTime() - EVENT_RETENTION_MS)
    throw invalid('since', 'too_early', 'Events are kept for 30 days; send a later time.');
  if (since >= end)
    throw invalid('until', 'range', 'The range must begin in the past and end after it begins.');
  const webhook = await Webhook.find<Webhook>(ctx, webhookId);
  assertActive(webhook);
  const recovery: Recovery = {
    webhookId,
    since: since.toISOString(),
    until: end.toISOString(),
    states: states?.length ? states : ['failed', 'missing'],
  };
  await emit(ctx, 'webhook.recovery_started', {
    object: { id: webhookId, version: webhook.version },
    label: webhook.name,
    links: [],
    data: { since: recovery.since, until: recovery.until, states: recovery.states },
  });
  return startJob(ctx, {
    kind: 'batch',
    handler: 'recover_webhook_deliveries',
    input: recovery,
    repeatable: true,
  });
}

function assertActive({ status }: Webhook): void {
  if (status === 'active') return;
  throw new ServiceError('CONFLICT', 'The webhook is not active; set its status to active first.', {
    details: { reason: 'webhook_not_active', status },
  });
}
