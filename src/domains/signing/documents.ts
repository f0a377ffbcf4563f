// The documents of an envelope: adding a PDF, and reading originals, sealed documents and the certificate.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import type { StoredFile } from '../../files/files.ts';
import { safeName } from '../../files/names.ts';
import { type FileInput, storeBytes, storeFile } from '../../files/take.ts';
import { type FileAddress, fileAddress, type Guard } from '../../files/tickets.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { changeRecord } from '../records/verbs.ts';
import { addEvidence, evidenceOf } from './evidence.ts';
import { envelopeKind } from './kind.ts';
import { Envelope, EnvelopeDocument } from './model.ts';
import { inspectPdf } from './pdf-worker-pool.ts';
import { isChain, sha256 } from './rules.ts';
import { lockDraft } from './service.ts';
import { type Source, sourcePdf } from './source.ts';

const MAX_DOCUMENTS = 10;
export const MAX_DOCUMENT_BYTES = 26_214_400;

export interface DocumentInput {
  file?: FileInput | null;
  source?: Source | null;
  name?: string | null;
}

/**
 * Adds a PDF to a draft.
 * @throws NOT_FOUND, PRECONDITION_FAILED, ENVELOPE_NOT_EDITABLE, VALIDATION_ERROR, UNSUPPORTED_DOCUMENT, PAYLOAD_TOO_LARGE,
 *   DOCUMENT_NOT_READY
 */
export async function addDocument(
  ctx: TenantContext,
  id: string,
  { file, source, name }: DocumentInput,
  expectedVersion?: number | null,
): Promise<EnvelopeDocument> {
  if (!file === !source) throw invalid('file', 'exclusive', 'Give either a file or a source.');
  const envelope = await lockDraft(ctx, id, expectedVersion);
  const [counted] = await ctx.tx.rows<{ count: number; next: number }>(
    `select count(*)::int as count, coalesce(max(position) + 1, 0) as next from envelope_documents
     where tenant_id = $1 and envelope_id = $2`,
    [ctx.tenantId, id],
  );
  if (counted!.count >= MAX_DOCUMENTS)
    throw invalid('file', 'max_items', `An envelope has at most ${MAX_DOCUMENTS} documents.`);
  const { stored, bytes } = file ? await takeFile(ctx, file) : await copySource(ctx, source!);
  const { pages } = await inspectPdf(bytes);
  const document = await EnvelopeDocument.insert<EnvelopeDocument>(ctx, {
    id: uuid(),
    envelopeId: id,
    position: counted!.next,
    name: name ? safeName(name) : stored.name,
    pages,
    size: stored.bytes,
    originalFileId: stored.id,
    sha256Original: stored.sha256,
  });
  const isFirstSource = source && !envelope.sourceType;
  const patch = isFirstSource ? { sourceType: source.type, sourceId: source.id } : {};
  await changeRecord(ctx, envelopeKind, envelope, patch, { changesParts: true });
  return document;
}

interface Taken {
  stored: StoredFile;
  bytes: Buffer;
}

async function takeFile(ctx: TenantContext, input: FileInput): Promise<Taken> {
  const streamed =
    ctx.upload && (await ctx.services.files.find({ tenantId: ctx.tenantId, id: ctx.upload.id }));
  const bytes = streamed ? await readAll(ctx, streamed) : Buffer.from(input.contentBase64, 'base64');
  const stored = await storeFile(ctx, input, { maxBytes: MAX_DOCUMENT_BYTES });
  return { stored, bytes };
}

async function copySource(ctx: TenantContext, source: Source): Promise<Taken> {
  const original = await sourcePdf(ctx, source);
  const bytes = await readAll(ctx, original);
  const stored = await storeBytes(ctx, { name: original.name, bytes, mime: 'application/pdf' });
  return { stored, bytes };
}

/** Reads a whole file, which is of a limited size. */
export async function readAll(
  { services }: Pick<TenantContext, 'services'>,
  file: StoredFile,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of services.files.read(file)) parts.push(part);
  return Buffer.concat(parts);
}

/** Returns a document of an envelope. @throws NOT_FOUND */
export async function findDocument(
  ctx: TenantContext,
  envelopeId: string,
  documentId: string,
): Promise<EnvelopeDocument> {
  const [document] = (await EnvelopeDocument.of(ctx).where({
    envelopeId,
    id: documentId,
  })) as EnvelopeDocument[];
  return document ?? fail('NOT_FOUND');
}

