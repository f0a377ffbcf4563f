// What credit notes credit of an invoice: by quantity, by amount or all that is left, with tax by the difference method.
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { storedTotals } from '../documents/amounts.ts';
import type { DocumentLine, StoredTaxGroup } from '../documents/document.ts';
import { plainDecimal, roundDivide, scaled, sum } from '../documents/exact.ts';
import { keyOf, QUANTITY_SCALE, taxGroupsOf } from '../documents/totals.ts';
import { currencyDigits } from '../money.ts';
import { Invoice } from './model.ts';
import { minor } from './settlement.ts';

export interface CreditInput {
  reason: string;
  lines?: { lineId: string; quantity?: string | null; amount?: string | null }[] | null;
  full?: boolean | null;
  issueDate?: string | null;
}

/** What was credited of an invoice by issued notes. */
export interface Credited {
  /** Net and quantity by line of the invoice. */
  lines: Map<string, { net: bigint; quantity: bigint }>;
  groups: Map<string, { base: bigint; tax: bigint }>;
  adjustment: bigint;
}

/** What a note credits of one line. */
export interface CreditLine {
  line: DocumentLine;
  quantity: string | null;
  net: bigint;
}

/** Reads what the issued notes of an invoice have credited. */
export async function creditedOf(ctx: TenantContext, invoice: Invoice): Promise<Credited> {
  const { id, currency } = invoice;
  const rows = await ctx.tx.rows<{ lineId: string; net: string; quantity: string }>(
    `select l.source_line_id as "lineId", sum(l.net)::text as net, coalesce(sum(l.quantity), 0)::text as quantity
     from invoices n join document_lines l on l.tenant_id = $1 and l.invoice_id = n.id
     where n.tenant_id = $1 and n.credited_invoice_id = $2 and n.status not in ('draft', 'void') group by 1`,
    [ctx.tenantId, id],
  );
  const notes = (await Invoice.of(ctx)
    .where({ creditedInvoiceId: id })
    .whereNotIn('status', ['draft', 'void'])) as unknown as Invoice[];
  const groups: Credited['groups'] = new Map();
  for (const group of notes.flatMap(({ taxGroups }) => taxGroups)) addGroup(groups, group, currency);
  return {
    lines: new Map(
      rows.map(({ lineId, net, quantity }) => [
        lineId,
        { net: minor(net, currency), quantity: scaled(plainDecimal(quantity), QUANTITY_SCALE) },
      ]),
    ),
    groups,
    adjustment: sum(notes.map(({ roundingAdjustment }) => minor(roundingAdjustment, currency))),
  };
}

function addGroup(groups: Credited['groups'], group: StoredTaxGroup, currency: string): void {
  const key = keyOf(group);
  const found = groups.get(key) ?? { base: 0n, tax: 0n };
  groups.set(key, {
    base: found.base + minor(group.base, currency),
    tax: found.tax + minor(group.tax, currency),
  });
}

/** Returns what of a line can be credited: its net after both discounts. */
function baseOf(line: DocumentLine): bigint {
  return minor(line.net!, line.currency) - minor(line.discountShare!, line.currency);
}

/** Returns all of the lines that is not credited. */
export function restOf(lines: readonly DocumentLine[], credited: Credited): CreditLine[] {
  return lines.flatMap((line) => {
    const before = credited.lines.get(line.id) ?? { net: 0n, quantity: 0n };
    const net = baseOf(line) - before.net;
    const isWhole = before.net === 0n;
    return net === 0n ? [] : [{ line, net, quantity: isWhole ? plainDecimal(line.quantity!) : null }];
  });
}

