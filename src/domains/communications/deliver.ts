// The job that hands a queued message to its mail server: once, whatever happens to the process meanwhile.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import { type MailConnector, mailConnector } from '../api-keys/mail-connectors.ts';
import { campaignSending, isCampaignHeld } from '../campaign-members/outcomes.ts';
import { suppressedRecipients } from '../contacts/suppressions.ts';
import { earliestSending } from '../enrolments/holds.ts';
import { inWorkspace } from '../in-workspace.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { end, postpone, recordOutcome } from './delivery-outcome.ts';
import { communicationKind } from './kind.ts';
import { participantsOfCommunication } from './loaders.ts';
import { buildMail } from './mime.ts';
import { Communication } from './model.ts';
import { type SmtpOutcome, sendBySmtp } from './smtp.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

/** Longer than an attempt can take. */
const CLAIM_MS = 180_000;
/** A claimed message with everything that the attempt needs. */
interface Attempt {
  claimId: string;
  connector: MailConnector;
  /** The addresses that have not got it yet. */
  addresses: string[];
  content: Buffer;
}

/** Sends one queued message, if it is due and nobody else sends it. */
export async function deliverCommunication(job: JobContext, { id }: { id: string }): Promise<void> {
  const attempt = await inWorkspace(job, (ctx) => claim(ctx, id));
  if (!attempt) return;
  const { claimId, connector, addresses, content } = attempt;
  const outcome = await sendBySmtp(job.services.egress, connector, { recipients: addresses, content }, () =>
    inWorkspace(job, (ctx) => recordHandOver(ctx, id, claimId)),
  );
  await inWorkspace(job, (ctx) => record(ctx, id, claimId, addresses, outcome));
}

/** Claims a due message for one attempt. @returns undefined if there is nothing to send now */
async function claim(ctx: TenantContext, id: string): Promise<Attempt | undefined> {
  const message = await lockWaiting(ctx, id);
  if (!message || !(await isModuleOn(ctx))) return undefined;
  const { claimedUntil, nextAttemptAt, scheduledAt, status, handedOverAt } = message;
  if (claimedUntil && claimedUntil > ctx.now) return undefined;
  if (handedOverAt) return end(ctx, message, 'unconfirmed');
  if ((status === 'scheduled' ? scheduledAt! : nextAttemptAt!) > ctx.now) return undefined;
  const earliest = message.purpose === 'campaign' ? await earliestOf(ctx, id) : undefined;
  if (typeof earliest === 'string') return end(ctx, message, earliest);
  if (earliest && earliest > ctx.now) return postpone(ctx, message, earliest);
  const participants = await participantsOfCommunication(ctx, id);
  const waiting = participants.filter(({ deliveryState }) => deliveryState === 'queued');
  const addresses = [...new Set(waiting.map(({ address }) => address!))];
  // The provider has reported on all of them before the mail server answered.
  if (addresses.length === 0) return end(ctx, message, 'connector');
  if ((await suppressedRecipients(ctx, message.channel, waiting)).length)
    return end(ctx, message, 'recipient_suppressed');
  const connector = await mailConnector(ctx, message.connectorId).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });
  if (!connector) return end(ctx, message, 'connector');
  const recipients = participants.filter(({ role, address }) => role !== 'from' && address);
  const messageId = message.messageId ?? `${id}@${connector.from.address.split('@').at(-1)}`;
  const claimId = uuid();
  await Communication.of(ctx)
    .where({ id })
    .patch({
      ...(status === 'scheduled' && { status: 'queued', nextAttemptAt: ctx.now }),
      messageId,
      claimId,
      claimedUntil: new Date(ctx.now.getTime() + CLAIM_MS),
      attempts: message.attempts + 1,
    });
  const { inReplyTo, references } = await referencesOf(ctx, message);
  const content = await buildMail({
    message: Object.assign(message, { messageId }),
    recipients,
    from: connector.from,
    ...{ inReplyTo, references },
    unsubscribeUrl: earliest ? unsubscribeUrl(ctx, id) : null,
    date: ctx.now,
  });
  return { claimId, connector, addresses, content };
}

/** Returns when the message of a sequence or campaign may leave, or why it may not; undefined if it belongs to none. */
async function earliestOf(ctx: TenantContext, id: string): Promise<Date | string | undefined> {
  const ofSequence = await earliestSending(ctx, id);
  if (ofSequence !== undefined) return ofSequence ?? 'enrolment_ended';
  const ofCampaign = await campaignSending(ctx, id);
  return ofCampaign === null ? 'campaign_cancelled' : ofCampaign;
}

/** Records that the server may have the message from now on. @returns false if it was cancelled or claimed by another */
async function recordHandOver(ctx: TenantContext, id: string, claimId: string): Promise<boolean> {
  if (await isCampaignHeld(ctx, id)) return false;
  const handed = await Communication.live(ctx)
    .where({ id, claimId })
    .whereNotNull('next_attempt_at')
    .patch({ handedOverAt: ctx.now });
  return Number(handed) === 1;
}

/** Records what became of an attempt, unless the message was cancelled, deleted or claimed by another meanwhile. */
async function record(
  ctx: TenantContext,
  id: string,
  claimId: string,
  addresses: readonly string[],
  outcome: SmtpOutcome,
): Promise<void> {
  const message = await lockWaiting(ctx, id);
  if (message?.claimId === claimId) await recordOutcome(ctx, message, addresses, outcome);
}

/** Locks a message that waits to be sent, to all of its recipients or to those whose server asked to wait. */
async function lockWaiting(ctx: TenantContext, id: string): Promise<Locked<Communication> | undefined> {
  const message = await lockRecord(ctx, communicationKind, id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  return message?.status === 'scheduled' || message?.nextAttemptAt ? message : undefined;
}

/** Returns whether the workspace has the module; messages of one that has not wait. */
async function isModuleOn({ tx, tenantId }: TenantContext): Promise<boolean> {
  const [tenant] = await tx.rows<{ on: boolean }>(
    `select coalesce((modules ->> 'communications')::boolean, true) and status = 'active' as "on" from tenants where id = $1`,
    [tenantId],
  );
  return tenant?.on ?? false;
}

/** Returns the Message-IDs that a message answers. */
async function referencesOf(
  ctx: TenantContext,
  { id, threadId, inReplyTo }: Communication,
): Promise<{ inReplyTo: string | null; references: string[] }> {
  const rows = await ctx.tx.rows<{ id: string; messageId: string }>(
    `select id, message_id as "messageId" from (
       select id, message_id, coalesce(occurred_at, created_at) as at from communications
       where tenant_id = $1 and thread_id = $2 and id <> $3 and message_id is not null and deleted_at is null
         and status in ('sent', 'delivered', 'received', 'bounced', 'logged')
       order by at desc, id desc limit 20) latest order by at, id`,
    [ctx.tenantId, threadId, id],
  );
  const answered = rows.find((row) => row.id === inReplyTo) ?? rows.at(-1);
  return { inReplyTo: answered?.messageId ?? null, references: rows.map(({ messageId }) => messageId) };
}
