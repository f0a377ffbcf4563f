// Sending: freezes an envelope and invites the first group.
import { assertWithinPlan } from '../../access/plan-limits.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import { addToPreview } from '../../operations/preview.ts';
import { changeRecord } from '../records/verbs.ts';
import { CONSENT_VERSION } from './consent.ts';
import { addEvidence } from './evidence.ts';
import { inviteOpenGroup, storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { type Envelope, EnvelopeDocument, EnvelopeField, EnvelopeRecipient } from './model.ts';
import { handOver, isExternal, readProvider } from './provider.ts';
import { DAY_MS, DEFAULT_EXPIRY_MS, digestOf, statusAfter } from './rules.ts';
import { lockEnvelope, readExpiry } from './service.ts';

export interface SendInput {
  message?: string | null;
  expiresAt?: Date | null;
}

/**
 * Sends a draft.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, SIGNER_WITHOUT_FIELD, QUOTA_EXCEEDED,
 *   VALIDATION_ERROR
 */
export async function sendEnvelope(
  ctx: TenantContext,
  id: string,
  { message, expiresAt }: SendInput,
  expectedVersion?: number | null,
): Promise<Envelope> {
  const envelope = await lockEnvelope(ctx, id, expectedVersion);
  const status = statusAfter(envelope.status, 'send');
  if (envelope.kind === 'template')
    fail('INVALID_STATE_TRANSITION', 'A template is not sent; use it to make an envelope.', {
      details: { from: 'draft', to: 'sent', allowed: [] },
    });
  await assertWithinPlan(ctx, 'envelopes');
  const recipients = await storedRecipients(ctx, id);
  const documents = await orderedDocuments(ctx, id);
  await assertComplete(ctx, id, recipients, documents);
  await readProvider(ctx, envelope.provider);
  const deadline = await deadlineOf(ctx, envelope, expiresAt);
  // The preview of a proposal shows what changes: recipients and deadline, not the documents that they get.
  addToPreview(ctx, { documents: documents.map(({ name }) => name) });
  const { reminder } = envelope;
  await EnvelopeRecipient.of(ctx)
    .where({ envelopeId: id })
    .whereNot('role', 'cc')
    .patch({ status: 'queued', updatedAt: ctx.now } as never);
  await addEvidence(ctx, id, [
    {
      type: 'sent',
      data: {
        document_digest: digestOf(documents),
        documents: documents.map(({ id, name, sha256Original }) => ({ id, name, sha256: sha256Original })),
        expires_at: deadline.toISOString(),
        recipients: recipients.map(({ id, role, routingOrder }) => ({
          id,
          role,
          routing_order: routingOrder,
        })),
      },
    },
  ]);
  const sent = await changeRecord(
    ctx,
    envelopeKind,
    envelope,
    {
      status,
      sentAt: ctx.now,
      expiresAt: deadline,
      consentVersion: CONSENT_VERSION,
      ...(message != null && { message: message.trim() || null }),
      nextReminderAt:
        isExternal(envelope) || !reminder ? null : new Date(ctx.now.getTime() + reminder.afterDays * DAY_MS),
    },
    { event: 'envelope.sent' },
  );
  if (isExternal(sent)) await handOver(ctx, sent);
  else await inviteOpenGroup(ctx, sent);
  return sent;
}

/** Returns the documents of an envelope in order. */
export function orderedDocuments(ctx: TenantContext, envelopeId: string): Promise<EnvelopeDocument[]> {
  return EnvelopeDocument.of(ctx).where({ envelopeId }).orderBy('position') as unknown as Promise<
    EnvelopeDocument[]
  >;
}

async function deadlineOf(
  ctx: TenantContext,
  envelope: Envelope,
  expiresAt: Date | null | undefined,
): Promise<Date> {
  return readExpiry(ctx, expiresAt ?? envelope.expiresAt) ?? new Date(ctx.now.getTime() + DEFAULT_EXPIRY_MS);
}

async function assertComplete(
  ctx: TenantContext,
  envelopeId: string,
  recipients: readonly EnvelopeRecipient[],
  documents: readonly EnvelopeDocument[],
): Promise<void> {
  if (documents.length === 0)
    throw invalid('documents', 'documents_required', 'Add at least one document before sending.');
  if (!recipients.some(({ role }) => role === 'signer' || role === 'approver'))
    throw invalid('recipients', 'signer_required', 'Add at least one signer or approver before sending.');
  const faults = recipients.flatMap((recipient, index): FieldFault[] =>
    (['name', 'email'] as const)
      .filter((name) => !recipient[name])
      .map((name) => ({
        path: `recipients[${index}].${name}`,
        rule: 'required',
        message: 'Every recipient needs a name and a mail address.',
      })),
  );
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  const code = recipients.findIndex(({ auth, accessCodeHash }) => auth === 'access_code' && !accessCodeHash);
  if (code >= 0)
    throw invalid(`recipients[${code}].access_code`, 'required', 'Give the access code of the recipient.');
  const signing = (await EnvelopeField.of(ctx).where({ envelopeId, type: 'signature' })) as EnvelopeField[];
  const without = recipients.filter(
    ({ id, role }) => role === 'signer' && !signing.some((field) => field.recipientId === id),
  );
  if (without.length)
    fail('SIGNER_WITHOUT_FIELD', undefined, { details: { ids: without.map(({ id }) => id) } });
}
