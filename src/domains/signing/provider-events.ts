// What the events of signing providers do. States only move forward; an event that comes too late is evidence and no more.
import type { TenantContext } from '../../context.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { inWorkspace } from '../in-workspace.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { advance, announce, beginSeal, endAsDeclined } from './advance.ts';
import { addEvidence, type EvidenceType } from './evidence.ts';
import { settleExpiry } from './expiry.ts';
import { storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { Envelope, type EnvelopeRecipient, type RecipientStatus } from './model.ts';
import { isDone, RUNNING, statusAfter, statusAt, takesPart } from './rules.ts';

/** A stored event. */
interface StoredEvent {
  eventId: string;
  type: string;
  body: string;
}

/** An event that is applied to a locked envelope. */
interface Applied {
  ctx: TenantContext;
  envelope: Locked<Envelope>;
  recipients: EnvelopeRecipient[];
  /** Whom the event is about, if it is about somebody whom the envelope knows. */
  recipient: EnvelopeRecipient | undefined;
  eventId: string;
  /** When it happened at the provider. */
  at: Date;
  reason: string | null;
}

type Effect = (event: Applied) => Promise<unknown>;

const HOUR_MS = 3_600_000;
/** How long an event waits for its envelope to be known. */
const WAIT_MS = 72 * HOUR_MS;
const FIRST_PAUSE_MS = 10_000;
const MAX_REASON = 1000;

/** How far each status of a recipient is; later events of a lower rank change nothing. */
const RANK: Record<RecipientStatus, number> = {
  ...{ created: 0, queued: 0, bounced: 0, sent: 1, viewed: 2 },
  ...{ signed: 3, approved: 3, declined: 3, expired: 3 },
};

const EFFECTS: Record<string, Effect> = {
  'recipient.sent': (event) => raise(event, 'sent'),
  'recipient.viewed': view,
  'recipient.signed': sign,
  'recipient.declined': decline,
  'recipient.bounced': bounce,
  'envelope.completed': complete,
  'envelope.declined': ({ ctx, envelope, reason }) => endAsDeclined(ctx, envelope, reason),
  'envelope.voided': withdraw,
  'envelope.expired': ({ ctx, envelope }) => settleExpiry(ctx, envelope),
};

/** Returns whether events of a type have an effect. */
export function isKnownType(type: string): boolean {
  return Object.hasOwn(EFFECTS, type);
}

/** Applies a stored event; again later, while its envelope is not known yet. */
export const applySigningEvent: JobHandler = (
  job,
  payload: { connectionId: string; eventId: string },
): Promise<void> =>
  inWorkspace(job, async (ctx) => {
    const { connectionId, eventId } = payload;
    const [event] = await ctx.tx.rows<{ providerEnvelopeId: string; receivedAt: Date }>(
      `select provider_envelope_id as "providerEnvelopeId", received_at as "receivedAt" from signing_provider_events
       where tenant_id = $1 and connection_id = $2 and event_id = $3 and state = 'waiting'`,
      [ctx.tenantId, connectionId, eventId],
    );
    if (!event) return;
    const { providerEnvelopeId } = event;
    const known = (await Envelope.of(ctx).where({ provider: connectionId, providerEnvelopeId }).first()) as
      | Envelope
      | undefined;
    if (known) {
      await applyWaitingEvents(ctx, (await Envelope.lock<Envelope>(ctx, known.id)) as Locked<Envelope>);
      return;
    }
    const age = ctx.now.getTime() - event.receivedAt.getTime();
    if (age >= WAIT_MS) {
      await setState(ctx, connectionId, eventId, 'dead');
      return;
    }
    const pause = Math.min(Math.max(age, FIRST_PAUSE_MS), HOUR_MS);
    await enqueue(ctx, 'apply_signing_event', payload, { runAt: new Date(ctx.now.getTime() + pause) });
  });

/** Applies the events that wait for a locked envelope, in the order in which they came. */
export async function applyWaitingEvents(ctx: TenantContext, envelope: Locked<Envelope>): Promise<void> {
  const events = await ctx.tx.rows<StoredEvent>(
    `select event_id as "eventId", type, body from signing_provider_events
     where tenant_id = $1 and connection_id = $2 and provider_envelope_id = $3 and state = 'waiting'
     order by received_at, event_id`,
    [ctx.tenantId, envelope.provider, envelope.providerEnvelopeId],
  );
  for (const event of events) {
    await applyEvent(ctx, (await Envelope.lock<Envelope>(ctx, envelope.id)) as Locked<Envelope>, event);
    await setState(ctx, envelope.provider, event.eventId, 'applied');
  }
}

async function setState(
  ctx: TenantContext,
  connectionId: string,
  eventId: string,
  state: 'applied' | 'dead',
): Promise<void> {
  await ctx.tx.rows(
    'update signing_provider_events set state = $4 where tenant_id = $1 and connection_id = $2 and event_id = $3',
    [ctx.tenantId, connectionId, eventId, state],
  );
}

async function applyEvent(
  ctx: TenantContext,
  envelope: Locked<Envelope>,
  { eventId, type, body }: StoredEvent,
): Promise<void> {
  const { created, data } = JSON.parse(body) as { created?: unknown; data: Record<string, unknown> };
  const recipients = await storedRecipients(ctx, envelope.id);
  const named = typeof data.recipient === 'string' ? data.recipient.trim().toLowerCase() : undefined;
  const recipient = recipients.find(({ id, email }) => named !== undefined && [id, email].includes(named));
  const at = timeOf(created, envelope, ctx.now);
  const reason =
    typeof data.reason === 'string' ? data.reason.trim().slice(0, MAX_REASON).toWellFormed() || null : null;
  await addEvidence(ctx, envelope.id, [
    {
      type: 'provider_event',
      recipientId: recipient?.id ?? null,
      data: { provider_event_id: eventId, type, created: at.toISOString() },
    },
  ]);
  if (!RUNNING.includes(envelope.status)) return;
  if (statusAt(envelope, at) === 'expired') {
    await settleExpiry(ctx, envelope);
    return;
  }
  if (type.startsWith('recipient.') && !recipient) return;
  await EFFECTS[type]!({ ctx, envelope, recipients, recipient, eventId, at, reason });
}

/** Returns when an event happened: as the provider says, if that is between the sending and now. */
function timeOf(created: unknown, { sentAt }: Envelope, now: Date): Date {
  // Seconds since 1970, or a text.
  const time =
    typeof created === 'number'
      ? new Date(created * 1000)
      : new Date(typeof created === 'string' ? created : Number.NaN);
  return time >= sentAt! && time <= now ? time : now;
}

/** Adds what a recipient did to the evidence. */
function evidence(
  { ctx, envelope, eventId }: Applied,
  type: EvidenceType,
  recipientId: string,
  data: object = {},
): Promise<string> {
  return addEvidence(ctx, envelope.id, [
    { type, recipientId, data: { provider_event_id: eventId, ...data } },
  ]);
}

async function raise({ ctx, recipient }: Applied, status: RecipientStatus): Promise<void> {
  if (RANK[recipient!.status] < RANK[status]) await recipient!.change(ctx, { status });
}

async function view(event: Applied): Promise<void> {
  const { ctx, envelope, at } = event;
  const recipient = event.recipient!;
  if (RANK[recipient.status] >= RANK.viewed) return;
  await recipient.change(ctx, { status: 'viewed', viewedAt: recipient.viewedAt ?? at });
  await evidence(event, 'viewed', recipient.id);
  await announce(ctx, envelope, 'envelope.viewed', recipient.id);
  if (recipient.role === 'viewer') await advance(ctx, envelope);
}

async function sign(event: Applied): Promise<void> {
  const { ctx, envelope } = event;
  const recipient = event.recipient!;
  if (isDone(recipient) || (recipient.role !== 'signer' && recipient.role !== 'approver')) return;
  await storeSignature(event, recipient);
  const { envelope: after } = await advance(ctx, envelope);
  await announce(ctx, after, 'envelope.signed', recipient.id);
}

async function storeSignature(event: Applied, recipient: EnvelopeRecipient): Promise<void> {
  const status = recipient.role === 'approver' ? 'approved' : 'signed';
  const { ctx, at } = event;
  await recipient.change(ctx, { status, signedAt: at, viewedAt: recipient.viewedAt ?? at });
  await evidence(event, status, recipient.id);
}

async function decline(event: Applied): Promise<void> {
  const { ctx, envelope, reason } = event;
  const recipient = event.recipient!;
  if (isDone(recipient) || !takesPart(recipient)) return;
  await recipient.change(ctx, { status: 'declined', declineReason: reason });
  await evidence(event, 'declined', recipient.id, { reason });
  if (envelope.declinePolicy === 'stop') {
    await endAsDeclined(ctx, envelope, reason);
    return;
  }
  const { envelope: after } = await advance(ctx, envelope);
  if (after.status !== 'declined') await announce(ctx, after, 'envelope.declined', recipient.id);
}

async function bounce(event: Applied): Promise<void> {
  const recipient = event.recipient!;
  if (RANK[recipient.status] >= RANK.viewed) return;
  await recipient.change(event.ctx, { status: 'bounced' });
  await evidence(event, 'email_bounced', recipient.id, { mail: 'invitation' });
}

/** Everybody is done at the provider: what this service has not heard yet is taken from that. */
async function complete(event: Applied): Promise<void> {
  const { ctx, envelope, recipients, at } = event;
  for (const recipient of recipients.filter((one) => takesPart(one) && !isDone(one))) {
    if (recipient.role === 'viewer') await recipient.change(ctx, { status: 'viewed', viewedAt: at });
    else await storeSignature(event, recipient);
  }
  await beginSeal(ctx, envelope);
}

async function withdraw({ ctx, envelope, reason: voidReason, eventId }: Applied): Promise<void> {
  await addEvidence(ctx, envelope.id, [
    { type: 'voided', data: { provider_event_id: eventId, reason: voidReason } },
  ]);
  const patch = { status: statusAfter(envelope.status, 'void'), voidReason };
  await changeRecord(ctx, envelopeKind, envelope, patch, { event: 'envelope.voided' });
}
