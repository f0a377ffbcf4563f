// Converts accepted quotes to draft work orders and invoices: whole, by line quantity or by percent, never more than is left.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { shownMode } from '../documents/conversion-list.ts';
import { countQuote } from '../documents/conversions.ts';
import { DocumentConversion } from '../documents/document.ts';
import { failTransition, liveConversions, storedLines } from '../documents/store.ts';
import type { Invoice } from '../invoices/model.ts';
import { createInvoice } from '../invoices/service.ts';
import { lockRecord } from '../records/verbs.ts';
import type { WorkOrder } from '../work-orders/model.ts';
import { createWorkOrder } from '../work-orders/service.ts';
import { partOf } from './conversion-part.ts';
import { quoteKind } from './kind.ts';
import type { Quote } from './model.ts';
import type { ConvertInput, Part } from './parts.ts';
import { allowedFrom, currentStatus } from './service.ts';

/** What was made of a quote. */
export interface Conversion {
  id: string | null;
  quoteId: string;
  target: ConvertInput['target'];
  mode: DocumentConversion['mode'];
  percent: string | null;
  lines: { lineId: string; quantity: string }[];
  workOrderId: string | null;
  invoiceId: string | null;
  workOrder: WorkOrder | null;
  invoice: Invoice | null;
  isDryRun: boolean;
}

/**
 * Makes a draft work order or invoice of an accepted quote.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, OVER_CONVERSION, CONFLICT mixed_conversion,
 *   open_conversions; VALIDATION_ERROR
 */
export async function convertQuote(
  ctx: TenantContext,
  id: string,
  input: ConvertInput,
  dryRun = false,
  expectedVersion?: number | null,
): Promise<Conversion> {
  const quote = await lockRecord(ctx, quoteKind, id, { expectedVersion });
  const status = currentStatus(ctx, quote);
  if (status !== 'accepted') failTransition(status, 'accepted', allowedFrom(status));
  const lines = await storedLines(ctx, 'quoteId', id);
  const earlier = await liveConversions(ctx, 'quoteId', id);
  const part = await partOf(ctx, quote, lines, earlier, input);
  const draft = await createDraft(ctx, quote, part, input.target, dryRun);
  const { mode, percent, taken } = part;
  const conversion = {
    id: dryRun ? null : uuid(),
    quoteId: id,
    target: input.target,
    mode,
    percent,
    lines: taken,
  };
  if (!dryRun) await store(ctx, quote, part, draft, conversion as Conversion & { id: string });
  const isOrder = input.target === 'work_order';
  return {
    ...conversion,
    mode: shownMode(mode),
    workOrderId: isOrder && !dryRun ? draft.id : null,
    invoiceId: isOrder || dryRun ? null : draft.id,
    workOrder: isOrder ? (draft as WorkOrder) : null,
    invoice: isOrder ? null : (draft as Invoice),
    isDryRun: dryRun,
  };
}

async function createDraft(
  ctx: TenantContext,
  quote: Quote,
  part: Part,
  target: ConvertInput['target'],
  dryRun: boolean,
): Promise<WorkOrder | Invoice> {
  const {
    companyId,
    contactId,
    dealId,
    ownerUserId,
    currency,
    reference,
    poNumber,
    terms,
    notes,
    internalNotes,
  } = quote;
  const { pricesIncludeTax, taxRounding, exchangeRate, buyerInput, locale, tags } = quote;
  const input = {
    ...{
      companyId,
      contactId,
      dealId,
      ownerUserId,
      currency,
      reference,
      poNumber,
      terms,
      notes,
      internalNotes,
    },
    ...{ pricesIncludeTax, taxRounding, exchangeRate, buyer: buyerInput, locale, tags },
    discount: part.discount,
    lines: part.input,
  };
  const source = { sourceType: 'quote', sourceId: quote.id };
  return target === 'work_order'
    ? createWorkOrder(ctx, input, dryRun, source)
    : createInvoice(ctx, { ...input, kind: part.kind }, dryRun, source);
}

async function store(
  ctx: TenantContext,
  quote: Quote,
  { mode, percent, taken, discount }: Part,
  draft: WorkOrder | Invoice,
  { id, target }: Conversion & { id: string },
): Promise<void> {
  await DocumentConversion.insert(ctx, {
    id,
    quoteId: quote.id,
    target,
    mode,
    percent,
    lines: taken,
    net: draft.netTotal,
    discount: discount?.type === 'amount' ? discount.value : '0',
    documentId: draft.id,
  });
  await countQuote(ctx, quote.id);
  await emit(ctx, 'quote.converted', {
    object: { id: quote.id, version: quote.version + 1 },
    label: quote.title,
    links: [...quoteKind.links(quote), { entity: target, id: draft.id }],
    data: { target, document_id: draft.id },
  });
}
