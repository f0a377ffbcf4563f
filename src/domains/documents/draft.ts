// Reads the input of a draft: header, references, lines and totals, for quotes, work orders and invoices alike.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { completeCustomFields, readCustomFields } from '../custom-fields/record-values.ts';
import { readLocale } from '../locales.ts';
import { assertCurrency, currencyDigits } from '../money.ts';
import { normalizeTags } from '../tags.ts';
import { assertExpectedTotal, type PricedRow, priceDocument, type StoredTotals } from './amounts.ts';
import type { Buyer, CommercialDocument, DocumentLine } from './document.ts';
import { type LineInput, type LineRules, type NewLine, readDiscount, readLines } from './line-input.ts';
import { assertMailAddress } from './mails.ts';
import { assertOwner, type Party, type References, resolveParty } from './parties.ts';
import { type Profile, profileOf } from './profile.ts';
import type { Discount } from './totals.ts';

/** The members of every document's input. */
export interface DocumentInput {
  companyId?: string | null;
  contactId?: string | null;
  dealId?: string | null;
  projectId?: string | null;
  ownerUserId?: string | null;
  currency?: string | null;
  issueDate?: string | null;
  reference?: string | null;
  poNumber?: string | null;
  terms?: string | null;
  notes?: string | null;
  internalNotes?: string | null;
  pricesIncludeTax?: boolean | null;
  taxRounding?: 'per_rate' | 'per_line' | null;
  discount?: Discount | null;
  lines?: LineInput[] | null;
  exchangeRate?: string | null;
  buyer?: Partial<Buyer> | null;
  locale?: string | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
  expectedTotal?: string | null;
  [member: string]: unknown;
}

/** What a kind of document allows in its lines. */
export interface DocumentRules extends Pick<LineRules, 'allowsNegative' | 'allowsOptions' | 'allowsBilling'> {
  entity: 'quotes' | 'work_orders' | 'invoices';
}

/** A draft as it would be stored. */
export interface Draft {
  profile: Profile;
  party: Party;
  /** The columns of the document. */
  fields: Record<string, unknown> & StoredTotals & { currency: string };
  lines: PricedRow[];
}

const TEXTS = ['reference', 'poNumber', 'terms', 'notes', 'internalNotes'] as const;
/** Most characters of a description, and of all of them, that lists are searched by. */
const SEARCHED_OF_LINE = 200;
const SEARCHED = 10_000;

/**
 * Validates an input and computes the document.
 * @param before the draft that it changes, with its lines
 * @throws VALIDATION_ERROR with every fault of header and lines; COMPANY_MISMATCH; TOTAL_MISMATCH
 */
export async function readDraft(
  ctx: TenantContext,
  rules: DocumentRules,
  input: DocumentInput,
  before?: { document: CommercialDocument; lines: readonly DocumentLine[] },
): Promise<Draft> {
  const profile = await profileOf(ctx);
  const stored = before?.document;
  const header = readHeader(input, profile, stored);
  const references = referencesOf(input, stored);
  const { lines, faults } = input.lines
    ? readLines(input.lines, { ...rules, currency: header.currency, before: before?.lines ?? [] })
    : { lines: [...(before?.lines ?? [])] as NewLine[], faults: [] };
  const discount = readDocumentDiscount(
    input.discount === undefined ? stored?.discount : input.discount,
    header.currency,
    faults,
  );
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  assertDiscountsFit(lines, header.currency);
  assertMailAddress(input.buyer?.email, 'buyer.email');
  const buyerInput = input.buyer === undefined ? (stored?.buyerInput ?? null) : input.buyer;
  const party = await resolveParty(ctx, references, buyerInput, changedReferences(input, stored));
  if (input.ownerUserId !== stored?.ownerUserId) await assertOwner(ctx, input.ownerUserId);
  const priced = priceDocument({ ...header, discount }, lines, profile);
  assertExpectedTotal(input.expectedTotal, priced.totals.total, header.currency);
  return {
    profile,
    party,
    fields: {
      ...header,
      ...references,
      ...(await plainFields(ctx, rules, input, stored)),
      discount,
      ...priced.totals,
      buyerInput,
      buyer: party.buyer,
      seller: profile.commercial.seller,
      words: searchedWords(party, priced.lines),
    },
    lines: priced.lines,
  };
}