/** Reads the lines that a note credits. @throws OVER_CREDIT, VALIDATION_ERROR exists, unique, exclusive, range, money_format */
export function readParts(
  input: NonNullable<CreditInput['lines']>,
  lines: readonly DocumentLine[],
  credited: Credited,
  { currency }: Invoice,
): CreditLine[] {
  const seen = new Set<string>();
  return input.map(({ lineId, quantity, amount }, index) => {
    const path = `lines[${index}]`;
    const line = lines.find(({ id }) => id === lineId.toLowerCase());
    if (!line) throw invalid(`${path}.line_id`, 'exists', 'The invoice has no item with this id.');
    if (seen.has(line.id)) throw invalid(`${path}.line_id`, 'unique', 'Give each line once.');
    seen.add(line.id);
    if ((quantity == null) === (amount == null))
      throw invalid(`${path}.quantity`, 'exclusive', 'Give either the quantity or the amount to credit.');
    const before = credited.lines.get(line.id) ?? { net: 0n, quantity: 0n };
    const net =
      quantity == null
        ? readAmount(amount!, currency, `${path}.amount`)
        : quantityNet(line, plainDecimal(quantity), before, `${path}.quantity`);
    assertWithin(line, before.net + net);
    return { line, net, quantity: quantity == null ? null : plainDecimal(quantity) };
  });
}

function readAmount(text: string, currency: string, path: string): bigint {
  const plain = plainDecimal(text);
  if ((plain.split('.')[1]?.length ?? 0) > currencyDigits(currency))
    throw invalid(path, 'money_format', `Give at most ${currencyDigits(currency)} digits behind the point.`);
  const amount = minor(plain, currency);
  if (amount <= 0n) throw invalid(path, 'range', 'Give an amount above 0.');
  return amount;
}

/** Returns the net of a quantity: the share of all credited quantities, less what is credited. */
function quantityNet(
  line: DocumentLine,
  text: string,
  before: { net: bigint; quantity: bigint },
  path: string,
): bigint {
  if ((text.split('.')[1]?.length ?? 0) > QUANTITY_SCALE)
    throw invalid(path, 'decimal_format', 'Give at most 4 digits behind the point.');
  const quantity = scaled(text, QUANTITY_SCALE);
  if (quantity <= 0n) throw invalid(path, 'range', 'Give a quantity above 0.');
  const whole = scaled(plainDecimal(line.quantity!), QUANTITY_SCALE);
  if (before.quantity + quantity > (whole < 0n ? -whole : whole)) failOver(line);
  return roundDivide(baseOf(line) * (before.quantity + quantity), whole < 0n ? -whole : whole) - before.net;
}

/** Refuses to credit more of a line than it has. @throws OVER_CREDIT */
export function assertWithin(line: DocumentLine, credited: bigint): void {
  const base = baseOf(line);
  if (base < 0n ? credited < base || credited > 0n : credited > base) failOver(line);
}

function failOver(line: DocumentLine): never {
  return fail('OVER_CREDIT', 'More would be credited of a line than it has.', {
    details: { line_id: line.id },
  });
}

/** Returns the totals of a note: those of everything credited with it, less those credited before. */
export function noteTotals(
  invoice: Invoice,
  lines: readonly DocumentLine[],
  credited: Credited,
  parts: readonly CreditLine[],
) {
  const { currency, pricesIncludeTax, taxRounding } = invoice;
  const cumulative = lines.map((line) => ({
    taxes: line.taxes,
    amount:
      (credited.lines.get(line.id)?.net ?? 0n) + (parts.find((part) => part.line.id === line.id)?.net ?? 0n),
    isComplete: false,
  }));
  const groups = taxGroupsOf(cumulative, { pricesIncludeTax, taxRounding })
    .map((group) => {
      const before = credited.groups.get(keyOf(group)) ?? { base: 0n, tax: 0n };
      return { ...group, base: group.base - before.base, tax: group.tax - before.tax };
    })
    .filter(({ base, tax }) => base !== 0n || tax !== 0n);
  const subtotal = sum(parts.map(({ net }) => net));
  const taxTotal = sum(groups.map(({ tax }) => tax));
  const includedTax = pricesIncludeTax
    ? sum(groups.filter(({ category }) => category !== 'withholding').map(({ tax }) => tax))
    : 0n;
  const isComplete = lines.every((line, index) => cumulative[index]!.amount === baseOf(line));
  const roundingAdjustment = isComplete
    ? minor(invoice.roundingAdjustment, currency) - credited.adjustment
    : 0n;
  const netTotal = subtotal - includedTax;
  const total = netTotal + taxTotal + roundingAdjustment;
  return storedTotals(
    { taxGroups: groups, subtotal, discountTotal: 0n, netTotal, taxTotal, roundingAdjustment, total },
    currencyDigits(currency),
  );
}
