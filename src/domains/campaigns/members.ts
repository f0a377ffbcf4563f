// The members of campaigns: lists and totals.
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { listPage } from '../../lists/page.ts';
import { memberListing } from './kind.ts';
import type { CampaignMember } from './model.ts';
import { Campaign } from './model.ts';

/** Returns a page of the members of a campaign, those changed last first. @throws NOT_FOUND */
export async function listMembers(
  ctx: TenantContext,
  campaignId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<CampaignMember>> {
  await Campaign.find(ctx, campaignId);
  return listPage<CampaignMember>(
    ctx,
    memberListing,
    { ...args, sort: args.sort ?? ['-updated_at'] },
    lookahead,
    (query) => query.where({ campaignId }),
  );
}

/** Members by their status. */
export interface Totals {
  members: number;
  pending: number;
  skipped: number;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  replied: number;
  bounced: number;
  optedOut: number;
}

/** Returns the totals of a campaign; one statement for all campaigns of a page. */
export function totalsOfCampaign(ctx: TenantContext, campaignId: string): Promise<Totals> {
  return loaderOf<string, Totals>(ctx, 'campaigns.totals', async (ids) => {
    const of = (status: string, name = status) =>
      `count(*) filter (where m.status = '${status}')::int as "${name}"`;
    const rows = await ctx.tx.rows<Totals & { id: string }>(
      `select c.id, count(m.id)::int as members, ${of('pending')}, ${of('skipped')}, ${of('sent')}, ${of('delivered')},
         ${of('opened')}, ${of('clicked')}, ${of('replied')}, ${of('bounced')}, ${of('opted_out', 'optedOut')}
       from unnest($2::uuid[]) as c(id)
       left join campaign_members m on m.tenant_id = $1 and m.campaign_id = c.id and m.deleted_at is null group by c.id`,
      [ctx.tenantId, ids],
      'generic',
    );
    const found = new Map(rows.map(({ id, ...totals }) => [id, totals]));
    return ids.map((id) => found.get(id)!);
  }).load(campaignId);
}
