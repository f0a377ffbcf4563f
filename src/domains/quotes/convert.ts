// Converts accepted quotes to draft work orders and invoices: whole, by line quantity or by percent, never more than is left.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { countQuote } from '../documents/conversions.ts';
import { DocumentConversion, type DocumentLine } from '../documents/document.ts';
import { plainDecimal, scaled, unscaled } from '../documents/exact.ts';
import type { LineInput } from '../documents/line-input.ts';
import { failTransition, liveConversions, storedLines } from '../documents/store.ts';
import { counts, QUANTITY_SCALE } from '../documents/totals.ts';
import type { Invoice } from '../invoices/model.ts';
import { createInvoice } from '../invoices/service.ts';
import { formatMoney } from '../money.ts';
import { lockRecord } from '../records/verbs.ts';
import type { WorkOrder } from '../work-orders/model.ts';
import { createWorkOrder } from '../work-orders/service.ts';
import { quoteKind } from './kind.ts';
import type { Quote } from './model.ts';
import { discountPart, linePart } from './parts.ts';
import { assertUsed, finalLines, percentLines } from './percent-parts.ts';
import { allowedFrom, currentStatus } from './service.ts';

export interface ConvertInput {
  target: 'work_order' | 'invoice';
  mode?: 'all' | 'lines' | 'percent' | null;
  lines?: { lineId: string; quantity: string }[] | null;
  percent?: string | null;
}

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

/** A line of the draft, and what it takes of a line of the quote. */
interface TakenPart {
  input: LineInput;
  taken?: { lineId: string; quantity: string; discount?: string } | undefined;
}

/** What a conversion takes of a quote: the lines of the draft, and what is stored of it. */
interface Part {
  mode: DocumentConversion['mode'];
  percent: string | null;
  kind: 'standard' | 'deposit' | 'progress' | 'final';
  input: LineInput[];
  taken: { lineId: string; quantity: string; discount?: string }[];
  discount: Quote['discount'];
}

/**
 * Makes a draft work order or invoice of an accepted quote.
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION, OVER_CONVERSION, CONFLICT mixed_conversion, open_conversions; VALIDATION_ERROR
 */
export async function convertQuote(
  ctx: TenantContext,
  id: string,
  input: ConvertInput,
  dryRun = false,
): Promise<Conversion> {
  const quote = await lockRecord(ctx, quoteKind, id);
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
    workOrderId: isOrder && !dryRun ? draft.id : null,
    invoiceId: isOrder || dryRun ? null : draft.id,
    workOrder: isOrder ? (draft as WorkOrder) : null,
    invoice: isOrder ? null : (draft as Invoice),
    isDryRun: dryRun,
  };
}

async function partOf(
  ctx: TenantContext,
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  input: ConvertInput,
): Promise<Part> {
  const mode = input.mode ?? 'all';
  assertUsed(mode, input);
  const percents = earlier.filter((one) => one.mode === 'percent');
  const isMixed =
    mode === 'percent' ? percents.length < earlier.length : mode === 'lines' && percents.length > 0;
  if (isMixed)
    fail('CONFLICT', 'A quote is converted either by lines or by percent.', {
      details: { reason: 'mixed_conversion' },
    });
  if (mode === 'percent') return percentPart(quote, lines, percents, input);
  if (percents.length) return finalPart(ctx, quote, lines, earlier, input);
  return linesPart(quote, lines, earlier, mode, input.lines);
}

function percentPart(
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  { target, percent }: ConvertInput,
): Part {
  if (target !== 'invoice') throw invalid('target', 'enum', 'A part by percent becomes an invoice.');
  if (!percent) throw invalid('percent', 'required', 'Give the percentage to convert.');
  if ((plainDecimal(percent).split('.')[1]?.length ?? 0) > 4)
    throw invalid('percent', 'decimal_format', 'Give at most 4 digits behind the point.');
  const given = scaled(plainDecimal(percent), 4);
  if (given <= 0n || given > 1_000_000n)
    throw invalid('percent', 'range', 'Give a percentage above 0 to 100.');
  const before = earlier.reduce((total, one) => total + scaled(one.percent!, 4), 0n);
  if (before + given > 1_000_000n) failOver({ percent_left: plainDecimal(unscaled(1_000_000n - before, 4)) });
  const input = percentLines(
    quote,
    lines,
    earlier.map((one) => one.percent!),
    plainDecimal(percent),
  );
  return {
    mode: 'percent',
    percent: plainDecimal(percent),
    kind: earlier.length ? 'progress' : 'deposit',
    input,
    taken: [],
    discount: null,
  };
}

