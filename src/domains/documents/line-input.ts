// Reads the lines of a document's input: what each kind of line takes, discounts and taxes (delivery.md section 4.1).
import { v7 as uuid } from 'uuid';
import type { FieldFault } from '../../errors.ts';
import { currencyDigits } from '../money.ts';
import type { DocumentLine } from './document.ts';
import { plainDecimal, scaled } from './exact.ts';
import { type Discount, keyOf, type Tax } from './totals.ts';

export interface LineInput {
  id?: string | null;
  kind?: DocumentLine['kind'] | null;
  description?: string | null;
  sku?: string | null;
  quantity?: string | null;
  unit?: string | null;
  unitPrice?: string | null;
  minutes?: number | null;
  discount?: Discount | null;
  taxes?: Tax[] | null;
  optional?: boolean | null;
  selected?: boolean | null;
  sourceLineId?: string | null;
  timeEntryIds?: string[] | null;
  milestoneId?: string | null;
}

/** A line before its amounts are known. */
export type NewLine = Pick<
  DocumentLine,
  | 'id'
  | 'position'
  | 'kind'
  | 'description'
  | 'sku'
  | 'quantity'
  | 'unit'
  | 'unitPrice'
  | 'minutes'
  | 'discount'
  | 'taxes'
  | 'optional'
  | 'selected'
  | 'sourceLineId'
  | 'timeEntryIds'
  | 'milestoneId'
  | 'quantityDelivered'
  | 'quantityInvoiced'
>;

export interface LineRules {
  currency: string;
  /** Invoices take negative quantities, as corrections. */
  allowsNegative: boolean;
  /** Quotes have optional lines. */
  allowsOptions: boolean;
  /** Invoices bill time entries and milestones. */
  allowsBilling: boolean;
  /** The stored lines, which keep their ids. */
  before: readonly DocumentLine[];
}

/** The members that only items have. */
const ITEM_MEMBERS = [
  'sku',
  'quantity',
  'unit',
  'unitPrice',
  'minutes',
  'discount',
  'taxes',
  'optional',
  'selected',
  'timeEntryIds',
  'milestoneId',
] as const;
const MAX_PRICE_DIGITS = 6;
const MAX_QUANTITY_DIGITS = 4;
const EXEMPT = new Set(['exempt', 'reverse_charge', 'outside_scope']);

/** Collects the faults of one line. */
type Fault = (member: string, rule: string, message: string) => void;

/** Returns the lines of an input, and what is wrong with them. */
export function readLines(
  input: readonly LineInput[],
  rules: LineRules,
): { lines: NewLine[]; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const known = new Map(rules.before.map((line) => [line.id, line]));
  const used = new Set<string>();
  const lines = input.map((line, index) => {
    const fault: Fault = (member, rule, message) =>
      faults.push({ path: `lines[${index}]${member ? `.${member}` : ''}`, rule, message });
    const id = line.id?.toLowerCase();
    if (id && !known.has(id)) fault('id', 'exists', 'There is no such line; leave id out for a new one.');
    if (id && used.has(id)) fault('id', 'unique', 'Each line of the document can be given once.');
    if (id) used.add(id);
    return readLine(line, id ? known.get(id) : undefined, index, rules, fault);
  });
  return { lines, faults };
}

function readLine(
  input: LineInput,
  before: DocumentLine | undefined,
  index: number,
  rules: LineRules,
  fault: Fault,
): NewLine {
  const kind = input.kind ?? 'item';
  const description = input.description?.trim() ?? '';
  if (!description) fault('description', 'required', 'Give a description.');
  const place = {
    id: before?.id ?? uuid(),
    position: index + 1,
    kind,
    description,
    sourceLineId: input.sourceLineId ?? before?.sourceLineId ?? null,
    quantityDelivered: before?.quantityDelivered ?? '0',
    quantityInvoiced: before?.quantityInvoiced ?? '0',
  };
  if (kind !== 'item') {
    for (const member of ITEM_MEMBERS)
      if (input[member] !== undefined && input[member] !== null)
        fault(wire(member), 'not_allowed', `A line of the kind ${kind} only has a description.`);
    return { ...place, ...NO_ITEM };
  }
  return { ...place, ...readItem(input, rules, fault) };
}

const NO_ITEM = {
  sku: null,
  quantity: null,
  unit: null,
  unitPrice: null,
  minutes: null,
  discount: null,
  taxes: [],
  optional: false,
  selected: false,
  timeEntryIds: [],
  milestoneId: null,
};

