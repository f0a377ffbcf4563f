// Listings and loaders of webhooks, deliveries and attempts, and the success rate of an endpoint.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { allOf, loaderOf } from '../../lists/loaders.ts';
import { Webhook, WebhookAttempt, WebhookDelivery } from './model.ts';

export const webhookListing: Listing = { model: Webhook };
export const deliveryListing: Listing = { model: WebhookDelivery };

export const attemptsOfDelivery = allOf<WebhookAttempt>(
  WebhookAttempt,
  'deliveryId',
  'delivery_id',
  (table) => `${table}.number, ${table}.id`,
);

const DAY = 86_400_000;

/** Returns the health of an endpoint: its success rate, its last success and its first failure since. */
export async function statsOf(
  ctx: TenantContext,
  { id, lastSuccessAt, firstFailureAt }: Webhook,
): Promise<{ successRate24h: number | null } & Pick<Webhook, 'lastSuccessAt' | 'firstFailureAt'>> {
  return { successRate24h: await successRate(ctx, id), lastSuccessAt, firstFailureAt };
}

/** Returns the share of attempts in the last 24 hours that succeeded, 0 to 1; null without attempts. */
function successRate(ctx: TenantContext, webhookId: string): Promise<number | null> {
  return loaderOf<string, number | null>(ctx, 'webhooks.success_rate', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; rate: number }>(
      `select webhook_id as id, round(count(*) filter (where error is null) / count(*)::numeric, 4)::float8 as rate
       from webhook_attempts where tenant_id = $1 and webhook_id = any($2) and at > $3 group by 1`,
      [ctx.tenantId, ids, new Date(ctx.now.getTime() - DAY)],
    );
    const rates = new Map(rows.map(({ id, rate }) => [id, rate]));
    return ids.map((id) => rates.get(id) ?? null);
  }).load(webhookId);
}
