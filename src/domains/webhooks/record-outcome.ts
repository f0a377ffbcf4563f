// Loads claimed deliveries and records the outcome of attempts: on the delivery, its queue entry and its webhook. Locks
// are taken in the order webhook, delivery, queue, as everywhere in this domain.
import type { TenantContext } from '../../context.ts';
import { type DeliveryState, Webhook, WebhookAttempt, WebhookDelivery } from './model.ts';
import { type AttemptResult, capacityAfter, isFailing, nextAttempt } from './outcomes.ts';
import { type Claim, holdsClaim, releaseClaim } from './queue.ts';
import { disable } from './states.ts';

const GONE = 410;

/** A claim with its webhook and its delivery. */
export interface ClaimedDelivery {
  claim: Claim;
  webhook: Webhook;
  delivery: WebhookDelivery;
}

/**
 * Loads the webhooks and deliveries of claims of one workspace, and marks the deliveries as delivering. Claims of
 * webhooks or deliveries that are not active any more are released.
 */
export async function loadClaimed(ctx: TenantContext, claims: readonly Claim[]): Promise<ClaimedDelivery[]> {
  const webhookIds = claims.map(({ webhookId }) => webhookId);
  const webhooks = (await Webhook.live(ctx)
    .whereRaw('webhooks.id = any(?)', [webhookIds])
    .orderBy('id')
    .forShare()) as Webhook[];
  const active = new Map(
    webhooks.filter(({ status }) => status === 'active').map((webhook) => [webhook.id, webhook]),
  );
  const setStates = async (
    group: readonly Claim[],
    state: 'delivering' | 'held',
  ): Promise<WebhookDelivery[]> =>
    (await WebhookDelivery.of(ctx)
      .whereRaw('webhook_deliveries.id = any(?)', [group.map(({ deliveryId }) => deliveryId)])
      .whereIn('state', ['pending', 'retrying', 'delivering'])
      .patch({ state, updatedAt: ctx.now })
      .returning('*')) as unknown as WebhookDelivery[];
  const [toSend = [], toHold = []] = [true, false].map((isActive) =>
    claims.filter(({ webhookId }) => active.has(webhookId) === isActive),
  );
  const deliveries = await setStates(toSend, 'delivering');
  // The webhook was paused or disabled after queueing; deliveries of a deleted one are cancelled already.
  if (toHold.length) await setStates(toHold, 'held');
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const claimed: ClaimedDelivery[] = [];
  for (const claim of claims) {
    const webhook = active.get(claim.webhookId);
    const delivery = byId.get(claim.deliveryId);
    if (webhook && delivery) claimed.push({ claim, webhook, delivery });
    else await releaseClaim(ctx, claim);
  }
  return claimed;
}

/** Returns a claim unsent, so that another process can send the delivery. */
export async function returnClaim(ctx: TenantContext, { claim, delivery }: ClaimedDelivery): Promise<void> {
  await WebhookDelivery.of(ctx)
    .where({ id: delivery.id, state: 'delivering' })
    .patch({ state: delivery.scheduleAttempts ? 'retrying' : 'pending' });
  if (await holdsClaim(ctx, claim)) await releaseClaim(ctx, claim, ctx.now);
}