function readItem(input: LineInput, rules: LineRules, fault: Fault) {
  const minutes = input.minutes ?? null;
  if (minutes !== null && input.quantity != null)
    fault('quantity', 'exclusive', 'A line for working time takes minutes or quantity, not both.');
  if (input.unitPrice == null) fault('unit_price', 'required', 'Give the price of one unit.');
  const unitPrice = readDigits(input.unitPrice ?? '0', MAX_PRICE_DIGITS, 'unit_price', 'money_format', fault);
  if (/^-?\d{14,}/.test(unitPrice))
    fault('unit_price', 'range', 'A price has at most 13 digits before the point.');
  const quantity = minutes === null ? readQuantity(input.quantity ?? '1', rules, fault) : hoursOf(minutes);
  if (input.optional && !rules.allowsOptions)
    fault('optional', 'not_allowed', 'Only quotes have optional lines.');
  for (const member of ['timeEntryIds', 'milestoneId'] as const)
    if (input[member] != null && !rules.allowsBilling)
      fault(wire(member), 'not_allowed', 'Only invoices bill time entries and milestones.');
  const optional = input.optional ?? false;
  return {
    sku: input.sku?.trim() || null,
    quantity,
    unit: minutes === null ? input.unit?.trim() || null : 'h',
    unitPrice,
    minutes,
    discount: readDiscount(input.discount, rules.currency, 'discount', fault),
    taxes: readTaxes(input.taxes ?? [], fault),
    optional,
    selected: optional ? (input.selected ?? false) : false,
    timeEntryIds: input.timeEntryIds ?? [],
    milestoneId: input.milestoneId ?? null,
  };
}

/** Returns minutes as hours with four digits, for display; amounts are computed from the minutes. */
function hoursOf(minutes: number): string {
  return plainDecimal((Math.round((minutes * 10_000) / 60) / 10_000).toFixed(4));
}

function readQuantity(text: string, { allowsNegative }: LineRules, fault: Fault): string {
  const quantity = readDigits(text, MAX_QUANTITY_DIGITS, 'quantity', 'decimal_format', fault);
  if (Number(quantity) === 0) fault('quantity', 'range', 'A quantity is not 0.');
  else if (quantity.startsWith('-') && !allowsNegative)
    fault('quantity', 'range', 'Only invoices have negative quantities, as corrections.');
  if (/^-?\d{12,}/.test(quantity))
    fault('quantity', 'range', 'A quantity has at most 11 digits before the point.');
  return quantity;
}

/** Returns a decimal without ending zeros, after checking how many digits it has behind the point. */
function readDigits(text: string, most: number, member: string, rule: string, fault: Fault): string {
  const plain = plainDecimal(text);
  if ((plain.split('.')[1]?.length ?? 0) <= most) return plain;
  fault(member, rule, `Give at most ${most} digits behind the point.`);
  return plain.slice(0, plain.indexOf('.') + most + 1);
}

/** Returns a discount of a line or document in the form in which it is stored. */
export function readDiscount(
  input: Discount | null | undefined,
  currency: string,
  member: string,
  fault: Fault,
): Discount | null {
  if (!input) return null;
  if (input.type === 'amount') {
    const value = readDigits(input.value, currencyDigits(currency), `${member}.value`, 'money_format', fault);
    if (value.startsWith('-'))
      fault(`${member}.value`, 'range', 'Give a discount above 0; it takes the sign of the line.');
    return { type: 'amount', value };
  }
  const value = readDigits(input.value, MAX_QUANTITY_DIGITS, `${member}.value`, 'decimal_format', fault);
  if (value.startsWith('-') || scaled(value, MAX_QUANTITY_DIGITS) > 1_000_000n)
    fault(`${member}.value`, 'range', 'Give a percentage from 0 to 100.');
  return { type: 'percent', value };
}

function readTaxes(input: readonly Tax[], fault: Fault): Tax[] {
  const seen = new Set<string>();
  return input.map(({ name, category, exemptionReason, ...given }, index) => {
    const member = (name: string) => `taxes[${index}].${name}`;
    const rate = readDigits(given.rate, MAX_QUANTITY_DIGITS, member('rate'), 'decimal_format', fault);
    if (!fitsCategory(category, scaled(rate, MAX_QUANTITY_DIGITS)))
      fault(
        member('rate'),
        'range',
        'Standard and reduced rates are above 0 to 100, withholding is from -100 below 0, all others are 0.',
      );
    const reason = exemptionReason?.trim() || null;
    if (EXEMPT.has(category) && !reason)
      fault(
        member('exemption_reason'),
        'required',
        'Say why the line is not taxed; it stands on the document.',
      );
    const tax: Tax = { name: name.trim(), rate, category, exemptionReason: reason };
    if (!tax.name) fault(member('name'), 'required', 'Give the name of the tax.');
    if (seen.has(keyOf(tax))) fault(`taxes[${index}]`, 'unique', 'A line has each tax once.');
    seen.add(keyOf(tax));
    return tax;
  });
}

function fitsCategory(category: string, rate: bigint): boolean {
  if (category === 'standard' || category === 'reduced') return rate > 0n && rate <= 1_000_000n;
  return category === 'withholding' ? rate < 0n && rate >= -1_000_000n : rate === 0n;
}

function wire(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
