// The job that seals a completed envelope: final documents, certificate, signed manifest, copies.
import { signEvidence } from '../../access/evidence-keys.ts';
import type { TenantContext } from '../../context.ts';
import { storeBytes } from '../../files/take.ts';
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import { findConnection } from '../api-keys/connections.ts';
import { inWorkspace } from '../in-workspace.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { readAll } from './documents.ts';
import { addEvidence, evidenceOf } from './evidence.ts';
import { makeLink, storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { mailRecipient } from './mails.ts';
import { evidenceParagraphs, manifestOf } from './manifest.ts';
import {
  Envelope,
  type EnvelopeDocument,
  type EnvelopeEvent,
  EnvelopeField,
  type EnvelopeRecipient,
} from './model.ts';
import type { DrawnField } from './pdf-task.ts';
import { sealPdf } from './pdf-worker-pool.ts';
import { isExternal } from './provider.ts';
import { signedDocument } from './provider-requests.ts';
import { isDone, statusAfter, takesPart } from './rules.ts';
import { orderedDocuments } from './send.ts';
import { settleSource } from './source.ts';

interface EnvelopeParts {
  envelope: Envelope;
  documents: EnvelopeDocument[];
  recipients: EnvelopeRecipient[];
  fields: EnvelopeField[];
  events: EnvelopeEvent[];
}

/** Seals an envelope; may run again from its beginning until it is completed. */
export const sealEnvelope: JobHandler = async (job, { id }: { id: string }) => {
  const parts = await inWorkspace(job, (ctx) => readParts(ctx, id));
  if (!parts) return;
  for (const document of parts.documents) {
    if (document.finalFileId) continue;
    const bytes = isExternal(parts.envelope)
      ? await downloadFinal(job, parts.envelope, document)
      : await sealDocument(job, parts, document);
    await inWorkspace(job, (ctx) => storeFinal(ctx, document, bytes));
  }
  await inWorkspace(job, (ctx) => complete(job, ctx, id));
};

async function readParts(ctx: TenantContext, id: string): Promise<EnvelopeParts | undefined> {
  const envelope = (await Envelope.of(ctx).where({ id }).first()) as Envelope | undefined;
  if (envelope?.status !== 'completing') return undefined;
  return {
    envelope,
    documents: await orderedDocuments(ctx, id),
    recipients: await storedRecipients(ctx, id),
    fields: (await EnvelopeField.of(ctx).where({ envelopeId: id }).orderBy('position')) as EnvelopeField[],
    events: await evidenceOf(ctx, id),
  };
}

/** Returns a document as its provider has sealed it. @throws Error while the provider cannot be reached */
async function downloadFinal(
  job: JobContext,
  { provider, providerEnvelopeId }: Envelope,
  { id }: EnvelopeDocument,
): Promise<Buffer> {
  const connection = await inWorkspace(job, (ctx) => findConnection(ctx, provider));
  if (!connection) throw new Error('the connection to the signing provider was deleted or disabled');
  return signedDocument(job.services, connection, providerEnvelopeId!, id);
}

async function sealDocument(
  { services, tenantId }: JobContext,
  parts: EnvelopeParts,
  document: EnvelopeDocument,
): Promise<Buffer> {
  const file = await services.files.find({ tenantId, id: document.originalFileId });
  const last = parts.events.findLastIndex(({ type }) =>
    ['signed', 'approved', 'viewed', 'declined'].includes(type),
  );
  const documents = parts.documents.map((one) => Object.assign(one.$clone(), { sha256Final: null }));
  const { bytes } = await sealPdf({
    bytes: await readAll({ services } as TenantContext, file!),
    fields: parts.fields.filter((field) => field.documentId === document.id).flatMap(drawnField),
    paragraphs: evidenceParagraphs(parts.envelope, {
      heading: 'Signatures and evidence',
      documents: documents as EnvelopeDocument[],
      recipients: parts.recipients,
      events: parts.events.slice(0, last + 1),
    }),
    title: document.name,
    at: services.clock.now(),
    ...(services.config.signingCertificate && { certificate: services.config.signingCertificate }),
  });
  return Buffer.from(bytes);
}

/** Returns how a field is drawn; nothing for one that was left empty. */
function drawnField({ type, page, x, y, width, height, value }: EnvelopeField): DrawnField[] {
  const place = { type, page, x, y, width, height };
  if (type === 'checkbox') return [{ ...place, isTicked: value === true }];
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return [{ ...place, text: value.replace(/[^\S\n]+/g, ' ').trim() }];
  const { text, png_base64: png } = value as { text?: string; png_base64?: string };
  return [{ ...place, ...(text && { text }), ...(png && { png }) }];
}

async function storeFinal(ctx: TenantContext, document: EnvelopeDocument, bytes: Buffer): Promise<void> {
  const file = await storeBytes(ctx, { name: document.name, bytes, mime: 'application/pdf' });
  await ctx.tx.rows(
    `update envelope_documents set final_file_id = $3, sha256_final = $4, updated_at = $5
     where tenant_id = $1 and id = $2 and final_file_id is null`,
    [ctx.tenantId, document.id, file.id, file.sha256, ctx.now],
  );
}

/** Completes an envelope whose documents are sealed: evidence, manifest, certificate, event, copies. */
async function complete({ services }: JobContext, ctx: TenantContext, id: string): Promise<void> {
  const envelope = (await Envelope.lock<Envelope>(ctx, id)) as Locked<Envelope>;
  if (envelope.status !== 'completing') return;
  const documents = await orderedDocuments(ctx, id);
  const recipients = await storedRecipients(ctx, id);
  const lastEventHash = await addEvidence(ctx, id, [
    {
      type: 'completed',
      data: { documents: documents.map(({ id, sha256Final }) => ({ id, sha256_final: sha256Final })) },
    },
  ]);
  const manifest = manifestOf(envelope, { documents, recipients, completedAt: ctx.now, lastEventHash });
  const manifestSignature = await signEvidence(services, manifest);
  const events = await evidenceOf(ctx, id);
  const certificate = await sealPdf({
    fields: [],
    paragraphs: [
      ...evidenceParagraphs(envelope, {
        heading: 'Certificate of completion',
        ...{ documents, recipients, events },
      }),
      { text: 'Signature of the manifest', style: 'heading' },
      { text: `Ed25519, key ${manifestSignature.kid}`, style: 'text' },
      { text: manifestSignature.value, style: 'small' },
    ],
    title: `Certificate: ${envelope.title}`,
    at: ctx.now,
    ...(services.config.signingCertificate && { certificate: services.config.signingCertificate }),
  });
  const file = await storeBytes(ctx, {
    name: 'certificate.pdf',
    bytes: Buffer.from(certificate.bytes),
    mime: 'application/pdf',
  });
  const isSettled = await settleSource(ctx, envelope, lastSigner(recipients));
  const completed = await changeRecord(
    ctx,
    envelopeKind,
    envelope,
    {
      status: statusAfter(envelope.status, 'seal'),
      completedAt: ctx.now,
      certificateFileId: file.id,
      ...{ manifest, manifestSignature },
    },
    {
      event: 'envelope.completed',
      ...(!isSettled && { data: { source_unchanged: envelope.sourceType } }),
    },
  );
  await mailCopies(ctx, completed, recipients);
}

/** Mails everybody a link to the sealed documents; another provider sends the copies itself. */
async function mailCopies(
  ctx: TenantContext,
  envelope: Envelope,
  recipients: readonly EnvelopeRecipient[],
): Promise<void> {
  for (const recipient of recipients) {
    if (recipient.role === 'cc') await recipient.change(ctx, { status: 'sent' });
    if (isExternal(envelope)) continue;
    const url = await makeLink(ctx, recipient);
    await mailRecipient(ctx, envelope, recipient, 'completed', { url });
  }
}

function lastSigner(recipients: readonly EnvelopeRecipient[]): EnvelopeRecipient | undefined {
  return recipients
    .filter((one) => takesPart(one) && isDone(one) && one.signedAt)
    .sort((a, b) => b.signedAt!.getTime() - a.signedAt!.getTime())[0];
}
