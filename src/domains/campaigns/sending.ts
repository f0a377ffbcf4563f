// Sends a campaign in batches: each member is judged, written to and marked in one transaction, and never twice.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import { type MailConnector, mailConnector } from '../api-keys/mail-connectors.ts';
import { communicationKind } from '../communications/kind.ts';
import { readLinks } from '../communications/links.ts';
import { readParticipants } from '../communications/participants.ts';
import { queueMessage } from '../communications/send.ts';
import { insertMessage } from '../communications/store.ts';
import { readTexts } from '../communications/texts.ts';
import { joinThread } from '../communications/threads.ts';
import { inWorkspace } from '../in-workspace.ts';
import { mergeValues } from '../merge-fields.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { judge } from './audience.ts';
import { campaignKind } from './kind.ts';
import type { SkipReason } from './model.ts';
import { Campaign } from './model.ts';
import { fillCampaign } from './texts.ts';

/** Members of one transaction; a pause or a cancellation waits for at most so many. */
const BATCH = 20;

/** Sends to the members of a campaign that wait, until it is paused, ends, or nobody waits. */
export async function sendCampaign(job: JobContext, { id }: { id: string }): Promise<void> {
  while (!job.signal.aborted) {
    const isMore = await inWorkspace(job, (ctx) => sendBatch(ctx, id));
    if (!isMore) break;
  }
  await inWorkspace(job, (ctx) => completeCampaign(ctx, id));
}

interface Waiting {
  id: string;
  contactId: string;
}

/** @returns whether further members may wait */
async function sendBatch(ctx: TenantContext, id: string): Promise<boolean> {
  // Held until the end of the batch, so that whoever pauses the campaign knows that nothing follows.
  const campaign = (await Campaign.live(ctx).where({ id, status: 'sending' }).forShare().first()) as
    | Campaign
    | undefined;
  if (!campaign || !(await isModuleOn(ctx))) return false;
  const connector = await mailConnector(ctx, campaign.fromConnectorId).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });
  // Without a mail server the members wait; the minutely check tries again.
  if (!connector) return false;
  const waiting = await ctx.tx.rows<Waiting>(
    `select id, contact_id as "contactId" from campaign_members
     where tenant_id = $1 and campaign_id = $2 and status = 'pending' and communication_id is null
     order by created_at, id limit ${BATCH} for update skip locked`,
    [ctx.tenantId, id],
  );
  const judged = await judge(
    ctx,
    campaign,
    waiting.map(({ contactId }) => contactId),
  );
  for (const [index, { id: memberId }] of waiting.entries()) {
    const { contactId, address, reason } = judged[index]!;
    if (reason) await skip(ctx, memberId, reason);
    else await sendTo(ctx, campaign, connector, { memberId, contactId, address: address! });
  }
  return waiting.length === BATCH;
}

/** Queues the message of a member, or skips it if a merge field has no value. */
async function sendTo(
  ctx: TenantContext,
  campaign: Campaign,
  connector: MailConnector,
  { memberId, contactId, address }: { memberId: string; contactId: string; address: string },
): Promise<void> {
  const id = uuid();
  const userId = campaign.launchedByUserId;
  const { values } = await mergeValues(ctx, { contactId, userId });
  const { texts, unresolved } = fillCampaign(campaign, values);
  if (unresolved.length) return skip(ctx, memberId, 'unresolved_fields');
  const { from } = connector;
  await insertMessage(ctx, {
    id,
    channel: 'email',
    direction: 'outbound',
    purpose: 'campaign',
    status: 'draft',
    connectorId: campaign.fromConnectorId,
    attachments: [],
    ...readTexts(texts),
    tags: [],
    customFields: {},
    participants: await readParticipants(ctx, 'email', [
      { role: 'from', address: from.address, name: from.name, userId },
      { role: 'to', address, contactId },
    ]),
    links: await readLinks(ctx, { contactIds: [contactId] }, []),
    threadId: await joinThread(ctx, { channel: 'email' }),
  });
  await queueMessage(ctx, await lockRecord(ctx, communicationKind, id), null);
  await ctx.tx.rows(
    `update campaign_members set communication_id = $3, address = $4, updated_at = $5, version = version + 1
     where tenant_id = $1 and id = $2`,
    [ctx.tenantId, memberId, id, address, ctx.now],
  );
}

async function skip(ctx: TenantContext, memberId: string, reason: SkipReason): Promise<void> {
  await ctx.tx.rows(
    `update campaign_members set skip_reason = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and id = $2`,
    [ctx.tenantId, memberId, reason, ctx.now],
  );
}

/** Completes a campaign that is being sent and whose members are all final. */
export async function completeCampaign(ctx: TenantContext, id: string): Promise<void> {
  const [open] = await ctx.tx.rows(
    `select from campaigns c where c.tenant_id = $1 and c.id = $2 and c.status = 'sending' and c.deleted_at is null
       and not exists (select from campaign_members m where m.tenant_id = $1 and m.campaign_id = $2 and m.status = 'pending')
     for update skip locked`,
    [ctx.tenantId, id],
  );
  if (!open) return;
  const campaign = await lockRecord(ctx, campaignKind, id);
  await changeRecord(
    ctx,
    campaignKind,
    campaign,
    { status: 'completed', endedAt: ctx.now },
    { event: 'campaign.completed' },
  );
}

/** Returns whether the workspace has the module and is active; campaigns of one that has not wait. */
async function isModuleOn({ tx, tenantId }: TenantContext): Promise<boolean> {
  const [tenant] = await tx.rows<{ on: boolean }>(
    `select coalesce((modules ->> 'campaigns')::boolean, true) and status = 'active' as "on" from tenants where id = $1`,
    [tenantId],
  );
  return tenant?.on ?? false;
}
