// The states of a webhook and what they mean for its deliveries (platform.md section 9).
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { queueMail } from '../../mail/queue.ts';
import { type Webhook, WebhookDelivery } from './model.ts';
import { emptyLane, openLane, queueDeliveries } from './queue.ts';

/** Makes what waits for an endpoint wait until it takes part again; an attempt under way ends as it ends. */
export async function holdDeliveries(ctx: TenantContext, webhookId: string): Promise<void> {
  await WebhookDelivery.of(ctx)
    .where({ webhookId })
    .whereIn('state', ['pending', 'retrying', 'delivering'])
    .patch({ state: 'held', nextAttemptAt: null, updatedAt: ctx.now });
  await emptyLane(ctx, webhookId);
}

/** Lets an endpoint take part again, with all that was held; the schedule of each begins anew. */
export async function resumeDeliveries(ctx: TenantContext, { id, maxInFlight }: Webhook): Promise<void> {
  await openLane(ctx, id, maxInFlight);
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

/** Ends what waits for an endpoint for good. */
export async function cancelDeliveries(ctx: TenantContext, webhookId: string): Promise<void> {
  await WebhookDelivery.of(ctx)
    .where({ webhookId })
    .whereIn('state', ['pending', 'retrying', 'delivering', 'held'])
    .patch({ state: 'cancelled', nextAttemptAt: null, updatedAt: ctx.now });
}

const WHY = {
  disabled_gone: 'It answered 410 Gone, which says that nothing is to be sent there any more.',
  disabled_failing: 'Nothing was delivered for five days, and it went on failing.',
} as const;

/** Disables an endpoint by the service itself: what waits is held, the other endpoints and the admins are told. */
export async function disable(
  ctx: TenantContext,
  webhook: Webhook,
  status: 'disabled_gone' | 'disabled_failing',
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
  const text = `The webhook "${webhook.name}" gets no more events. ${WHY[status]}

Mend the endpoint, then set the status of the webhook to active: what waits is delivered then. Events that happened
meanwhile are sent by its recover route.

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
