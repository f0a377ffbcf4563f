// The mails of signing as plain text, and the job that sends them and records what became of them.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Mail } from '../../mail/mailer.ts';
import { inWorkspace } from '../in-workspace.ts';
import { addEvidence } from './evidence.ts';
import { Envelope, EnvelopeRecipient, type Role } from './model.ts';

export type MailKind =
  | 'invitation'
  | 'reminder'
  | 'correction'
  | 'code'
  | 'voided'
  | 'declined'
  | 'expired'
  | 'completed';

interface SealedMail {
  id: string;
  envelopeId: string;
  recipientId: string;
  kind: MailKind;
  sealed: string;
}

interface Texts {
  url?: string;
  message?: string | null;
  code?: string;
  /** Why it ended. */
  reason?: string | null;
}

/** Returns a text in one line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns a date in the way of the recipient and the zone of the workspace. */
function dateOf(ctx: TenantContext, date: Date, locale: string | null): string {
  const { timeZone } = ctx.principal;
  try {
    return date.toLocaleDateString(locale ?? 'en', { timeZone, dateStyle: 'long' });
  } catch {
    return date.toLocaleDateString('en', { timeZone, dateStyle: 'long' });
  }
}

/** Returns the person and the workspace who send an envelope. */
export async function senderName(ctx: TenantContext, { createdBy }: Envelope): Promise<string> {
  const [tenant] = await ctx.tx.rows<{ name: string }>('select name from tenants where id = $1', [
    ctx.tenantId,
  ]);
  return `${createdBy.label} (${tenant?.name ?? ''})`;
}

/** What each role is asked to do; copies are sent with another mail. */
const TASKS: Record<Role, string> = { signer: 'sign', approver: 'approve', viewer: 'read', cc: 'read' };

const SUBJECTS: Record<MailKind, (sender: string, title: string, task: string) => string> = {
  invitation: (sender, title, task) => `${sender} asks you to ${task} “${title}”`,
  reminder: (sender, title, task) => `Reminder: ${sender} waits for you to ${task} “${title}”`,
  correction: (sender, title, task) => `New link: ${sender} asks you to ${task} “${title}”`,
  code: (_, title) => `Your code for “${title.replace(/\d{6,}/g, '…')}”`,
  voided: (_, title) => `“${title}” was withdrawn`,
  declined: (_, title) => `“${title}” was declined`,
  expired: (_, title) => `“${title}” has expired`,
  completed: (_, title) => `“${title}” is complete`,
};

const ASKS: Record<Role, string> = {
  signer: 'asks you to read and sign',
  approver: 'asks you to read and approve',
  viewer: 'asks you to read',
  cc: 'sends you',
};

function textOf(
  ctx: TenantContext,
  envelope: Envelope,
  recipient: EnvelopeRecipient,
  { kind, sender, url, message, code, reason }: Texts & { kind: MailKind; sender: string },
): string {
  const { title, expiresAt } = envelope;
  if (kind === 'code')
    return [
      `Your code for “${title.replace(/\d{6,}/g, '…')}” is ${code}.`,
      'It is valid for ten minutes. If you did not ask for it, ignore this mail.',
    ].join('\n\n');
  const greeting = `Hello ${recipient.name},`;
  const link = 'The link is for you alone; please do not pass it on:';
  if (kind === 'completed')
    return [
      greeting,
      `“${title}” is complete. You can read and download the sealed documents for 90 days.`,
      `${link}\n${url}`,
    ].join('\n\n');
  if (kind === 'voided' || kind === 'declined' || kind === 'expired') {
    const how = { voided: 'was withdrawn by the sender', declined: 'was declined', expired: 'has expired' };
    return [
      greeting,
      `“${title}” ${how[kind]}. There is nothing left for you to do.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      sender,
    ].join('\n\n');
  }
  return [
    greeting,
    `${sender} ${ASKS[recipient.role]} “${title}”.`,
    ...(message ? [message] : []),
    ...(expiresAt ? [`Please do so by ${dateOf(ctx, expiresAt, recipient.locale)}.`] : []),
    `${link}\n${url}`,
  ].join('\n\n');
}

/** Queues a mail to a recipient; what becomes of it is evidence. */
export async function mailRecipient(
  ctx: TenantContext,
  envelope: Envelope,
  recipient: EnvelopeRecipient,
  kind: MailKind,
  texts: Texts = {},
): Promise<void> {
  const sender = oneLine(await senderName(ctx, envelope));
  const mail: Mail = {
    to: recipient.email!,
    subject: SUBJECTS[kind](sender, oneLine(envelope.title), TASKS[recipient.role]),
    text: textOf(ctx, envelope, recipient, { kind, sender, ...texts }),
  };
  const id = uuid();
  const sealed = ctx.services.keys.seal(JSON.stringify(mail), sealedAbout(id));
  const payload: SealedMail = { id, envelopeId: envelope.id, recipientId: recipient.id, kind, sealed };
  await enqueue(ctx, 'send_signing_mail', payload);
}

/** Tells everybody who was invited that an envelope has ended. */
export async function mailEnd(
  ctx: TenantContext,
  envelope: Envelope,
  kind: 'voided' | 'declined' | 'expired',
  reason: string | null = null,
): Promise<void> {
  const invited = (await EnvelopeRecipient.of(ctx)
    .where({ envelopeId: envelope.id })
    .whereExists((query) =>
      query
        .from('envelope_links as l')
        .whereRaw('l.tenant_id = ? and l.recipient_id = envelope_recipients.id', [ctx.tenantId]),
    )
    .orderBy('position')) as unknown as EnvelopeRecipient[];
  for (const recipient of invited) await mailRecipient(ctx, envelope, recipient, kind, { reason });
}

const sealedAbout = (id: string): string => `mail:${id}`;

/** Sends a mail of signing. @throws the error of a server that may accept it later, so that the job is tried again */
export const sendSigningMail: JobHandler = async (job, payload: SealedMail) => {
  const { services, log } = job;
  const { id, sealed, kind, recipientId, envelopeId } = payload;
  const mail = JSON.parse(services.keys.open(sealed, sealedAbout(id))) as Mail;
  const refusal = await services.mailer.send(mail, id, log).then(
    () => undefined,
    (error: { responseCode?: number }) => {
      if ((error.responseCode ?? 0) >= 500) return error.responseCode;
      throw error;
    },
  );
  await inWorkspace(job, async (ctx) => {
    await Envelope.lock<Envelope>(ctx, envelopeId);
    await addEvidence(ctx, envelopeId, [
      refusal
        ? { type: 'email_bounced', recipientId, data: { mail: kind, code: refusal } }
        : { type: 'email_delivered', recipientId, data: { mail: kind } },
    ]);
    if (!refusal) return;
    await EnvelopeRecipient.of(ctx)
      .where({ id: recipientId, email: mail.to })
      .whereIn('status', ['sent', 'queued'])
      .patch({ status: 'bounced', updatedAt: ctx.now } as never);
  });
};
