// What was delivered, and how to deliver it again (platform.md section 9).
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

/** Events are kept this long (jobs/purge.ts), and so is what was delivered of them. */
const KEPT_MS = 30 * 86_400_000;
/** On its way already. */
const UNDER_WAY: ReadonlySet<DeliveryState> = new Set(['pending', 'delivering']);

/** A page of what was sent to a webhook, the youngest first. @throws NOT_FOUND */
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

/** One delivery of a webhook. @throws NOT_FOUND */
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
 * Sends one event again, under the same webhook-id and by a new schedule.
 * @throws NOT_FOUND; CONFLICT webhook_not_active; INVALID_STATE_TRANSITION for one that is on its way already
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
  if (UNDER_WAY.has(delivery.state)) {
    throw new ServiceError(
      'INVALID_STATE_TRANSITION',
      'The delivery is on its way already; look at it again soon.',
      {
        details: { state: delivery.state },
      },
    );
  }
  const [replayed] = await sendAgain(ctx, webhookId, [id]);
  await emit(ctx, 'webhook.delivery_replayed', {
    object: { id: webhookId, version: webhook.version },
    label: webhook.name,
    links: [],
    data: { delivery_id: id },
  });
  return replayed!;
}

/** Puts deliveries at the beginning of their schedule. */
export async function sendAgain(
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
 * Asks for a job that sends again what failed in a time range, and sends what was never delivered.
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT webhook_not_active
 */
export async function recoverDeliveries(
  ctx: TenantContext,
  webhookId: string,
  { since, until, states }: RecoveryInput,
): Promise<Job> {
  const end = until ?? ctx.now;
  if (since.getTime() < ctx.now.getTime() - KEPT_MS)
    throw invalid('since', 'too_early', 'Events are kept for 30 days; give a later time.');
  if (since >= end)
    throw invalid('until', 'range', 'The range must end after it begins, and begin in the past.');
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
  return startJob(ctx, { kind: 'batch', handler: 'recover_webhook_deliveries', input: recovery });
}

function assertActive({ status }: Webhook): void {
  if (status === 'active') return;
  throw new ServiceError('CONFLICT', 'The webhook is not active; set its status to active first.', {
    details: { reason: 'webhook_not_active', status },
  });
}
