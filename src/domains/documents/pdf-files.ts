// The stored PDF of a sent or issued document, and the addresses at which it is read.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { StoredFile } from '../../files/files.ts';
import { storeBytes } from '../../files/take.ts';
import { type FileAddress, fileAddress } from '../../files/tickets.ts';
import { readLogo } from '../tenants/logo.ts';
import type { CommercialDocument, DocumentLine } from './document.ts';
import { resolveParty } from './parties.ts';
import type { PdfInput } from './pdf-input.ts';
import { assertPrintable, unprintable } from './pdf-text.ts';
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
  return fileAddress(ctx, file, { disposition: 'inline', name, isTransient: !isStored });
}

/**
 * Returns the PDF of a document: the stored one, or a draft's with a watermark, made now.
 * @throws DOCUMENT_NOT_READY while the job has not made it yet; VALIDATION_ERROR script
 */
export async function documentFile(
  ctx: TenantContext,
  document: CommercialDocument,
  lines: readonly DocumentLine[],
  kind: 'quote' | 'work_order' | 'invoice',
  isStored: boolean,
): Promise<StoredFile> {
  if (isStored) {
    if (!document.pdfFileId) return failUnrendered(document, lines);
    const file = await ctx.services.files.find({ tenantId: ctx.tenantId, id: document.pdfFileId });
    return file ?? fail('NOT_FOUND');
  }
  const { renderPdf } = await import('./pdf.ts');
  const bytes = await renderPdf(await pdfInput(ctx, document, lines, kind));
  return ctx.services.files.write(
    { tenantId: ctx.tenantId, name: `${document.number ?? 'draft'}.pdf`, mime: 'application/pdf' },
    chunksOf(bytes),
  );
}

/** @throws VALIDATION_ERROR script for what will never be rendered, otherwise DOCUMENT_NOT_READY */
function failUnrendered(document: CommercialDocument, lines: readonly DocumentLine[]): never {
  assertPrintable({ document, lines, seller: document.seller, buyer: document.buyer });
  return fail('DOCUMENT_NOT_READY', undefined, { headers: { 'retry-after': '2' } });
}

/** Returns everything that stands on a PDF; drafts and work orders have the parties of today. */
async function pdfInput(
  ctx: TenantContext,
  document: CommercialDocument,
  lines: readonly DocumentLine[],
  kind: PdfInput['kind'],
): Promise<PdfInput> {
  const profile = await profileOf(ctx);
  const { companyId, contactId, dealId, buyerInput } = document;
  const references = { companyId, contactId, dealId, projectId: null };
  const { creditedInvoiceId } = document as CommercialDocument & { creditedInvoiceId?: string | null };
  return {
    ...{ document, lines, kind, profile, isDraft: document.status === 'draft' },
    seller: document.seller ?? profile.commercial.seller,
    buyer: document.buyer ?? (await resolveParty(ctx, references, buyerInput)).buyer,
    creditedNumber: creditedInvoiceId ? await numberOf(ctx, creditedInvoiceId) : undefined,
    logo: await readLogo(ctx),
  };
}

async function numberOf({ tx, tenantId }: TenantContext, invoiceId: string): Promise<string | undefined> {
  const [invoice] = await tx.rows<{ number: string }>(
    'select number from invoices where tenant_id = $1 and id = $2',
    [tenantId, invoiceId],
  );
  return invoice?.number;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/**
 * Renders the PDF of a sent or issued document and stores it. A second run changes nothing, and a document with text that
 * the fonts cannot show stays without one.
 */
export async function storePdf<D extends CommercialDocument>(
  ctx: TenantContext,
  document: D,
  lines: readonly DocumentLine[],
  kind: 'quote' | 'invoice',
): Promise<void> {
  if (document.pdfFileId || document.status === 'draft') return;
  const input = await pdfInput(ctx, document, lines, kind);
  if (unprintable(input).length > 0) return;
  const { renderPdf } = await import('./pdf.ts');
  const bytes = await renderPdf(input);
  const file = await storeBytes(ctx, { name: `${document.number}.pdf`, bytes, mime: 'application/pdf' });
  await ctx.tx.rows(
    `update ${kind}s set pdf_file_id = $3, pdf_sha256 = $4, pdf_rendered_at = $5 where tenant_id = $1 and id = $2`,
    [ctx.tenantId, document.id, file.id, file.sha256, ctx.now],
  );
}
