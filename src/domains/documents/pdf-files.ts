// The stored PDF of a sent or issued document, and the addresses at which it is read.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { StoredFile } from '../../files/files.ts';
import { storeBytes } from '../../files/take.ts';
import { type FileAddress, fileAddress } from '../../files/tickets.ts';
import type { CommercialDocument, DocumentLine } from './document.ts';
import { renderPdf } from './pdf.ts';
import { profileOf } from './profile.ts';

/** A PDF as the record of its document names it. */
export interface PdfLink {
  sha256: string;
  renderedAt: Date;
  url: string | null;
  expiresAt: Date | null;
}

/** Returns the stored PDF of a document with an address for ten minutes; null while there is none. */
export async function pdfLink(ctx: TenantContext, document: CommercialDocument): Promise<PdfLink | null> {
  const { pdfFileId, pdfSha256, pdfRenderedAt } = document;
  if (!pdfFileId || !pdfSha256 || !pdfRenderedAt) return null;
  const known = { sha256: pdfSha256, renderedAt: pdfRenderedAt };
  if (ctx.principal.kind === 'agent') return { ...known, url: null, expiresAt: null };
  const address = await storedAddress(ctx, document);
  return { ...known, url: address.url, expiresAt: address.expiresAt };
}

async function storedAddress(
  ctx: TenantContext,
  { pdfFileId, number }: CommercialDocument,
): Promise<FileAddress> {
  const file = await ctx.services.files.find({ tenantId: ctx.tenantId, id: pdfFileId! });
  return fileAddress(ctx, file ?? fail('NOT_FOUND'), { disposition: 'inline', name: `${number}.pdf` });
}

/** Returns the address of the PDF of a document. @throws DOCUMENT_NOT_READY while the job has not made it yet */
export async function documentPdf(
  ctx: TenantContext,
  document: CommercialDocument,
  lines: readonly DocumentLine[],
  kind: 'quote' | 'work_order' | 'invoice',
  isStored: boolean,
): Promise<FileAddress> {
  const file = await documentFile(ctx, document, lines, kind, isStored);
  const name = isStored ? `${document.number}.pdf` : file.name;
  return fileAddress(ctx, file, { disposition: 'inline', name });
}

/**
 * Returns the PDF of a document: the stored one, or a draft's with a watermark, made now.
 * @throws DOCUMENT_NOT_READY while the job has not made it yet
 */
export async function documentFile(
  ctx: TenantContext,
  document: CommercialDocument,
  lines: readonly DocumentLine[],
  kind: 'quote' | 'work_order' | 'invoice',
  isStored: boolean,
): Promise<StoredFile> {
  if (isStored) {
    if (!document.pdfFileId)
      return fail('DOCUMENT_NOT_READY', undefined, { headers: { 'retry-after': '2' } });
    const file = await ctx.services.files.find({ tenantId: ctx.tenantId, id: document.pdfFileId });
    return file ?? fail('NOT_FOUND');
  }
  const bytes = await renderPdf({
    document,
    lines,
    kind,
    profile: await profileOf(ctx),
    isDraft: document.status === 'draft',
  });
  return ctx.services.files.write(
    { tenantId: ctx.tenantId, name: `${document.number ?? 'draft'}.pdf`, mime: 'application/pdf' },
    chunksOf(bytes),
  );
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Renders the PDF of a sent or issued document and stores it; a second run changes nothing. */
export async function storePdf<D extends CommercialDocument>(
  ctx: TenantContext,
  document: D,
  lines: readonly DocumentLine[],
  kind: 'quote' | 'invoice',
): Promise<void> {
  if (document.pdfFileId || document.status === 'draft') return;
  const bytes = await renderPdf({ document, lines, kind, profile: await profileOf(ctx), isDraft: false });
  const file = await storeBytes(ctx, { name: `${document.number}.pdf`, bytes, mime: 'application/pdf' });
  await ctx.tx.rows(
    `update ${kind}s set pdf_file_id = $3, pdf_sha256 = $4, pdf_rendered_at = $5 where tenant_id = $1 and id = $2`,
    [ctx.tenantId, document.id, file.id, file.sha256, ctx.now],
  );
}