/** Records the result of an attempt: delivery state, next attempt, endpoint health and capacity. */
export async function recordOutcome(
  ctx: TenantContext,
  { claim }: ClaimedDelivery,
  result: AttemptResult,
): Promise<void> {
  const webhook = (await Webhook.of(ctx).where({ id: claim.webhookId }).forUpdate().first()) as
    | Webhook
    | undefined;
  const delivery = await lockDelivery(ctx, claim.deliveryId);
  // Deliveries are purged by age, even while a request is in flight.
  if (!webhook || !delivery) return releaseClaim(ctx, claim);
  await insertAttempt(ctx, delivery, result);
  if (!(await holdsClaim(ctx, claim))) {
    // The claim was lost, so another transaction decides the state; only a held delivery that succeeded is done.
    if (result.error === null && delivery.state === 'held') await setState(ctx, delivery, 'succeeded');
    return;
  }
  await updateHealth(ctx, webhook, result);
  await adjustCapacity(ctx, webhook, result);
  const attempts = delivery.scheduleAttempts + 1;
  const retryAt = nextAttempt(ctx.now, attempts, result.retryAfterMs, Math.random());
  const isGone = result.statusCode === GONE;
  const gaveUp = isGone || !retryAt;
  await releaseClaim(ctx, claim, result.error && !gaveUp ? retryAt : undefined);
  const state = result.error === null ? 'succeeded' : gaveUp ? 'failed' : 'retrying';
  await WebhookDelivery.of(ctx)
    .where({ id: delivery.id })
    .patch({
      state,
      scheduleAttempts: attempts,
      nextAttemptAt: state === 'retrying' ? retryAt! : null,
      updatedAt: ctx.now,
    });
  if (webhook.status !== 'active' || result.error === null) return;
  if (isGone) await disable(ctx, webhook, 'disabled_gone');
  else if (isFailing(webhook, ctx.now)) await disable(ctx, webhook, 'disabled_failing');
}

async function setState(ctx: TenantContext, { id }: WebhookDelivery, state: DeliveryState): Promise<void> {
  await WebhookDelivery.of(ctx).where({ id }).patch({ state, nextAttemptAt: null, updatedAt: ctx.now });
}

async function lockDelivery(ctx: TenantContext, id: string): Promise<WebhookDelivery | undefined> {
  return (await WebhookDelivery.of(ctx).where({ id }).forUpdate().first()) as WebhookDelivery | undefined;
}

/** Inserts an attempt into the history of a delivery. */
export async function insertAttempt(
  ctx: TenantContext,
  delivery: WebhookDelivery,
  { statusCode, durationMs, error, response }: AttemptResult,
): Promise<WebhookAttempt> {
  const number = delivery.attemptCount + 1;
  await WebhookDelivery.of(ctx)
    .where({ id: delivery.id })
    .patch({ attemptCount: number, lastAttemptAt: ctx.now, lastStatusCode: statusCode, lastError: error });
  return WebhookAttempt.insert<WebhookAttempt>(ctx, {
    deliveryId: delivery.id,
    webhookId: delivery.webhookId,
    number,
    at: new Date(ctx.now.getTime() - durationMs),
    statusCode,
    durationMs,
    error,
    response,
  });
}

/** Minimum time between two updates of `lastSuccessAt`: a healthy endpoint succeeds many times a second. */
const SUCCESS_UPDATE_INTERVAL_MS = 1_000;

async function updateHealth(ctx: TenantContext, webhook: Webhook, { error }: AttemptResult): Promise<void> {
  const { lastSuccessAt, firstFailureAt } = webhook;
  if (error && !firstFailureAt) await patchHealth(ctx, webhook, { firstFailureAt: ctx.now });
  if (error) return;
  if (
    !firstFailureAt &&
    lastSuccessAt &&
    ctx.now.getTime() - lastSuccessAt.getTime() < SUCCESS_UPDATE_INTERVAL_MS
  )
    return;
  await patchHealth(ctx, webhook, { lastSuccessAt: ctx.now, firstFailureAt: null });
}

/** Updates health columns without a new version, because callers do not write them. */
async function patchHealth(
  ctx: TenantContext,
  webhook: Webhook,
  health: Partial<Pick<Webhook, 'lastSuccessAt' | 'firstFailureAt'>>,
): Promise<void> {
  await Webhook.of(ctx).where({ id: webhook.id }).patch(health);
}

async function adjustCapacity(
  ctx: TenantContext,
  { id, maxInFlight }: Webhook,
  result: AttemptResult,
): Promise<void> {
  const [queue] = await ctx.tx.rows<{ capacity: number }>(
    'select capacity from webhook_lanes where webhook_id = $1 and workspace_id = $2',
    [id, ctx.tenantId],
  );
  if (!queue) return;
  const capacity = capacityAfter(queue.capacity, maxInFlight, result);
  if (capacity === queue.capacity) return;
  await ctx.tx.rows('update webhook_lanes set capacity = $3 where webhook_id = $1 and workspace_id = $2', [
    id,
    ctx.tenantId,
    capacity,
  ]);
}
