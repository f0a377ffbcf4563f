// Jobs that hand envelopes over to signing providers, and void them there.
import type { TenantContext } from '../../context.ts';
import { failureOfError, failureOfStatus } from '../../egress/failures.ts';
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import { type Connection, findConnection } from '../api-keys/connections.ts';
import { inWorkspace } from '../in-workspace.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { addEvidence } from './evidence.ts';
import { storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { Envelope, EnvelopeField } from './model.ts';
import { ATTEMPTS, voidAtItsProvider } from './provider.ts';
import { applyWaitingEvents } from './provider-events.ts';
import {
  createAtProvider,
  ProviderRefusal,
  type SentDocument,
  type SentEnvelope,
  voidAtProvider,
} from './provider-requests.ts';
import { RUNNING, statusAfter } from './rules.ts';
import { orderedDocuments } from './send.ts';

interface Payload {
  id: string;
}

/** Hands an envelope over; one that the provider refuses for good is voided. */
export const sendToSigningProvider: JobHandler = async (job, { id }: Payload) => {
  const handover = await inWorkspace(job, (ctx) => readHandover(ctx, job, id));
  if (!handover) return;
  const { connection, envelope, documents } = handover;
  try {
    if (!connection) throw new ProviderRefusal(401);
    const providerEnvelopeId = await createAtProvider(job.services, connection, envelope, documents);
    await inWorkspace(job, (ctx) => storeProviderId(ctx, id, providerEnvelopeId));
  } catch (error) {
    const isFinal = error instanceof ProviderRefusal && error.isFinal;
    if (!isFinal && job.attempt < ATTEMPTS) throw error;
    const failure = error instanceof ProviderRefusal ? failureOfStatus(error.status) : failureOfError(error);
    await inWorkspace(job, (ctx) => giveUp(ctx, id, failure));
  }
};

interface Handover {
  connection: Connection | undefined;
  envelope: SentEnvelope;
  documents: SentDocument[];
}

async function readHandover(
  ctx: TenantContext,
  { services, tenantId }: JobContext,
  id: string,
): Promise<Handover | undefined> {
  const envelope = (await Envelope.of(ctx).where({ id }).first()) as Envelope | undefined;
  if (!envelope || !RUNNING.includes(envelope.status) || envelope.providerEnvelopeId) return undefined;
  const documents = await Promise.all(
    (await orderedDocuments(ctx, id)).map(async (document) => {
      const file = await services.files.find({ tenantId, id: document.originalFileId });
      const { name, sha256Original: sha256 } = document;
      return { id: document.id, name, sha256, content: services.files.read(file!) };
    }),
  );
  const recipients = await storedRecipients(ctx, id);
  const fields = (await EnvelopeField.of(ctx)
    .where({ envelopeId: id })
    .orderBy('position')) as unknown as EnvelopeField[];
  return {
    connection: await findConnection(ctx, envelope.provider),
    documents,
    envelope: {
      envelope_id: id,
      title: envelope.title,
      recipients: recipients.map(({ id, role, name, email, routingOrder, locale }) => ({
        ...{ id, role, name, email, locale },
        routing_order: routingOrder,
      })),
      fields: fields.map(sentField),
      callback_url: `${services.config.publicUrl}/api/signing/webhooks/generic?connection_id=${envelope.provider}`,
    },
  };
}

function sentField(field: EnvelopeField): object {
  const { id, recipientId, documentId, type, label, page, x, y, width, height, required } = field;
  return {
    ...{ id, recipient_id: recipientId, document_id: documentId, type, label, page, x, y, width, height },
    ...{ required, group: field.groupName, options: field.options, default: field.defaultValue },
    validation: field.validation && {
      min_length: field.validation.minLength,
      max_length: field.validation.maxLength,
      pattern: field.validation.pattern,
      format: field.validation.format,
    },
  };
}

/** Stores the id of an envelope at its provider, and handles the events about it that came before. */
async function storeProviderId(ctx: TenantContext, id: string, providerEnvelopeId: string): Promise<void> {
  const envelope = (await Envelope.lock<Envelope>(ctx, id)) as Locked<Envelope>;
  const known = await envelope.changeVersion(ctx, { providerEnvelopeId });
  await applyWaitingEvents(ctx, known);
  // It may have been voided while the provider created it.
  const after = (await Envelope.find(ctx, id)) as unknown as Envelope;
  if (after.status === 'voided' || after.status === 'expired') await voidAtItsProvider(ctx, after);
}

/** Voids an envelope that its provider does not take. */
async function giveUp(ctx: TenantContext, id: string, failure: string): Promise<void> {
  const envelope = (await Envelope.lock<Envelope>(ctx, id)) as Locked<Envelope>;
  if (!RUNNING.includes(envelope.status)) return;
  const voidReason = `The signing provider did not take the envelope (${failure}).`;
  await addEvidence(ctx, id, [{ type: 'voided', data: { reason: voidReason } }]);
  const patch = { status: statusAfter(envelope.status, 'void'), voidReason };
  await changeRecord(ctx, envelopeKind, envelope, patch, { event: 'envelope.voided' });
}

/** Voids an envelope at its provider; nothing once the connection was deleted or disabled. */
export const voidAtSigningProvider: JobHandler = async (job, { id }: Payload) => {
  const found = await inWorkspace(job, async (ctx) => {
    const envelope = (await Envelope.of(ctx).where({ id }).first()) as Envelope | undefined;
    return envelope && { envelope, connection: await findConnection(ctx, envelope.provider) };
  });
  if (!found?.connection) return;
  const { providerEnvelopeId, voidReason } = found.envelope;
  await voidAtProvider(job.services, found.connection, providerEnvelopeId!, voidReason);
};
