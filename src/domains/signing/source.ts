// Quotes, work orders and invoices as the source of an envelope: their PDF, and what completion does to them.
import type { TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import type { StoredFile } from '../../files/files.ts';
import { documentFile } from '../documents/pdf-files.ts';
import { storedLines } from '../documents/store.ts';
import { getInvoice } from '../invoices/service.ts';
import { acceptSignedQuote } from '../quotes/decision.ts';
import { getQuote } from '../quotes/service.ts';
import { signOffByEnvelope } from '../work-orders/progress.ts';
import { getWorkOrder } from '../work-orders/service.ts';
import type { Envelope, EnvelopeRecipient } from './model.ts';

export interface Source {
  type: 'quote' | 'work_order' | 'invoice';
  id: string;
}

/** Returns the PDF of a source that the caller may read. @throws VALIDATION_ERROR exists, DOCUMENT_NOT_READY */
export async function sourcePdf(ctx: TenantContext, { type, id }: Source): Promise<StoredFile> {
  const { permissions, modules } = ctx.principal;
  if (!permissions.has(`${type}s.read`) || !modules.has('commercial')) throw missingSource(type);
  try {
    return await pdfOf[type](ctx, id);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') throw missingSource(type);
    throw error;
  }
}

const pdfOf: Record<Source['type'], (ctx: TenantContext, id: string) => Promise<StoredFile>> = {
  async quote(ctx, id) {
    const quote = await getQuote(ctx, id);
    const isStored = quote.status !== 'draft' && quote.sentAt !== null;
    return documentFile(ctx, quote, await storedLines(ctx, 'quoteId', id), 'quote', isStored);
  },
  async work_order(ctx, id) {
    const order = await getWorkOrder(ctx, id);
    return documentFile(ctx, order, await storedLines(ctx, 'workOrderId', id), 'work_order', false);
  },
  async invoice(ctx, id) {
    const invoice = await getInvoice(ctx, id);
    const lines = await storedLines(ctx, 'invoiceId', id);
    return documentFile(ctx, invoice, lines, 'invoice', invoice.status !== 'draft');
  },
};

function missingSource(type: string): ServiceError {
  return invalid('source.id', 'exists', `There is no such ${type.replace('_', ' ')} that you may read.`);
}

/**
 * Accepts the quote or signs off the work order of an envelope that everybody has signed, if its state still allows.
 * @returns whether nothing was left to do
 */
export async function settleSource(
  ctx: TenantContext,
  { id, sourceType, sourceId }: Envelope,
  signer: EnvelopeRecipient | undefined,
): Promise<boolean> {
  if (!sourceId || !signer) return true;
  const name = signer.name!;
  try {
    if (sourceType === 'quote') return await acceptSignedQuote(ctx, sourceId, { name, email: signer.email! });
    if (sourceType === 'work_order')
      return await signOffByEnvelope(ctx, sourceId, { name, at: ctx.now.toISOString(), envelopeId: id });
  } catch (error) {
    // A source that is gone or closed stays as it is.
    if (!(error instanceof ServiceError)) throw error;
    ctx.log.info({ envelope_id: id, code: error.code }, 'the source of an envelope was left as it is');
    return false;
  }
  return true;
}
