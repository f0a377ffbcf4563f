// How webhooks and deliveries are listed, and how well an endpoint has been doing.
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

/** How well an endpoint has been doing. */
export async function statsOf(
  ctx: TenantContext,
  { id, lastSuccessAt, firstFailureAt }: Webhook,
): Promise<{ successRate24h: number | null } & Pick<Webhook, 'lastSuccessAt' | 'firstFailureAt'>> {
  return { successRate24h: await successRate(ctx, id), lastSuccessAt, firstFailureAt };
}

/** The share of the attempts of the last 24 hours that succeeded, 0 to 1; null without any. */
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
