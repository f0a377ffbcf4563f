// What became of the messages of campaigns, told by whoever learns it: the mail server, providers, answers, recipients.
import type { TenantContext } from '../../context.ts';

/** How long a message of a paused campaign waits until it is looked at again. */
const PAUSE_MS = 10 * 60_000;

/** What can happen to a member after its message was queued, and the time that it sets. */
const TIMES = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  replied: 'replied_at',
  bounced: 'bounced_at',
  opted_out: 'opted_out_at',
} as const;

export type MemberEvent = keyof typeof TIMES;

/** Records once what happened to the member that a message was sent to; a message of no campaign is nobody's. */
export async function recordMemberEvent(
  ctx: TenantContext,
  communicationId: string,
  event: MemberEvent,
): Promise<void> {
  const column = TIMES[event];
  // Whatever else happens to it shows that it was sent.
  const times = column === 'sent_at' ? 'sent_at = $3' : `${column} = $3, sent_at = coalesce(sent_at, $3)`;
  await ctx.tx.rows(
    `update campaign_members set ${times}, updated_at = $3, version = version + 1
     where tenant_id = $1 and communication_id = $2 and ${column} is null`,
    [ctx.tenantId, communicationId, ctx.now],
  );
}

/** Records that a message did not leave. @param reason `unconfirmed` if the mail server may have it nevertheless */
export async function recordMemberFailure(
  ctx: TenantContext,
  communicationId: string,
  reason: string,
): Promise<void> {
  const skipReason =
    reason === 'unconfirmed' ? 'unconfirmed' : reason === 'campaign_cancelled' ? 'cancelled' : 'failed';
  await ctx.tx.rows(
    `update campaign_members set skip_reason = $3, updated_at = $4, version = version + 1
     where tenant_id = $1 and communication_id = $2 and sent_at is null and skip_reason is null`,
    [ctx.tenantId, communicationId, skipReason, ctx.now],
  );
}

/** Records an answer to a message of a campaign, by the thread that both are in. */
export async function recordMemberReply(ctx: TenantContext, threadId: string): Promise<void> {
  await ctx.tx.rows(
    `update campaign_members m set replied_at = $3, updated_at = $3, version = m.version + 1
     from communications c
     where c.tenant_id = $1 and c.thread_id = $2 and c.purpose = 'campaign'
       and m.tenant_id = $1 and m.communication_id = c.id and m.sent_at is not null and m.replied_at is null`,
    [ctx.tenantId, threadId, ctx.now],
  );
}

/** Returns whether a message belongs to a campaign that is not being sent; a pause or cancellation waits for the answer. */
export async function isCampaignHeld(ctx: TenantContext, communicationId: string): Promise<boolean> {
  const [row] = await ctx.tx.rows<{ status: string }>(
    `select c.status from campaign_members m
     join campaigns c on c.tenant_id = $1 and c.id = m.campaign_id
     where m.tenant_id = $1 and m.communication_id = $2 for share of c`,
    [ctx.tenantId, communicationId],
  );
  return row !== undefined && row.status !== 'sending';
}

/**
 * Returns when the message of a campaign may leave, null if the campaign was cancelled or deleted.
 * @returns undefined for a message that belongs to no campaign
 */
export async function campaignSending(
  ctx: TenantContext,
  communicationId: string,
): Promise<Date | null | undefined> {
  const [row] = await ctx.tx.rows<{ status: string; isDeleted: boolean }>(
    `select c.status, c.deleted_at is not null as "isDeleted" from campaign_members m
     join campaigns c on c.tenant_id = $1 and c.id = m.campaign_id
     where m.tenant_id = $1 and m.communication_id = $2`,
    [ctx.tenantId, communicationId],
  );
  if (!row) return undefined;
  if (row.isDeleted || row.status === 'cancelled') return null;
  return row.status === 'paused' ? new Date(ctx.now.getTime() + PAUSE_MS) : ctx.now;
}
