// The results of a campaign: how many members got how far, and the shares that follow.
import type { TenantContext } from '../../context.ts';
import type { SkipReason } from './model.ts';
import { Campaign } from './model.ts';

export interface CampaignStats {
  campaignId: string;
  members: number;
  skipped: number;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  replied: number;
  bounced: number;
  optedOut: number;
  deliveryRate: number | null;
  openRate: number | null;
  clickRate: number | null;
  replyRate: number | null;
  bounceRate: number | null;
  optOutRate: number | null;
  skippedByReason: { reason: SkipReason; count: number }[];
}

const STATS = `
  with counted as (
    select count(*)::int as members,
      count(*) filter (where status = 'skipped')::int as skipped,
      count(*) filter (where sent_at is not null)::int as sent,
      count(*) filter (where sent_at is not null and bounced_at is null
        and coalesce(delivered_at, opened_at, clicked_at, replied_at) is not null)::int as delivered,
      count(*) filter (where coalesce(opened_at, clicked_at) is not null)::int as opened,
      count(clicked_at)::int as clicked, count(replied_at)::int as replied, count(bounced_at)::int as bounced,
      count(opted_out_at)::int as "optedOut"
    from campaign_members where tenant_id = $1 and campaign_id = $2
  )
  select c.*, coalesce((
      select json_agg(json_build_object('reason', r.skip_reason, 'count', r.n) order by r.n desc, r.skip_reason)
      from (select skip_reason, count(*) as n from campaign_members
        where tenant_id = $1 and campaign_id = $2 and status = 'skipped' group by 1) r), '[]') as "skippedByReason"
  from counted c`;

/**
 * Returns the results of a campaign. Delivery, bounce and opt-out are shares of what was sent; opens, clicks and replies
 * are shares of what was sent and has not bounced.
 * @throws NOT_FOUND
 */
export async function campaignStats(ctx: TenantContext, id: string): Promise<CampaignStats> {
  await Campaign.find(ctx, id);
  const [counts] = await ctx.tx.rows<CampaignStats>(STATS, [ctx.tenantId, id]);
  const { sent, delivered, bounced, optedOut, opened, clicked, replied } = counts!;
  const share = (part: number, of: number) => (of > 0 ? Math.round((part / of) * 10_000) / 10_000 : null);
  const reached = sent - bounced;
  return {
    ...counts!,
    campaignId: id,
    deliveryRate: share(delivered, sent),
    bounceRate: share(bounced, sent),
    optOutRate: share(optedOut, sent),
    openRate: share(opened, reached),
    clickRate: share(clicked, reached),
    replyRate: share(replied, reached),
  };
}