function readHeader(input: DocumentInput, profile: Profile, stored: CommercialDocument | undefined) {
  const currency = input.currency ?? stored?.currency ?? profile.currency;
  if (input.currency) assertCurrency(currency, 'currency');
  const isBase = currency === profile.currency;
  const rate = input.exchangeRate === undefined ? (stored?.exchangeRate ?? null) : input.exchangeRate;
  if (rate !== null && !isBase && Number(rate) <= 0)
    throw invalid('exchange_rate', 'range', 'Give a rate above 0.');
  return {
    currency,
    exchangeRate: isBase ? '1' : rate,
    pricesIncludeTax: input.pricesIncludeTax ?? stored?.pricesIncludeTax ?? false,
    taxRounding: input.taxRounding ?? stored?.taxRounding ?? profile.commercial.taxRounding,
  };
}

function referencesOf(input: DocumentInput, stored: CommercialDocument | undefined): References {
  const companyId = input.companyId ?? stored?.companyId;
  if (!companyId || input.companyId === null)
    throw invalid('company_id', 'required', 'Give the company that buys.');
  const pick = (name: 'contactId' | 'dealId' | 'projectId') =>
    input[name] === undefined ? (stored?.[name] ?? null) : (input[name] ?? null);
  return { companyId, contactId: pick('contactId'), dealId: pick('dealId'), projectId: pick('projectId') };
}

/** Returns the references that a change sets anew; with another company all of them are checked again. */
function changedReferences(
  input: DocumentInput,
  stored: CommercialDocument | undefined,
): (keyof References)[] {
  const all: (keyof References)[] = ['companyId', 'contactId', 'dealId', 'projectId'];
  if (!stored || (input.companyId && input.companyId !== stored.companyId)) return all;
  return all.filter((name) => input[name] !== undefined && input[name] !== stored[name]);
}

function readDocumentDiscount(
  input: Discount | null | undefined,
  currency: string,
  faults: FieldFault[],
): Discount | null {
  return readDiscount(input, currency, 'discount', (path, rule, message) =>
    faults.push({ path, rule, message }),
  );
}

/** Stored discounts of lines must fit another currency too. */
function assertDiscountsFit(lines: readonly NewLine[], currency: string): void {
  const digits = currencyDigits(currency);
  const at = lines.findIndex(
    ({ discount }) =>
      discount?.type === 'amount' && (discount.value.split('.')[1]?.replace(/0+$/, '').length ?? 0) > digits,
  );
  if (at >= 0)
    throw invalid(
      `lines[${at}].discount.value`,
      'money_format',
      `Give at most ${digits} digits behind the point.`,
    );
}

async function plainFields(
  ctx: TenantContext,
  { entity }: DocumentRules,
  input: DocumentInput,
  stored: CommercialDocument | undefined,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = stored ? {} : { tags: [] };
  for (const name of TEXTS) if (input[name] !== undefined) fields[name] = input[name] || null;
  if (input.issueDate !== undefined) fields.issueDate = input.issueDate;
  if (input.locale !== undefined) fields.locale = input.locale && readLocale(input.locale, 'locale');
  if (input.tags) fields.tags = normalizeTags(input.tags ?? []);
  if (input.ownerUserId !== undefined) fields.ownerUserId = input.ownerUserId;
  else if (!stored) fields.ownerUserId = ctx.principal.kind === 'user' ? ctx.principal.id : null;
  const customFields = await readCustomFields(ctx, entity, input.customFields, stored?.customFields);
  if (!stored) fields.customFields = completeCustomFields(ctx, entity, customFields);
  else if (customFields) fields.customFields = customFields;
  return fields;
}

/** Returns what lists find a document by, besides its number and references. */
function searchedWords({ companyName }: Party, lines: readonly NewLine[]): string {
  return [companyName, ...lines.map(({ description }) => description.slice(0, SEARCHED_OF_LINE))]
    .join('\n')
    .slice(0, SEARCHED);
}