async function finalPart(
  ctx: TenantContext,
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  { target }: ConvertInput,
): Promise<Part> {
  if (target !== 'invoice')
    throw invalid('target', 'enum', 'The rest after parts by percent becomes an invoice.');
  if (earlier.some(({ mode }) => mode === 'final')) failOver({});
  const open = await ctx.tx.rows(
    `select from invoices where tenant_id = $1 and id = any($2) and status = 'draft'`,
    [ctx.tenantId, earlier.map(({ documentId }) => documentId)],
  );
  if (open.length)
    fail('CONFLICT', 'Issue the invoices of the parts first.', { details: { reason: 'open_conversions' } });
  const counted = lines.filter((line) => line.kind !== 'item' || counts(line));
  const input = [
    ...counted.map(wholeLine),
    ...finalLines(
      quote,
      lines,
      earlier.map(({ percent }) => percent!),
    ),
  ];
  // The parts were computed after the discount, so the whole of it stands on the final invoice.
  const discount = quote.discount && {
    type: 'amount' as const,
    value: formatMoney(quote.discountTotal, quote.currency),
  };
  return { mode: 'final', percent: null, kind: 'final', input, taken: [], discount };
}

function linesPart(
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  mode: 'all' | 'lines',
  wanted: ConvertInput['lines'],
): Part {
  const left = new Map(
    lines
      .filter(counts)
      .map((line) => [
        line.id,
        scaled(plainDecimal(line.quantity!), QUANTITY_SCALE) - takenOf(line.id, earlier),
      ]),
  );
  const chosen = mode === 'lines' && wanted ? readWanted(wanted, left) : left;
  if ([...chosen.values()].every((quantity) => quantity <= 0n)) failOver({ lines: [] });
  const isLast = [...left].every(([id, quantity]) => (chosen.get(id) ?? 0n) >= quantity);
  const parts = lines.flatMap((line): TakenPart[] => {
    if (line.kind !== 'item')
      return earlier.length === 0 && mode === 'all' ? [{ input: wholeLine(line) }] : [];
    const quantity = chosen.get(line.id) ?? 0n;
    return quantity > 0n ? [linePart(line, quantity, left.get(line.id)!, earlier)] : [];
  });
  return {
    mode,
    percent: null,
    kind: 'standard',
    input: parts.map(({ input }) => input),
    taken: parts.flatMap(({ taken }) => taken ?? []),
    discount: discountPart(
      quote,
      parts.flatMap(({ taken }) => taken ?? []),
      lines,
      earlier,
      isLast,
    ),
  };
}

function readWanted(
  wanted: NonNullable<ConvertInput['lines']>,
  left: ReadonlyMap<string, bigint>,
): Map<string, bigint> {
  const chosen = new Map<string, bigint>();
  for (const [index, { lineId, quantity }] of wanted.entries()) {
    const id = lineId.toLowerCase();
    const available = left.get(id);
    if (available === undefined)
      throw invalid(`lines[${index}].line_id`, 'exists', 'The quote has no such line that counts.');
    if (chosen.has(id)) throw invalid(`lines[${index}].line_id`, 'unique', 'Give each line once.');
    if ((plainDecimal(quantity).split('.')[1]?.length ?? 0) > QUANTITY_SCALE)
      throw invalid(`lines[${index}].quantity`, 'decimal_format', 'Give at most 4 digits behind the point.');
    const amount = scaled(plainDecimal(quantity), QUANTITY_SCALE);
    if (amount <= 0n) throw invalid(`lines[${index}].quantity`, 'range', 'Give a quantity above 0.');
    if (amount > available)
      failOver({ lines: [{ line_id: id, left: plainDecimal(unscaled(available, QUANTITY_SCALE)) }] });
    chosen.set(id, amount);
  }
  return chosen;
}

function failOver(details: Record<string, unknown>): never {
  return fail('OVER_CONVERSION', undefined, { details });
}

function takenOf(lineId: string, earlier: readonly DocumentConversion[]): bigint {
  return earlier
    .flatMap(({ lines }) => lines)
    .filter((part) => part.lineId === lineId)
    .reduce((total, { quantity }) => total + scaled(plainDecimal(quantity), QUANTITY_SCALE), 0n);
}

function wholeLine(line: DocumentLine): LineInput {
  const { kind, description, sku, quantity, unit, unitPrice, minutes, discount, taxes, id } = line;
  if (kind !== 'item') return { kind, description, sourceLineId: id };
  const amount = minutes === null ? { quantity } : { minutes };
  return { kind, description, sku, unit, unitPrice, discount, taxes, sourceLineId: id, ...amount };
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
