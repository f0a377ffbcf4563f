// Launches, pauses and cancels a campaign (crm.md section 9).
import type { TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { addToPreview } from '../../operations/preview.ts';
import { mailConnector } from '../api-keys/mail-connectors.ts';
import { changeRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { assertNoRelationshipOutreach } from '../relationships/agent-outreach.ts';
import { judge } from './audience.ts';
import { campaignKind } from './kind.ts';
import { insertMembers } from './membership.ts';
import type { Campaign } from './model.ts';
import { assertTransition } from './rules.ts';
import { lacksUnsubscribeLink } from './texts.ts';

/** What a campaign still needs before it can be launched. */
export type Missing = 'channel' | 'connector' | 'subject' | 'body' | 'unsubscribe_link' | 'members';

/**
 * Sends a campaign now, or at its time. Its audience is added first, as the caller sees it.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, INVALID_STATE_TRANSITION, RELATIONSHIP_OUTREACH_FORBIDDEN,
 *   QUOTA_EXCEEDED; CAMPAIGN_NOT_READY with what is missing; then nothing changes
 */
export async function launchCampaign(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Campaign> {
  const campaign = await lockRecord(ctx, campaignKind, id, { expectedVersion });
  const isLater = campaign.scheduledAt !== null && campaign.scheduledAt > ctx.now && !campaign.startedAt;
  assertTransition(campaign.status, isLater ? 'scheduled' : 'sending');
  await insertMembers(ctx, campaign, campaign.audience, campaign.exclude, 'audience');
  const waiting = await waitingContacts(ctx, id);
  await assertNoRelationshipOutreach(ctx, waiting);
  const sendable = (await judge(ctx, campaign, waiting)).filter(({ reason }) => !reason).length;
  const missing = await missingOf(ctx, campaign, sendable);
  if (missing.length) fail('CAMPAIGN_NOT_READY', undefined, { details: { missing } });
  addToPreview(ctx, {
    recipients: sendable,
    skipped: waiting.length - sendable,
    subject: campaign.subject,
    text: campaign.body,
    ...(campaign.bodyHtml && { html: campaign.bodyHtml }),
  });
  const launchedByUserId =
    ctx.principal.kind === 'user' ? ctx.principal.id : (ctx.principal.ownerUserId ?? null);
  return isLater
    ? changeRecord(
        ctx,
        campaignKind,
        campaign,
        { status: 'scheduled', launchedByUserId },
        { event: 'campaign.launched' },
      )
    : startSending(ctx, campaign, { launchedByUserId });
}

/** Lets a locked campaign be sent from now on. */
export async function startSending(
  ctx: TenantContext,
  campaign: Locked<Campaign>,
  fields: Partial<Campaign> = {},
): Promise<Campaign> {
  const started = await changeRecord(
    ctx,
    campaignKind,
    campaign,
    { ...fields, status: 'sending', startedAt: campaign.startedAt ?? ctx.now },
    { event: campaign.status === 'scheduled' ? 'campaign.started' : 'campaign.launched' },
  );
  await queueSending(ctx, campaign.id);
  // Messages that were held while the campaign was paused.
  const held = await ctx.tx.rows<{ id: string }>(
    `update communications c set next_attempt_at = $3 from campaign_members m
     where m.tenant_id = $1 and m.campaign_id = $2 and m.status = 'pending' and c.tenant_id = $1
       and c.id = m.communication_id and c.next_attempt_at > $3 returning c.id`,
    [ctx.tenantId, campaign.id, ctx.now],
  );
  for (const { id } of held) await enqueue(ctx, 'send_communication', { id }, { key: id });
  return started;
}

/** Queues the sending of the members that wait; one job for each campaign. */
export function queueSending(ctx: TenantContext, id: string): Promise<void> {
  return enqueue(ctx, 'send_campaign', { id }, { key: id });
}

/** Stops sending; who has got it keeps it. @throws NOT_FOUND, PERMISSION_DENIED, INVALID_STATE_TRANSITION */
export async function pauseCampaign(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Campaign> {
  const campaign = await lockRecord(ctx, campaignKind, id, { expectedVersion });
  assertTransition(campaign.status, 'paused');
  return changeRecord(ctx, campaignKind, campaign, { status: 'paused' }, { event: 'campaign.paused' });
}

/** Ends a campaign for good; members that have got nothing are skipped. @throws as pauseCampaign does */
export async function cancelCampaign(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Campaign> {
  const campaign = await lockRecord(ctx, campaignKind, id, { expectedVersion });
  assertTransition(campaign.status, 'cancelled');
  await ctx.tx.rows(
    `update campaign_members set skip_reason = 'cancelled', updated_at = $3
     where tenant_id = $1 and campaign_id = $2 and status = 'pending' and communication_id is null`,
    [ctx.tenantId, id, ctx.now],
  );
  return changeRecord(
    ctx,
    campaignKind,
    campaign,
    { status: 'cancelled', endedAt: ctx.now },
    { event: 'campaign.cancelled' },
  );
}

async function waitingContacts(ctx: TenantContext, id: string): Promise<string[]> {
  const rows = await ctx.tx.rows<{ id: string }>(
    `select contact_id as id from campaign_members
     where tenant_id = $1 and campaign_id = $2 and status = 'pending' order by created_at, id`,
    [ctx.tenantId, id],
  );
  return rows.map((row) => row.id);
}

async function missingOf(ctx: TenantContext, campaign: Campaign, sendable: number): Promise<Missing[]> {
  const { channel, subject, body, bodyHtml, fromConnectorId } = campaign;
  const missing: Missing[] = [];
  // No connector sends on other channels.
  if (channel !== 'email') missing.push('channel');
  else if (!(await hasConnector(ctx, fromConnectorId))) missing.push('connector');
  if (!subject) missing.push('subject');
  if (!body && !bodyHtml) missing.push('body');
  else if (channel === 'email' && lacksUnsubscribeLink(campaign)) missing.push('unsubscribe_link');
  if (sendable === 0) missing.push('members');
  return missing;
}

async function hasConnector(ctx: TenantContext, id: string | null): Promise<boolean> {
  try {
    await mailConnector(ctx, id);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
