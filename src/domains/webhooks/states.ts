// Applies the states of a webhook to its deliveries: hold, resume, cancel, disable (platform.md section 9).
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { queueMail } from '../../mail/queue.ts';
import { Webhook, WebhookDelivery } from './model.ts';
import { clearEndpointQueue, openEndpointQueue, queueDeliveries } from './queue.ts';

/**
 * Holds the queued deliveries of an endpoint until it is active again; requests in flight still record their
 * attempts.
 */
export async function holdDeliveries(ctx: TenantContext, webhookId: string): Promise<void> {
  await WebhookDelivery.of(ctx)
    .where({ webhookId })
    .whereIn('state', ['pending', 'retrying', 'delivering'])
    .patch({ state: 'held', nextAttemptAt: null, updatedAt: ctx.now });
  await clearEndpointQueue(ctx, webhookId);
}

/** Queues the held deliveries of an endpoint again, each at the beginning of its retry schedule. */
export async function resumeDeliveries(ctx: TenantContext, { id, maxInFlight }: Webhook): Promise<void> {
  await openEndpointQueue(ctx, id, maxInFlight);
  const held = (await WebhookDelivery.of(ctx)
    .where({ webhookId: id, state: 'held' })
    .patch({ state: 'pending', scheduleAttempts: 0, nextAttemptAt: ctx.now, updatedAt: ctx.now })
    .returning('id')) as unknown as { id: string }[];
  await queueDeliveries(
    ctx,
    id,
    held.map((row) => row.id),
  );
}

/** Cancels the unfinished deliveries of an endpoint. */
export async function cancelDeliveries(ctx: TenantContext, webhookId: string): Promise<void> {
  await WebhookDelivery.of(ctx)
    .where({ webhookId })
    .whereIn('state', ['pending', 'retrying', 'delivering', 'held'])
    .patch({ state: 'cancelled', nextAttemptAt: null, updatedAt: ctx.now });
}

const DISABLE_REASONS = {
  disabled_gone: 'It responded 410 Gone, which means that it takes no more requests.',
  disabled_failing: 'No delivery has succeeded for five days, and deliveries keep failing.',
} as const;

const HOW_TO_ENABLE = `Fix the endpoint, then set the status of the webhook to active: the held deliveries are sent then. To send the events
that happened while it was disabled, call its recover route.`;

/** Disables a webhook on behalf of the service. */
export function disable(
  ctx: TenantContext,
  webhook: Webhook,
  status: 'disabled_gone' | 'disabled_failing',
): Promise<void> {
  return disableFor(ctx, webhook, status, `${DISABLE_REASONS[status]}\n\n${HOW_TO_ENABLE}`);
}

/**
 * Disables a webhook on behalf of an operator of the platform, which only an operator can undo. Repeating it does nothing.
 * @param reason told to the admins of the workspace
 * @throws NOT_FOUND
 */
export async function disableByOperator(ctx: TenantContext, id: string, reason: string): Promise<void> {
  const webhook = await Webhook.lock<Webhook>(ctx, id);
  if (webhook.status === 'disabled_operator') return;
  const text = `An operator of the platform disabled it: ${reason}\n\nContact support before you create another one.`;
  await disableFor(ctx, webhook, 'disabled_operator', text);
}

/** Holds the deliveries of a webhook, emits webhook.disabled and mails the admins. */
async function disableFor(
  ctx: TenantContext,
  webhook: Webhook,
  status: Webhook['status'],
  explanation: string,
): Promise<void> {
  const after = await webhook.change(ctx, { status });
  await holdDeliveries(ctx, webhook.id);
  await emit(ctx, 'webhook.disabled', {
    object: { id: after.id, version: after.version },
    label: webhook.name,
    before: { status: webhook.status },
    after: { status },
    links: [],
    data: { name: webhook.name, status },
  });
  const text = `The webhook "${webhook.name}" was disabled and gets no more events. ${explanation}

Webhook ${webhook.id}`;
  for (const to of await adminAddresses(ctx)) {
    await queueMail(ctx, { to, subject: `Webhook disabled: ${webhook.name.replace(/\s+/g, ' ')}`, text });
  }
}

async function adminAddresses(ctx: TenantContext): Promise<string[]> {
  const rows = await ctx.tx.rows<{ email: string }>(
    `select distinct u.email from memberships m
     join membership_roles mr on mr.tenant_id = m.tenant_id and mr.membership_id = m.id
     join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
     join users u on u.id = m.user_id
     where m.tenant_id = $1 and m.status = 'active' and r.is_system and r.key in ('owner', 'admin') and u.status = 'active'`,
    [ctx.tenantId],
  );
  return rows.map(({ email }) => email);
}
