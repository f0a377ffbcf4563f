// What the sender does with an envelope that is under way: withdraw, remind, correct a recipient.
import type { TenantContext } from '../../context.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { readLocale } from '../locales.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { addEvidence } from './evidence.ts';
import { reopen } from './expiry.ts';
import { endLinks, inviteOpenGroup, makeLink, storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { mailEnd, mailRecipient } from './mails.ts';
import type { Auth, Envelope, EnvelopeRecipient } from './model.ts';
import { assertInternal, voidAtItsProvider } from './provider.ts';
import { contactsOf, readAuth, refuseCodeOfAgent } from './recipients.ts';
import { DAY_MS, isDone, openGroup, RUNNING, reachable, statusAfter } from './rules.ts';
import { lockEnvelope, readExpiry } from './service.ts';

const PAUSE_MS = 3_600_000;
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;

/** Withdraws an envelope. @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION */
export async function voidEnvelope(
  ctx: TenantContext,
  id: string,
  reason: string,
  expectedVersion?: number | null,
): Promise<Envelope> {
  const envelope = await lockEnvelope(ctx, id, expectedVersion);
  const status = statusAfter(envelope.status, 'void');
  const voidReason = reason.trim();
  if (!voidReason) throw invalid('reason', 'required', 'Say why.');
  await addEvidence(ctx, id, [{ type: 'voided', data: { reason: voidReason } }]);
  const patch = { status, voidReason, nextReminderAt: null };
  const voided = await changeRecord(ctx, envelopeKind, envelope, patch, { event: 'envelope.voided' });
  await mailEnd(ctx, voided, 'voided', voidReason);
  await voidAtItsProvider(ctx, voided);
  return voided;
}

export interface ReminderInput {
  recipientIds?: string[] | null;
  message?: string | null;
  extendDays?: number | null;
}

/**
 * Reminds those whose turn it is, and extends the deadline.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, REMINDER_TOO_SOON, VALIDATION_ERROR
 */
export async function remindEnvelope(
  ctx: TenantContext,
  id: string,
  { recipientIds, message, extendDays }: ReminderInput,
  expectedVersion?: number | null,
): Promise<Envelope> {
  const envelope = await lockEnvelope(ctx, id, expectedVersion);
  assertInternal(envelope);
  const isExpired = envelope.status === 'expired';
  if (!RUNNING.includes(envelope.status) && !(isExpired && extendDays))
    fail('INVALID_STATE_TRANSITION', `The envelope is ${envelope.status}, so nobody can be reminded.`, {
      details: { from: envelope.status, to: envelope.status, allowed: reachable(envelope.status) },
    });
  const wanted = recipientIds?.map((one) => one.toLowerCase());
  const turn = openGroup(envelope.routing, await storedRecipients(ctx, id)).map((recipient) => recipient.id);
  const unknownIndex = wanted?.findIndex((one) => !turn.includes(one)) ?? -1;
  if (unknownIndex >= 0)
    throw invalid(`recipient_ids[${unknownIndex}]`, 'exists', 'Name recipients whose turn it is.');
  assertPause(ctx, envelope);
  const running = extendDays ? await extend(ctx, envelope, extendDays) : envelope;
  const group = openGroup(running.routing, await storedRecipients(ctx, id));
  const reminded = group.filter((one) => one.status !== 'bounced' && (!wanted || wanted.includes(one.id)));
  // Whose mails come back is corrected, not reminded.
  if (reminded.length === 0) return running;
  return remind(ctx, running as Locked<Envelope>, reminded, message?.trim() || null);
}

function assertPause(ctx: TenantContext, { remindedAt }: Envelope): void {
  if (!remindedAt) return;
  const free = remindedAt.getTime() + PAUSE_MS - ctx.now.getTime();
  if (free > 0)
    throw new ServiceError('REMINDER_TOO_SOON', 'A reminder was sent within the last 60 minutes.', {
      details: { retry_at: new Date(remindedAt.getTime() + PAUSE_MS).toISOString() },
      headers: { 'retry-after': String(Math.ceil(free / 1000)) },
    });
}

async function extend(ctx: TenantContext, envelope: Locked<Envelope>, days: number): Promise<Envelope> {
  const from = Math.max(envelope.expiresAt!.getTime(), ctx.now.getTime());
  const expiresAt = readExpiry(ctx, new Date(from + days * DAY_MS), 'extend_days')!;
  if (envelope.status === 'expired') return reopen(ctx, envelope, expiresAt);
  await addEvidence(ctx, envelope.id, [{ type: 'extended', data: { expires_at: expiresAt.toISOString() } }]);
  return changeRecord(ctx, envelopeKind, envelope, { expiresAt });
}

/** Mails recipients a further link; their former ones stay good. */
export async function remind(
  ctx: TenantContext,
  envelope: Locked<Envelope>,
  recipients: readonly EnvelopeRecipient[],
  message: string | null,
  patch: object = {},
): Promise<Envelope> {
  for (const recipient of recipients) {
    const url = await makeLink(ctx, recipient);
    await mailRecipient(ctx, envelope, recipient, 'reminder', { url, message: message ?? envelope.message });
  }
  await addEvidence(
    ctx,
    envelope.id,
    recipients.map(({ id }) => ({ type: 'reminded', recipientId: id })),
  );
  const reminded = await envelope.change(ctx, { ...patch, remindedAt: ctx.now });
  await emit(ctx, 'envelope.reminded', {
    object: reminded,
    label: reminded.title,
    links: [],
    data: { recipients: recipients.length },
  });
  return reminded;
}

export interface CorrectionInput {
  name?: string | null;
  email?: string | null;
  contactId?: string | null;
  locale?: string | null;
  auth?: Auth | null;
  accessCode?: string | null;
}

/**
 * Corrects a recipient who is not done. Whose turn it is gets a new link; the former ones end.
 * @throws NOT_FOUND, PRECONDITION_FAILED, ENVELOPE_NOT_EDITABLE, CONFLICT recipient_done, VALIDATION_ERROR, HUMAN_REQUIRED
 */
export async function correctRecipient(
  ctx: TenantContext,
  id: string,
  recipientId: string,
  input: CorrectionInput,
  expectedVersion?: number | null,
): Promise<Envelope> {
  refuseCodeOfAgent(ctx, input.accessCode);
  const envelope = await lockEnvelope(ctx, id, expectedVersion);
  assertInternal(envelope);
  const recipients = await storedRecipients(ctx, id);
  const recipient = recipients.find((one) => one.id === recipientId.toLowerCase());
  if (!recipient) return fail('NOT_FOUND');
  if (!RUNNING.includes(envelope.status))
    fail('ENVELOPE_NOT_EDITABLE', 'Recipients are corrected while the envelope is under way.', {
      details: { status: envelope.status },
    });
  if (isDone(recipient))
    fail('CONFLICT', 'Who is done cannot be corrected.', { details: { reason: 'recipient_done' } });
  const patch = await readCorrection(ctx, recipient, input, recipients);
  if (Object.keys(patch).length === 0) return envelope;
  const isInvited = recipient.status !== 'queued' && recipient.status !== 'created';
  const corrected = await recipient.change(ctx, {
    ...patch,
    // Whoever takes the place has not opened the envelope yet.
    ...(isInvited && { status: 'queued', viewedAt: null }),
  });
  await endLinks(ctx, recipient.id);
  const changed = Object.keys(patch).map((name) => (name === 'accessCodeHash' ? 'access_code' : name));
  await addEvidence(ctx, id, [{ type: 'corrected', recipientId: recipient.id, data: { changed } }]);
  const after = await changeRecord(ctx, envelopeKind, envelope, {}, { changesParts: true });
  if (!isInvited) await inviteOpenGroup(ctx, after);
  else await inviteAgain(ctx, after, corrected);
  return after;
}

async function inviteAgain(
  ctx: TenantContext,
  envelope: Envelope,
  recipient: EnvelopeRecipient,
): Promise<void> {
  const url = await makeLink(ctx, recipient);
  await recipient.change(ctx, { status: 'sent' });
  await mailRecipient(ctx, envelope, recipient, 'correction', { url, message: envelope.message });
}

/** Returns the columns that a correction changes. */
async function readCorrection(
  ctx: TenantContext,
  recipient: EnvelopeRecipient,
  input: CorrectionInput,
  others: readonly EnvelopeRecipient[],
): Promise<Partial<EnvelopeRecipient>> {
  const contact = (await contactsOf(ctx, [input])).get(input.contactId?.toLowerCase() ?? '');
  if (input.contactId && !contact) throw invalid('contact_id', 'exists', 'There is no such contact.');
  const name = input.name === undefined ? contact?.name : input.name?.trim();
  const email = (input.email === undefined ? contact?.email : input.email?.trim())?.toLowerCase();
  if (name === '' || input.name === null)
    throw invalid('name', 'required', 'Give the name of the recipient.');
  if (input.email === null) throw invalid('email', 'required', 'Give the mail address of the recipient.');
  if (email && !ADDRESS.test(email))
    throw invalid('email', 'email', 'Give a mail address such as ada@acme.example.');
  if (others.some((one) => one.id !== recipient.id && one.role === recipient.role && one.email === email))
    throw invalid('email', 'duplicate', 'This address has the same role already.');
  const isAuthGiven = input.auth !== undefined || input.accessCode !== undefined;
  const wanted = {
    ...(name && { name: name.slice(0, 200) }),
    ...(email && { email }),
    ...(input.contactId !== undefined && { contactId: input.contactId?.toLowerCase() ?? null }),
    ...(input.locale !== undefined && { locale: input.locale ? readLocale(input.locale, 'locale') : null }),
    ...(isAuthGiven &&
      readAuth(
        ctx,
        { auth: input.auth ?? recipient.auth, accessCode: input.accessCode ?? null },
        { id: recipient.id, row: recipient, path: (member) => member },
      )),
  };
  const entries = Object.entries(wanted).filter(
    ([member, value]) => recipient[member as keyof EnvelopeRecipient] !== value,
  );
  return Object.fromEntries(entries) as Partial<EnvelopeRecipient>;
}
