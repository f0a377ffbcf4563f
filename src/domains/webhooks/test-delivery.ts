// Sends a webhook.test event to an endpoint and waits for the outcome.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { sendRequest } from './attempt.ts';
import { envelopeOf, type StoredEvent } from './envelope.ts';
import { Webhook, type WebhookAttempt, WebhookDelivery } from './model.ts';
import { insertAttempt } from './record-outcome.ts';

/** A request with an idempotency key holds a database connection while it waits, so few tests run concurrently. */
const MAX_CONCURRENT = 3;
const RETRY_AFTER_S = 15;
let running = 0;

/**
 * Sends one webhook.test event, whatever the webhook subscribes to, with a single attempt.
 * @throws NOT_FOUND; CONFLICT disabled_operator; RATE_LIMITED while too many other tests wait for their endpoints
 */
export async function testWebhook(ctx: TenantContext, id: string): Promise<WebhookAttempt> {
  if (running >= MAX_CONCURRENT) {
    fail('RATE_LIMITED', `Too many webhook tests are running; try again in ${RETRY_AFTER_S} seconds.`, {
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    });
  }
  running += 1;
  try {
    await ctx.tx.flush();
    const { webhook, delivery } = await writeSeparately(ctx, (inner) => insertTestDelivery(inner, id));
    const result = await sendRequest(ctx.services, webhook, delivery);
    return await writeSeparately(ctx, async (inner) => {
      const inserted = await insertAttempt(inner, delivery, result);
      const state = result.error === null ? 'succeeded' : 'failed';
      await WebhookDelivery.of(inner).where({ id: delivery.id }).patch({ state, updatedAt: inner.now });
      return inserted;
    });
  } finally {
    running -= 1;
  }
}

/** Runs work in its own transaction, so that none is open while the endpoint responds. */
function writeSeparately<T>(ctx: TenantContext, work: (inner: TenantContext) => Promise<T>): Promise<T> {
  const { services, tenantId } = ctx;
  return services.database.write({ tenantId }, (tx) =>
    work(deriveContext(ctx, { tx, now: services.clock.now() })),
  );
}

async function insertTestDelivery(
  ctx: TenantContext,
  id: string,
): Promise<{ webhook: Webhook; delivery: WebhookDelivery }> {
  const webhook = await Webhook.find<Webhook>(ctx, id);
  if (webhook.status === 'disabled_operator') {
    throw new ServiceError('CONFLICT', 'A platform operator has disabled this webhook; contact support.', {
      details: { reason: 'disabled_operator' },
    });
  }
  await emit(ctx, 'webhook.test', {
    object: { id, version: webhook.version },
    label: webhook.name,
    links: [],
    data: { name: webhook.name, status: webhook.status },
  });
  const [event] = await ctx.tx.rows<StoredEvent>(
    `select * from events where tenant_id = $1 and type = 'webhook.test' and object_id = $2 order by id desc limit 1`,
    [ctx.tenantId, id],
  );
  const delivery = await WebhookDelivery.insert<WebhookDelivery>(ctx, {
    id: uuid(),
    webhookId: id,
    eventId: event!.id,
    eventType: event!.type,
    payload: envelopeOf(ctx.services, event!, webhook.apiVersion),
    // The state until the endpoint responds: this process could die while it waits.
    state: 'failed',
    attemptCount: 0,
  });
  return { webhook, delivery };
}
