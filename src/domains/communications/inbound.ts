// What the events of mail providers do: deliveries, bounces, complaints, and inbound mail in its thread.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { recordMemberEvent } from '../campaign-members/outcomes.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { applyComplaint, applyHardBounce } from './bounces.ts';
import { conclude } from './delivery-outcome.ts';
import { type EventHandler, lockProviderId, type ProviderEvent } from './ingress.ts';
import { communicationKind } from './kind.ts';
import { readLinks } from './links.ts';
import { participantsOfCommunication } from './loaders.ts';
import { Communication, CommunicationParticipant, type DeliveryState } from './model.ts';
import { contactsOf, type ParticipantInput, readParticipants } from './participants.ts';
import { insertMessage } from './store.ts';
import { readTexts } from './texts.ts';
import { joinThread } from './threads.ts';

type Data = Record<string, unknown>;

const HTML_LENGTH = 500_000;

/** Handles an event of a mail provider; an unknown type does nothing. */
export const handleMailEvent: EventHandler = async (ctx, event) => {
  switch (event.type) {
    case 'message.delivered':
      return advance(ctx, event, 'delivered');
    case 'message.bounced':
      return bounce(ctx, event);
    case 'message.complained':
      return complain(ctx, event);
    case 'message.opened':
    case 'message.clicked':
      return engage(ctx, event);
    case 'message.received':
      return receive(ctx, event);
    default:
      return true;
  }
};

async function bounce(ctx: TenantContext, event: ProviderEvent): Promise<boolean> {
  const { kind } = event.data;
  if (kind !== 'hard' && kind !== 'soft') throw invalid('data.kind', 'enum', 'Give hard or soft.');
  // A soft bounce is a delay: the provider tries again.
  if (kind === 'soft') return (await findMessage(ctx, event.data)) !== undefined;
  const isKnown = await advance(ctx, event, 'bounced');
  if (!isKnown) return false;
  const address = textOf(event.data, 'recipient', 320).toLowerCase();
  await applyHardBounce(ctx, address);
  return true;
}

async function complain(ctx: TenantContext, { data }: ProviderEvent): Promise<boolean> {
  const address = textOf(data, 'recipient', 320).toLowerCase();
  const message = await findMessage(ctx, data);
  if (!message) return false;
  await recordMemberEvent(ctx, message.id, 'opted_out');
  await applyComplaint(ctx, address);
  return true;
}

/** Records that the recipient of a campaign opened its message or followed a link; it is no touch. */
async function engage(ctx: TenantContext, { type, data }: ProviderEvent): Promise<boolean> {
  // Providers count opens without saying of which message.
  if (data.message_id === undefined) return true;
  const message = await findMessage(ctx, data);
  if (!message) return false;
  await recordMemberEvent(ctx, message.id, type === 'message.opened' ? 'opened' : 'clicked');
  return true;
}

const ORDER: Record<DeliveryState, number> = { queued: 0, failed: 1, sent: 2, delivered: 3, bounced: 4 };

/** Moves the delivery to a recipient forward, and the message with it. */
async function advance(
  ctx: TenantContext,
  { data }: ProviderEvent,
  state: 'delivered' | 'bounced',
): Promise<boolean> {
  const address = textOf(data, 'recipient', 320).toLowerCase();
  const found = await findMessage(ctx, data);
  if (!found) return false;
  const message = await lockRecord(ctx, communicationKind, found.id);
  const recipients = await participantsOfCommunication(ctx, message.id);
  // Without a state, it was not sent by this service.
  const recipient = recipients.find((one) => one.role !== 'from' && one.address === address);
  if (!recipient?.deliveryState) return false;
  if (ORDER[recipient.deliveryState] >= ORDER[state]) return true;
  await CommunicationParticipant.of(ctx)
    .where({ id: recipient.id })
    .patch({ deliveryState: state, deliveryAt: ctx.now, deliveryReason: optionalText(data, 'reason', 300) });
  ctx.loaders.clear();
  // While its mail server has not answered for all recipients, the answer decides what it becomes.
  if (message.nextAttemptAt) await changeRecord(ctx, communicationKind, message, {}, { changesParts: true });
  else await conclude(ctx, message, 'recipients');
  return true;
}

