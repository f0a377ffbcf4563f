// Signing as the recipient of a link does it: read, sign or approve, decline.
import type { Context, TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import type { FileAddress } from '../../files/tickets.ts';
import type { Locked } from '../records/verbs.ts';
import { advance, announce, endAsDeclined } from './advance.ts';
import { CONSENT_VERSION, consentText } from './consent.ts';
import { dayInFormat } from './date-format.ts';
import { addressOf, findDocument } from './documents.ts';
import { addEvidence, type NewEvidence } from './evidence.ts';
import { senderName } from './mails.ts';
import { type Envelope, EnvelopeField, type EnvelopeRecipient } from './model.ts';
import { assertPng } from './pdf-worker-pool.ts';
import { digestOf, isDone, openGroup, sha256 } from './rules.ts';
import { orderedDocuments } from './send.ts';
import { assertAuthenticated, inSigning, type Secrets, type Signing } from './session.ts';
import { digestOfValue, readValues } from './values.ts';

type State = 'authentication_required' | 'to_sign' | 'to_approve' | 'to_view' | 'done' | 'completed';

/** Shows a recipient what to do; the first time is recorded. @throws NOT_FOUND, ENVELOPE_CLOSED, RATE_LIMITED */
export function viewSession(ctx: Context, secrets: Secrets): Promise<object> {
  return inSigning(ctx, 'public-signing', secrets, async (signing) => {
    const { recipient, isAuthenticated } = signing;
    const first = {
      auth: recipient.auth,
      senderName: await senderName(signing.ctx, signing.envelope),
    };
    if (!isAuthenticated) return { state: 'authentication_required' as const, ...first };
    const isFirst = recipient.viewedAt === null && recipient.role !== 'cc';
    const current = isFirst ? await recordView(signing) : signing;
    return { ...first, ...(await viewOf(current, stateOf(signing))) };
  });
}

function stateOf({ envelope, recipient }: Signing): State {
  if (envelope.status === 'completed') return 'completed';
  if (isDone(recipient) || recipient.role === 'cc') return 'done';
  return ({ signer: 'to_sign', approver: 'to_approve', viewer: 'to_view' } as const)[recipient.role];
}

async function recordView(signing: Signing): Promise<Signing> {
  const { ctx, envelope, recipient } = signing;
  const isOpen = recipient.status === 'sent' || recipient.status === 'bounced';
  const reader = await recipient.change(ctx, {
    viewedAt: ctx.now,
    ...(isOpen && { status: 'viewed' }),
  });
  await addEvidence(ctx, envelope.id, [{ type: 'viewed', recipientId: recipient.id }]);
  await announce(ctx, envelope, 'envelope.viewed', recipient.id);
  if (recipient.role !== 'viewer') return { ...signing, recipient: reader };
  const { envelope: after } = await advance(ctx, envelope);
  return { ...signing, recipient: reader, envelope: after as Locked<Envelope> };
}

async function viewOf({ ctx, envelope, recipient }: Signing, state: State): Promise<object> {
  const documents = await orderedDocuments(ctx, envelope.id);
  const fields = await fieldsOfRecipient(ctx, recipient);
  const isSealed = envelope.status === 'completed';
  const version = envelope.consentVersion ?? CONSENT_VERSION;
  const { id, title, message, status, expiresAt } = envelope;
  return {
    state,
    envelope: { id, title, message, status, expiresAt },
    recipient: {
      id: recipient.id,
      name: recipient.name,
      email: recipient.email,
      role: recipient.role,
      status: recipient.status,
    },
    documents: documents.map((document) => ({
      id: document.id,
      name: document.name,
      pages: document.pages,
      sha256: isSealed ? document.sha256Final! : document.sha256Original,
    })),
    fields,
    documentDigest: digestOf(documents),
    consent: { version, text: consentText(version) },
  };
}

function fieldsOfRecipient(ctx: TenantContext, { id }: EnvelopeRecipient): Promise<EnvelopeField[]> {
  return EnvelopeField.of(ctx).where({ recipientId: id }).orderBy('position') as unknown as Promise<
    EnvelopeField[]
  >;
}

/** Returns a document for a recipient, and records it. @throws NOT_FOUND, ENVELOPE_CLOSED, UNAUTHENTICATED */
export function sessionDocument(ctx: Context, secrets: Secrets, documentId: string): Promise<FileAddress> {
  return inSigning(ctx, 'public-signing', secrets, async (signing) => {
    assertAuthenticated(signing);
    const { envelope, recipient, linkId } = signing;
    const document = await findDocument(signing.ctx, envelope.id, documentId);
    const isFinal = envelope.status === 'completed';
    await addEvidence(signing.ctx, envelope.id, [
      {
        type: 'downloaded',
        recipientId: recipient.id,
        data: { document_id: document.id, version: isFinal ? 'final' : 'original' },
      },
    ]);
    const fileId = isFinal ? document.finalFileId! : document.originalFileId;
    return addressOf(signing.ctx, fileId, document.name, { kind: 'signing_link', link: linkId });
  });
}

export interface SigningInput {
  consent?: { accepted: boolean; version: string } | null;
  fields?: Record<string, unknown> | null;
  documentDigest: string;
}

export interface SigningResult {
  recipientStatus: string;
  envelopeStatus: string;
  at: Date;
}

/**
 * Signs or approves everything in one step.
 * @throws NOT_FOUND, ENVELOPE_CLOSED, UNAUTHENTICATED, NOT_YOUR_TURN, DOCUMENT_CHANGED, VALIDATION_ERROR, RATE_LIMITED
 */
export function submitSigning(ctx: Context, secrets: Secrets, input: SigningInput): Promise<SigningResult> {
  return inSigning(ctx, 'public-signing-write', secrets, async (signing) => {
    assertAuthenticated(signing);
    const { recipient, envelope } = signing;
    if (recipient.signedAt && recipient.answer) return answerOf(recipient.answer);
    assertTurn(signing);
    assertConsent(envelope, input);
    const fields = await fieldsOfRecipient(signing.ctx, recipient);
    const dateSigned = await dayInFormat(signing.ctx);
    const values = readValues(signing.ctx, fields, input.fields ?? {}, recipient, dateSigned);
    for (const [id, value] of values) await assertDrawable(id, value);
    if (input.documentDigest !== digestOf(await orderedDocuments(signing.ctx, envelope.id)))
      fail('DOCUMENT_CHANGED');
    return sign(signing, fields, values, input);
  });
}

async function assertDrawable(id: string, value: unknown): Promise<void> {
  const { png_base64: png } = (value ?? {}) as { png_base64?: string };
  if (png) await assertPng(png, `fields.${id}`);
}

function answerOf({ at, ...answer }: NonNullable<EnvelopeRecipient['answer']>): SigningResult {
  return { ...answer, at: new Date(at) };
}

/** @throws NOT_YOUR_TURN for who has nothing to sign now */
function assertTurn({ envelope, recipient, recipients }: Signing): void {
  const acts = recipient.role === 'signer' || recipient.role === 'approver';
  const isRunning = envelope.status === 'sent' || envelope.status === 'partially_signed';
  if (!acts || !isRunning || !openGroup(envelope.routing, recipients).some(({ id }) => id === recipient.id))
    fail('NOT_YOUR_TURN');
}

function assertConsent({ consentVersion }: Envelope, { consent }: SigningInput): void {
  if (consent?.accepted === true && consent.version === consentVersion) return;
  throw invalid('consent', 'consent_required', 'Accept the consent in the version that the session shows.');
}

async function sign(
  { ctx, envelope, recipient }: Signing,
  fields: readonly EnvelopeField[],
  values: ReadonlyMap<string, unknown>,
  { documentDigest }: SigningInput,
): Promise<SigningResult> {
  const status = recipient.role === 'approver' ? 'approved' : 'signed';
  for (const field of fields)
    if (values.has(field.id)) await field.change(ctx, { value: values.get(field.id) });
  const signed = await recipient.change(ctx, {
    status,
    signedAt: ctx.now,
    viewedAt: recipient.viewedAt ?? ctx.now,
  });
  const about = { recipientId: recipient.id };
  const filled = [...values].map(
    ([id, value]): NewEvidence => ({
      type: 'field_filled',
      ...about,
      data: {
        field_id: id,
        type: fields.find((field) => field.id === id)!.type,
        sha256: digestOfValue(value),
      },
    }),
  );
  const version = envelope.consentVersion!;
  await addEvidence(ctx, envelope.id, [
    { type: 'consented', ...about, data: { version, text_sha256: sha256(consentText(version)) } },
    ...filled,
    { type: status, ...about, data: { document_digest: documentDigest } },
  ]);
  const advanced = await advance(ctx, envelope);
  await announce(ctx, advanced.envelope, 'envelope.signed', recipient.id);
  return storeAnswer(ctx, signed, advanced.envelope);
}

async function storeAnswer(
  ctx: TenantContext,
  recipient: EnvelopeRecipient,
  { status }: Envelope,
): Promise<SigningResult> {
  const answer = { recipientStatus: recipient.status, envelopeStatus: status, at: ctx.now.toISOString() };
  await recipient.change(ctx, { answer });
  return answerOf(answer);
}

/**
 * Declines with a reason; by the policy of the envelope that ends it, or the others go on.
 * @throws NOT_FOUND, ENVELOPE_CLOSED, UNAUTHENTICATED, NOT_YOUR_TURN, CONFLICT already_signed, VALIDATION_ERROR
 */
export function declineSigning(ctx: Context, secrets: Secrets, reason: string): Promise<SigningResult> {
  const text = reason.trim();
  return inSigning(ctx, 'public-signing-write', secrets, async (signing) => {
    assertAuthenticated(signing);
    const { recipient, envelope } = signing;
    if (recipient.signedAt)
      fail('CONFLICT', 'You have signed already.', { details: { reason: 'already_signed' } });
    if (recipient.status === 'declined' && recipient.answer) return answerOf(recipient.answer);
    assertTurn(signing);
    if (!text) throw invalid('reason', 'required', 'Say why.');
    const signerCtx = signing.ctx;
    const declined = await recipient.change(signerCtx, { status: 'declined', declineReason: text });
    await addEvidence(signerCtx, envelope.id, [
      { type: 'declined', recipientId: recipient.id, data: { reason: text } },
    ]);
    if (envelope.declinePolicy === 'continue') {
      const advanced = await advance(signerCtx, envelope);
      if (advanced.envelope.status !== 'declined')
        await announce(signerCtx, advanced.envelope, 'envelope.declined', recipient.id);
      return storeAnswer(signerCtx, declined, advanced.envelope);
    }
    return storeAnswer(signerCtx, declined, await endAsDeclined(signerCtx, envelope, text));
  });
}