/**
 * Returns the address of a document for the team, and records the download.
 * @throws NOT_FOUND, DOCUMENT_NOT_READY
 */
export async function documentContent(
  ctx: TenantContext,
  id: string,
  documentId: string,
  version?: 'original' | 'final' | null,
): Promise<FileAddress> {
  const envelope = await Envelope.find<Envelope>(ctx, id);
  const document = await findDocument(ctx, id, documentId);
  const wanted = version ?? (envelope.status === 'completed' ? 'final' : 'original');
  const fileId = wanted === 'final' ? document.finalFileId : document.originalFileId;
  if (!fileId || (wanted === 'final' && envelope.status !== 'completed')) return failNotReady();
  await recordDownload(ctx, envelope, { document_id: documentId, version: wanted });
  return addressOf(ctx, fileId, document.name);
}

/** Returns the address of the certificate. @throws NOT_FOUND, DOCUMENT_NOT_READY */
export async function certificate(ctx: TenantContext, id: string): Promise<FileAddress> {
  const envelope = await Envelope.find<Envelope>(ctx, id);
  if (!envelope.certificateFileId) return failNotReady();
  await recordDownload(ctx, envelope, { certificate: true });
  return addressOf(ctx, envelope.certificateFileId, 'certificate.pdf');
}

function failNotReady(): never {
  return fail('DOCUMENT_NOT_READY', 'The envelope is not completed; ask again when it is.', {
    headers: { 'retry-after': '5' },
  });
}

/** Returns the address of a file under the name of its document. */
export async function addressOf(
  ctx: TenantContext,
  fileId: string,
  name: string,
  guard?: Guard,
): Promise<FileAddress> {
  const file = await ctx.services.files.find({ tenantId: ctx.tenantId, id: fileId });
  return fileAddress(ctx, file ?? fail('NOT_FOUND'), { name, ...(guard && { guard }) });
}

/** Records who has read what of a sent envelope, in a transaction of its own: reads have none that can write. */
export async function recordDownload(
  ctx: TenantContext,
  envelope: Envelope,
  data: Record<string, unknown>,
): Promise<void> {
  if (envelope.status === 'draft') return;
  const { services, tenantId } = ctx;
  await services.database.write({ tenantId }, async (tx) => {
    const own = deriveContext(ctx, { tx });
    await Envelope.lock<Envelope>(own, envelope.id);
    await addEvidence(own, envelope.id, [{ type: 'downloaded', data }]);
  });
}

export interface DocumentMatch {
  match: 'original' | 'final' | 'none';
  envelopeId: string | null;
  documentId: string | null;
  completedAt: Date | null;
  chainValid: boolean | null;
}

/**
 * Says whether a file is an original or a sealed document of a sent envelope; of several the one completed last.
 * @throws VALIDATION_ERROR exclusive, file
 */
export async function verifyDocument(
  ctx: TenantContext,
  { file, sha256: digest }: { file?: FileInput | null; sha256?: string | null },
): Promise<DocumentMatch> {
  if (!file === !digest) throw invalid('file', 'exclusive', 'Give either a file or its SHA-256.');
  const wanted = digest ? digest.toLowerCase() : digestOfInput(ctx, file!);
  const [found] = await ctx.tx.rows<Omit<DocumentMatch, 'chainValid'>>(
    `select case when d.sha256_final = $2 then 'final' else 'original' end as match, e.id as "envelopeId",
       d.id as "documentId", e.completed_at as "completedAt"
     from envelope_documents d join envelopes e on e.tenant_id = $1 and e.id = d.envelope_id
     where d.tenant_id = $1 and (d.sha256_original = $2 or d.sha256_final = $2)
       and e.kind = 'envelope' and e.status <> 'draft' and e.deleted_at is null
     order by e.completed_at desc nulls last, e.sent_at desc, d.position limit 1`,
    [ctx.tenantId, wanted],
  );
  if (!found)
    return { match: 'none', envelopeId: null, documentId: null, completedAt: null, chainValid: null };
  return { ...found, chainValid: isChain(await evidenceOf(ctx, found.envelopeId!)) };
}

function digestOfInput({ upload }: TenantContext, { contentBase64 }: FileInput): string {
  if (upload) return upload.sha256;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(contentBase64) || contentBase64.length % 4 !== 0 || !contentBase64)
    throw invalid('file.content_base64', 'file', 'Give the bytes of the file as base64 with padding.');
  return sha256(Buffer.from(contentBase64, 'base64'));
}
