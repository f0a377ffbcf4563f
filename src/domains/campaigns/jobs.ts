// Background work of campaigns: sending, and the minutely look for those that start, wait or are complete.
import type { TenantContext } from '../../context.ts';
import type { JobHandler } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { lockRecord } from '../records/verbs.ts';
import { campaignKind } from './kind.ts';
import { queueSending, startSending } from './launch.ts';
import { completeCampaign, sendCampaign } from './sending.ts';

export const campaigns: Record<string, JobHandler> = { send_campaign: sendCampaign };

interface OpenCampaign {
  id: string;
  status: 'scheduled' | 'sending';
  isWaiting: boolean;
}

/** Campaigns whose time has come, that still have members without a message, or whose last message may have gone. */
const OPEN = `
  select c.id, c.status, exists (select from campaign_members m
      where m.tenant_id = $1 and m.campaign_id = c.id and m.status = 'pending' and m.communication_id is null) as "isWaiting"
  from campaigns c join tenants t on t.id = $1
  where c.tenant_id = $1 and c.deleted_at is null and t.status = 'active'
    and (c.status = 'sending' or (c.status = 'scheduled' and c.scheduled_at <= $2))
  order by c.id limit 200`;

/** Starts campaigns whose time has come, goes on with others and completes them; runs every minute. */
export async function watchCampaigns(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    const origin = { services, log, tenantId, requestId: 'watch_campaigns' };
    const open = await inWorkspace(origin, (ctx) => ctx.tx.rows<OpenCampaign>(OPEN, [tenantId, ctx.now]));
    for (const campaign of open) {
      // Each on its own, so that one that fails does not stop the others.
      await inWorkspace(origin, (ctx) => goOn(ctx, campaign)).catch((error) =>
        log.error({ err: error, tenant_id: tenantId, campaign_id: campaign.id }, 'a campaign cannot go on'),
      );
    }
  }
}

async function goOn(ctx: TenantContext, { id, status, isWaiting }: OpenCampaign): Promise<void> {
  if (status === 'scheduled') {
    const campaign = await lockRecord(ctx, campaignKind, id);
    if (campaign.status === 'scheduled') await startSending(ctx, campaign);
  } else if (isWaiting) await queueSending(ctx, id);
  else await completeCampaign(ctx, id);
}
