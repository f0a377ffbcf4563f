// Makes draft invoices of work orders: what was delivered or ordered and is not invoiced yet.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { discountPart, type LinePart, linePart, readWanted } from '../documents/conversion-parts.ts';
import { countWorkOrder } from '../documents/conversions.ts';
import { DocumentConversion, type DocumentLine } from '../documents/document.ts';
import { plainDecimal, scaled } from '../documents/exact.ts';
import { failTransition, liveConversions, storedLines } from '../documents/store.ts';
import { QUANTITY_SCALE } from '../documents/totals.ts';
import type { Invoice } from '../invoices/model.ts';
import { createInvoice } from '../invoices/service.ts';
import { lockRecord } from '../records/verbs.ts';
import { hasUnbilledTime } from '../time-entries/billing.ts';
import { workOrderKind } from './kind.ts';
import type { WorkOrder } from './model.ts';
import { reachableFrom } from './progress.ts';

export interface ConvertOrderInput {
  basis?: 'delivered' | 'ordered' | 'time' | null;
  lines?: { lineId: string; quantity: string }[] | null;
  until?: string | null;
}

/**
 * Makes a draft invoice of a work order.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, CONFLICT nothing_to_invoice, OVER_CONVERSION, VALIDATION_ERROR
 */
export async function convertWorkOrder(
  ctx: TenantContext,
  id: string,
  { basis, lines: wanted, until }: ConvertOrderInput,
  dryRun = false,
  expectedVersion?: number | null,
): Promise<Invoice> {
  if (basis === 'time' && wanted)
    throw invalid(
      'lines',
      'not_allowed',
      'All unbilled time is invoiced; give until to invoice a part of it.',
    );
  if (basis === 'ordered' && until)
    throw invalid('until', 'not_allowed', 'What was ordered has no date; leave it out.');
  const order = await lockRecord(ctx, workOrderKind, id, { expectedVersion });
  if (order.status === 'cancelled' || order.status === 'draft')
    failTransition(order.status, 'invoiced', reachableFrom(order.status));
  const lines = (await storedLines(ctx, 'workOrderId', id)).filter(({ kind }) => kind === 'item');
  const earlier = await liveConversions(ctx, 'workOrderId', id);
  const quantities = await quantitiesOf(ctx, id, lines, basis ?? 'delivered', until ?? null);
  const parts = basis === 'time' ? [] : partsOf(lines, quantities, earlier, wanted);
  const hasTime =
    basis === 'time' && !!order.projectId && (await hasUnbilledTime(ctx, order.projectId, until ?? null));
  if (parts.length === 0 && !hasTime)
    fail('CONFLICT', 'Nothing of the work order is left to invoice.', {
      details: { reason: 'nothing_to_invoice' },
    });
  const {
    companyId,
    contactId,
    dealId,
    projectId,
    ownerUserId,
    currency,
    reference,
    poNumber,
    terms,
    notes,
    internalNotes,
  } = order;
  const { pricesIncludeTax, taxRounding, exchangeRate, buyerInput, locale, tags } = order;
  const discount = discountOf(order, lines, parts, earlier);
  const invoice = await createInvoice(
    ctx,
    {
      ...{
        companyId,
        contactId,
        dealId,
        projectId,
        ownerUserId,
        currency,
        reference,
        poNumber,
        terms,
        notes,
        internalNotes,
      },
      ...{ pricesIncludeTax, taxRounding, exchangeRate, buyer: buyerInput, locale, tags },
      discount,
      lines: parts.map(({ input }) => input),
      pull: hasTime ? { projectId: projectId!, until: until ?? null, milestones: false } : null,
    },
    dryRun,
    { sourceType: 'work_order', sourceId: id },
  );
  if (dryRun) return invoice;
  await DocumentConversion.insert(ctx, {
    id: uuid(),
    workOrderId: id,
    target: 'invoice',
    mode: 'lines',
    lines: parts.map(({ taken }) => taken),
    net: invoice.netTotal,
    discount: discount?.type === 'amount' ? discount.value : '0',
    documentId: invoice.id,
  });
  await countWorkOrder(ctx, id);
  await emit(ctx, 'work_order.converted', {
    object: { id, version: order.version + 1 },
    label: order.title,
    links: [...workOrderKind.links(order), { entity: 'invoice', id: invoice.id }],
    data: { target: 'invoice', document_id: invoice.id },
  });
  return invoice;
}

type Quantities = ReadonlyMap<string, string>;

/** Returns the quantities that can be invoiced at most, by line: what was ordered, or delivered up to a day. */
async function quantitiesOf(
  ctx: TenantContext,
  id: string,
  lines: readonly DocumentLine[],
  basis: NonNullable<ConvertOrderInput['basis']>,
  until: string | null,
): Promise<Quantities> {
  if (basis === 'ordered') return new Map(lines.map((line) => [line.id, line.quantity!]));
  if (!until) return new Map(lines.map((line) => [line.id, line.quantityDelivered]));
  const rows = await ctx.tx.rows<{ lineId: string; quantity: string }>(
    `select part ->> 'lineId' as "lineId", sum((part ->> 'quantity')::numeric)::text as quantity
     from work_order_deliveries d, jsonb_array_elements(d.lines) part
     where d.tenant_id = $1 and d.work_order_id = $2 and d.delivered_on <= $3 group by 1`,
    [ctx.tenantId, id, until],
  );
  return new Map(rows.map(({ lineId, quantity }) => [lineId, quantity]));
}

/** Returns the lines that are invoiced: those that are wanted, or all that is left. */
function partsOf(
  lines: readonly DocumentLine[],
  quantities: Quantities,
  earlier: readonly DocumentConversion[],
  wanted: ConvertOrderInput['lines'],
): LinePart[] {
  const left = new Map(lines.map((line) => [line.id, leftOf(line, quantities.get(line.id) ?? '0')]));
  const chosen = wanted ? readWanted(wanted, left) : left;
  return lines.flatMap((line) => {
    const quantity = chosen.get(line.id) ?? 0n;
    return quantity > 0n ? [linePart(line, quantity, leftOf(line, line.quantity!), earlier)] : [];
  });
}

function leftOf({ quantityInvoiced }: DocumentLine, whole: string): bigint {
  return scaled(plainDecimal(whole), QUANTITY_SCALE) - scaled(plainDecimal(quantityInvoiced), QUANTITY_SCALE);
}

/** Returns the discount on the invoice: a percentage as it is, an amount shared by net; of an amount, time takes nothing. */
function discountOf(
  order: WorkOrder,
  lines: readonly DocumentLine[],
  parts: readonly LinePart[],
  earlier: readonly DocumentConversion[],
): WorkOrder['discount'] {
  if (parts.length === 0) return order.discount?.type === 'percent' ? order.discount : null;
  const taken = parts.map((part) => part.taken);
  const isLast = lines.every((line) => {
    const part = taken.find(({ lineId }) => lineId === line.id);
    return scaled(part?.quantity ?? '0', QUANTITY_SCALE) >= leftOf(line, line.quantity!);
  });
  return discountPart(order, taken, lines, earlier, isLast);
}
