// Sends one webhook.test event now, and waits for what comes of it.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { attempt } from './attempt.ts';
import { envelopeOf, type StoredEvent } from './envelope.ts';
import { Webhook, type WebhookAttempt, WebhookDelivery } from './model.ts';
import { writeAttempt } from './settle.ts';

/** A call with a key keeps its connection while it waits: no more of them than the service can spare. */
const AT_ONCE = 3;
const RETRY_AFTER_S = 15;
let underWay = 0;

/**
 * Sends one webhook.test event, whatever the webhook subscribes to; it is tried once.
 * @throws NOT_FOUND; CONFLICT disabled_operator; RATE_LIMITED while other tests wait for their endpoints
 */
export async function testWebhook(ctx: TenantContext, id: string): Promise<WebhookAttempt> {
  if (underWay >= AT_ONCE) {
    fail('RATE_LIMITED', 'Other tests are waiting for their endpoints; try again in a moment.', {
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    });
  }
  underWay += 1;
  try {
    await ctx.tx.flush();
    const { webhook, delivery } = await apart(ctx, (own) => prepare(own, id));
    const result = await attempt(ctx.services, webhook, delivery);
    return await apart(ctx, async (own) => {
      const made = await writeAttempt(own, delivery, result);
      const state = result.error === null ? 'succeeded' : 'failed';
      await WebhookDelivery.of(own).where({ id: delivery.id }).patch({ state, updatedAt: own.now });
      return made;
    });
  } finally {
    underWay -= 1;
  }
}

/** A transaction beside that of the request: none is open while the endpoint is waited for. */
function apart<T>(ctx: TenantContext, work: (own: TenantContext) => Promise<T>): Promise<T> {
  const { services, tenantId } = ctx;
  return services.database.write({ tenantId }, (tx) =>
    work({ ...ctx, tx, db: tx.db, now: services.clock.now(), loaders: new Map() }),
  );
}

async function prepare(
  ctx: TenantContext,
  id: string,
): Promise<{ webhook: Webhook; delivery: WebhookDelivery }> {
  const webhook = await Webhook.find<Webhook>(ctx, id);
  if (webhook.status === 'disabled_operator') {
    throw new ServiceError(
      'CONFLICT',
      'An operator of the platform has disabled this webhook; ask support.',
      {
        details: { reason: 'disabled_operator' },
      },
    );
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
    // Until there is an answer: this process could die while it waits.
    state: 'failed',
    attemptCount: 0,
  });
  return { webhook, delivery };
}
