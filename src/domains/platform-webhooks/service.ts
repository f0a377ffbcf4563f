// Shows operators the webhooks of all workspaces, and lets them disable one and replay deliveries (platform.md §10).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { listPage } from '../../lists/page.ts';
import { inWorkspaceAsOperator, workspaceOf } from '../../operations/as-operator.ts';
import { replayDelivery } from '../webhooks/deliveries.ts';
import { disableByOperator } from '../webhooks/states.ts';
import { PlatformDelivery, PlatformWebhook } from './model.ts';

const DAY_MS = 86_400_000;

const webhookListing: Listing = { model: PlatformWebhook };
const deliveryListing: Listing = { model: PlatformDelivery };

/** Returns a page of the webhooks of all workspaces, those that have failed longest first. */
export function listPlatformWebhooks(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PlatformWebhook>> {
  const sorted = { ...args, sort: args.sort ?? ['first_failure_at'] };
  return listPage<PlatformWebhook>(ctx, webhookListing, sorted, lookahead);
}

/** Returns a page of the deliveries of all workspaces that have not succeeded, newest first. */
export function listPlatformDeliveries(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PlatformDelivery>> {
  const sorted = { ...args, sort: args.sort ?? ['-created_at'] };
  return listPage<PlatformDelivery>(ctx, deliveryListing, sorted, lookahead, (query) =>
    query.whereRaw(`platform_deliveries.state <> 'succeeded'`),
  );
}

/** Loads the share of attempts of a webhook that succeeded within 24 hours; null without attempts. */
export function successRateOf(
  ctx: TenantContext,
  { workspaceId, id }: PlatformWebhook,
): Promise<number | null> {
  return loaderOf<string, number | null>(ctx, 'platform_webhooks.success_rate', async (keys) => {
    const pairs = keys.map((key) => key.split(' ') as [string, string]);
    const rows = await ctx.tx.rows<{ key: string; rate: number }>(
      `select k.workspace_id || ' ' || k.webhook_id as key,
         round(count(*) filter (where a.error is null) / count(*)::numeric, 4)::float8 as rate
       from unnest($1::uuid[], $2::uuid[]) as k(workspace_id, webhook_id)
       join webhook_attempts a on a.tenant_id = k.workspace_id and a.webhook_id = k.webhook_id and a.at > $3
       group by 1`,
      [pairs.map(([tenantId]) => tenantId), pairs.map(([, id]) => id), new Date(ctx.now.getTime() - DAY_MS)],
    );
    const rates = new Map(rows.map(({ key, rate }) => [key, rate]));
    return keys.map((key) => rates.get(key) ?? null);
  }).load(`${workspaceId} ${id}`);
}

/** Disables a webhook of any workspace, which cannot undo it. @throws NOT_FOUND */
export async function disablePlatformWebhook(
  ctx: TenantContext,
  id: string,
  reason: string,
): Promise<PlatformWebhook> {
  const workspaceId = await workspaceOf(ctx, 'webhooks', id);
  await inWorkspaceAsOperator(ctx, workspaceId, [], (inside) => disableByOperator(inside, id, reason));
  const webhook = await PlatformWebhook.of(ctx).where({ workspaceId, id }).first();
  return (webhook as PlatformWebhook | undefined) ?? fail('NOT_FOUND');
}

/**
 * Sends the event of a delivery again.
 * @throws NOT_FOUND; CONFLICT webhook_not_active; INVALID_STATE_TRANSITION for a delivery that is queued already
 */
export async function replayPlatformDelivery(ctx: TenantContext, id: string): Promise<PlatformDelivery> {
  const workspaceId = await workspaceOf(ctx, 'webhook_deliveries', id);
  const find = async () =>
    (await PlatformDelivery.of(ctx).where({ workspaceId, id }).first()) as PlatformDelivery | undefined;
  const { webhookId } = (await find()) ?? fail('NOT_FOUND');
  await inWorkspaceAsOperator(ctx, workspaceId, [], (inside) => replayDelivery(inside, webhookId, id));
  return (await find()) ?? fail('NOT_FOUND');
}