/** Stores an inbound mail once, in the thread that its headers name. */
async function receive(ctx: TenantContext, { data }: ProviderEvent): Promise<boolean> {
  const messageId = messageIdOf(data);
  await lockProviderId(ctx, 'communications', messageId);
  const [known] = await Communication.of(ctx).where({ messageId }).limit(1);
  if (known) return true;
  const participants = await readParticipants(ctx, 'email', participantsOf(data));
  const date = new Date(textOf(data, 'date', 60));
  if (Number.isNaN(date.getTime())) throw invalid('data.date', 'format', 'Give an RFC 3339 time.');
  const answered = await answeredMessage(ctx, data);
  const isAutoReply =
    data.auto_submitted !== undefined && data.auto_submitted !== false && data.auto_submitted !== 'no';
  await insertMessage(
    ctx,
    {
      channel: 'email',
      direction: 'inbound',
      purpose: 'general',
      status: 'received',
      occurredAt: date > ctx.now ? ctx.now : date,
      messageId,
      inReplyTo: answered?.id ?? null,
      isAutoReply,
      attachments: attachmentsOf(data),
      ...bodiesOf(data),
      tags: [],
      customFields: {},
      participants,
      links: await readLinks(
        ctx,
        answered ? { dealId: answered.dealId } : undefined,
        contactsOf(participants.filter(({ role }) => role === 'from')),
      ),
      threadId: await joinThread(ctx, { threadId: answered?.threadId, channel: 'email' }),
    },
    'communication.received',
  );
  return true;
}

/** Returns the texts of a mail; HTML that is too long is kept as text alone. */
function bodiesOf(data: Data): Partial<Communication> {
  const bodyText = optionalText(data, 'text', 200_000);
  const texts = readTexts({
    subject: optionalText(data, 'subject', 998),
    bodyHtml: optionalText(data, 'html', HTML_LENGTH),
    ...(bodyText && { bodyText }),
  });
  const isTooLong = (texts.bodyHtml?.length ?? 0) > HTML_LENGTH;
  return { ...texts, ...(isTooLong && { bodyHtml: null }) };
}

/** Returns the message that a mail answers, by In-Reply-To and References, the nearest one first. */
async function answeredMessage(ctx: TenantContext, data: Data): Promise<Communication | undefined> {
  const references = idsIn(data.references).slice(-50).reverse();
  const ids = [...idsIn(data.in_reply_to), ...references];
  if (ids.length === 0) return undefined;
  const found = (await Communication.live(ctx).whereRaw('message_id = any(?)', [ids])) as Communication[];
  return ids.map((id) => found.find(({ messageId }) => messageId === id)).find((one) => one);
}

function participantsOf(data: Data): ParticipantInput[] {
  const read = (value: unknown, role: ParticipantInput['role']): ParticipantInput => {
    const { address, name } = (typeof value === 'string' ? { address: value } : (value ?? {})) as Data;
    if (typeof address !== 'string') throw invalid(`data.${role}`, 'required', 'Give the address.');
    return { role, address, name: typeof name === 'string' ? name.slice(0, 200).toWellFormed() : null };
  };
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 99) : []);
  return [
    read(data.from, 'from'),
    ...list(data.to).map((one) => read(one, 'to')),
    ...list(data.cc).map((one) => read(one, 'cc')),
  ];
}

function attachmentsOf({ attachments }: Data) {
  if (!Array.isArray(attachments)) return [];
  return attachments.slice(0, 50).map((one: Data | null) => {
    const { name, mime, bytes } = one ?? {};
    return {
      name: (typeof name === 'string' && storable(name).slice(0, 255)) || 'file',
      mime: typeof mime === 'string' ? storable(mime).slice(0, 120) : null,
      bytes: Number.isSafeInteger(bytes) ? (bytes as number) : null,
    };
  });
}

/** Returns a text that PostgreSQL stores; what it does not store must not keep a mail out. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

async function findMessage(ctx: TenantContext, data: Data): Promise<Communication | undefined> {
  const messageId = messageIdOf(data);
  return (await Communication.live(ctx).where({ messageId }).first()) as Communication | undefined;
}

/** Returns the Message-IDs in a header or a list, without angle brackets and what no header may contain. */
function idsIn(value: unknown): string[] {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  return texts.flatMap((text) => text.split(/[<>\s\p{Cc}]+/u)).filter(Boolean);
}

/** @throws VALIDATION_ERROR required */
function messageIdOf(data: Data): string {
  const [id] = idsIn(textOf(data, 'message_id', 998));
  if (!id) throw invalid('data.message_id', 'required', 'Give the Message-ID of the mail.');
  return id;
}

function textOf(data: Data, name: string, max: number): string {
  const value = data[name];
  if (typeof value !== 'string' || !value.trim() || value.length > max)
    throw invalid(`data.${name}`, 'required', `Give ${name} as a text of at most ${max} characters.`);
  return value;
}

function optionalText(data: Data, name: string, max: number): string | null {
  const value = data[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalid(`data.${name}`, 'type', `Give ${name} as a text.`);
  return storable(storable(value).slice(0, max));
}
