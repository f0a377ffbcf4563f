// What an attempt changes: the delivery, its place in the queue, how its endpoint is doing. Locks are taken in the order
// webhook, delivery, queue, as everywhere in this domain.
import type { TenantContext } from '../../context.ts';
import { type DeliveryState, Webhook, WebhookAttempt, WebhookDelivery } from './model.ts';
import { type AttemptResult, capacityAfter, isFailing, nextAttempt } from './outcomes.ts';
import { type Claim, holds, release } from './queue.ts';
import { disable } from './states.ts';

const GONE = 410;

/** What is to be sent for a claim. */
export interface Load {
  claim: Claim;
  webhook: Webhook;
  delivery: WebhookDelivery;
}

/** Loads what some claims of a workspace are about, and marks it as under way. What is not to be sent any more goes. */
export async function takeUp(ctx: TenantContext, claims: readonly Claim[]): Promise<Load[]> {
  const webhookIds = claims.map(({ webhookId }) => webhookId);
  const webhooks = (await Webhook.live(ctx)
    .whereRaw('webhooks.id = any(?)', [webhookIds])
    .orderBy('id')
    .forShare()) as Webhook[];
  const active = new Map(webhooks.filter(({ status }) => status === 'active').map((one) => [one.id, one]));
  const mark = async (wanted: readonly Claim[], state: 'delivering' | 'held'): Promise<WebhookDelivery[]> =>
    (await WebhookDelivery.of(ctx)
      .whereRaw('webhook_deliveries.id = any(?)', [wanted.map(({ deliveryId }) => deliveryId)])
      .whereIn('state', ['pending', 'retrying', 'delivering'])
      .patch({ state, updatedAt: ctx.now })
      .returning('*')) as unknown as WebhookDelivery[];
  const [wanted = [], parked = []] = [true, false].map((on) =>
    claims.filter(({ webhookId }) => active.has(webhookId) === on),
  );
  const deliveries = await mark(wanted, 'delivering');
  // Paused or disabled since it was queued; of a deleted webhook there is nothing left to park.
  if (parked.length) await mark(parked, 'held');
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const loads: Load[] = [];
  for (const claim of claims) {
    const webhook = active.get(claim.webhookId);
    const delivery = byId.get(claim.deliveryId);
    if (webhook && delivery) loads.push({ claim, webhook, delivery });
    else await release(ctx, claim);
  }
  return loads;
}

/** Gives a claim back as it was, for another process to take up. */
export async function putBack(ctx: TenantContext, { claim, delivery }: Load): Promise<void> {
  await WebhookDelivery.of(ctx)
    .where({ id: delivery.id, state: 'delivering' })
    .patch({ state: delivery.scheduleAttempts ? 'retrying' : 'pending' });
  if (await holds(ctx, claim)) await release(ctx, claim, ctx.now);
}

/** Writes down how an attempt ended, and what follows from it. */
export async function settle(ctx: TenantContext, { claim }: Load, result: AttemptResult): Promise<void> {
  const webhook = (await Webhook.of(ctx).where({ id: claim.webhookId }).forUpdate().first()) as
    | Webhook
    | undefined;
  const delivery = await lockDelivery(ctx, claim.deliveryId);
  // Deliveries go by their age, whatever is under way.
  if (!webhook || !delivery) return release(ctx, claim);
  await writeAttempt(ctx, delivery, result);
  if (!(await holds(ctx, claim))) {
    // Taken out of the queue meanwhile, or taken over: its state is not ours any more, unless there is nothing left to do.
    if (result.error === null && delivery.state === 'held') await setState(ctx, delivery, 'succeeded');
    return;
  }
  await noteHealth(ctx, webhook, result);
  await adjustLane(ctx, webhook, result);
  const attempts = delivery.scheduleAttempts + 1;
  const again = nextAttempt(ctx.now, attempts, result.retryAfterMs, Math.random());
  const isGone = result.statusCode === GONE;
  const gaveUp = isGone || !again;
  await release(ctx, claim, result.error && !gaveUp ? again : undefined);
  const state = result.error === null ? 'succeeded' : gaveUp ? 'failed' : 'retrying';
  await WebhookDelivery.of(ctx)
    .where({ id: delivery.id })
    .patch({
      state,
      scheduleAttempts: attempts,
      nextAttemptAt: state === 'retrying' ? again! : null,
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

/** Adds an attempt to the history of a delivery. */
export async function writeAttempt(
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

/** A success is noted once a second at most: an endpoint that is well gets many. */
const NOTE_EVERY = 1_000;

async function noteHealth(ctx: TenantContext, webhook: Webhook, { error }: AttemptResult): Promise<void> {
  const { lastSuccessAt, firstFailureAt } = webhook;
  if (error && !firstFailureAt) await patchHealth(ctx, webhook, { firstFailureAt: ctx.now });
  if (error) return;
  if (!firstFailureAt && lastSuccessAt && ctx.now.getTime() - lastSuccessAt.getTime() < NOTE_EVERY) return;
  await patchHealth(ctx, webhook, { lastSuccessAt: ctx.now, firstFailureAt: null });
}

/** Figures are no part of what a person writes, so the version stays. */
async function patchHealth(
  ctx: TenantContext,
  webhook: Webhook,
  health: Partial<Pick<Webhook, 'lastSuccessAt' | 'firstFailureAt'>>,
): Promise<void> {
  await Webhook.of(ctx).where({ id: webhook.id }).patch(health);
}

async function adjustLane(
  ctx: TenantContext,
  { id, maxInFlight }: Webhook,
  result: AttemptResult,
): Promise<void> {
  const [lane] = await ctx.tx.rows<{ capacity: number }>(
    'select capacity from webhook_lanes where webhook_id = $1 and workspace_id = $2',
    [id, ctx.tenantId],
  );
  if (!lane) return;
  const capacity = capacityAfter(lane.capacity, maxInFlight, result);
  if (capacity === lane.capacity) return;
  await ctx.tx.rows('update webhook_lanes set capacity = $3 where webhook_id = $1 and workspace_id = $2', [
    id,
    ctx.tenantId,
    capacity,
  ]);
}
