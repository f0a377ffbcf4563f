// Drafts of quotes: listing, creating, changing and deleting them (delivery.md section 4.3).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import type { FilterTree, ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { dayOf } from '../days.ts';
import { type DocumentInput, type DocumentRules, type Draft, readDraft } from '../documents/draft.ts';
import {
  assertOnlyInternal,
  changeDocument,
  dryDocument,
  insertLines,
  linesOf,
  storedLines,
} from '../documents/store.ts';
import { takeNumber } from '../numbering/service.ts';
import { type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { addDays } from '../working-days.ts';
import { quoteKind } from './kind.ts';
import { Quote } from './model.ts';
import { type QuoteStatus, statusOn } from './rules.ts';

export interface QuoteInput extends DocumentInput {
  validUntil?: string | null;
}

/** What the lines of a quote can be. */
export const QUOTE_RULES: DocumentRules = {
  entity: 'quotes',
  allowsNegative: false,
  allowsOptions: true,
  allowsBilling: false,
};
/** Returns the status of a quote today. */
export function currentStatus(ctx: TenantContext, quote: Pick<Quote, 'status' | 'validUntil'>): QuoteStatus {
  return statusOn(quote, dayOf(ctx.now, ctx.principal.timeZone));
}

/** Returns a live quote. @throws NOT_FOUND */
export function getQuote(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Quote> {
  return Quote.read(ctx, id, lookahead);
}

/** Returns a page of quotes; their status is that of today. */
export function listQuotes(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Quote>> {
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  const filter = withToday((args.filter ?? {}) as Record<string, object>, today);
  const tree = args.tree && treeWithToday(args.tree, today);
  return listPage<Quote>(ctx, quoteKind.listing, { ...args, filter, ...(tree && { tree }) }, lookahead);
}

function withToday(conditions: Record<string, object>, today: string): Record<string, object> {
  return conditions.status ? { ...conditions, status: { ...conditions.status, today } } : conditions;
}

function treeWithToday(tree: FilterTree, today: string): FilterTree {
  if ('and' in tree) return { and: tree.and.map((part) => treeWithToday(part, today)) };
  if ('or' in tree) return { or: tree.or.map((part) => treeWithToday(part, today)) };
  if ('not' in tree) return { not: treeWithToday(tree.not, today) };
  return 'conditions' in tree ? { conditions: withToday(tree.conditions, today) as never } : tree;
}

/**
 * Creates a draft quote with its number; a dry run only computes it.
 * @throws VALIDATION_ERROR, COMPANY_MISMATCH, TOTAL_MISMATCH
 */
export async function createQuote(ctx: TenantContext, input: QuoteInput, dryRun = false): Promise<Quote> {
  const draft = await readDraft(ctx, QUOTE_RULES, input);
  const issueDate = input.issueDate ?? draft.profile.today;
  const fields = {
    ...draft.fields,
    status: 'draft',
    issueDate,
    validUntil: validityOf(input.validUntil, issueDate, draft),
    revision: 1,
    convertedPercent: '0',
  };
  if (dryRun) return dryDocument(ctx, quoteKind, 'quoteId', { ...fields, rootId: uuid() }, draft.lines);
  const id = uuid();
  const { clientNumber } = draft.party;
  const number = await takeNumber(ctx, 'quote', { type: 'quote', id, day: issueDate, clientNumber });
  return insertQuote(ctx, { ...fields, id, number, rootId: id }, draft.lines);
}

/** Stores a new quote with its lines. @param event instead of quote.created */
export async function insertQuote(
  ctx: TenantContext,
  record: { id: string } & Record<string, unknown>,
  lines: readonly object[],
  event: EventType = 'quote.created',
): Promise<Quote> {
  const quote = await insertRecord(ctx, quoteKind, record as never, {
    event,
    links: quoteKind.links(record as unknown as Quote),
  });
  linesOf.quoteId.prime(ctx, record.id, await insertLines(ctx, 'quoteId', record.id, lines));
  return quote;
}

function validityOf(given: string | null | undefined, issueDate: string, { profile }: Draft): string {
  const validUntil = given ?? addDays(issueDate, profile.commercial.quoteValidityDays);
  if (validUntil < issueDate)
    throw invalid('valid_until', 'range', 'A quote is valid at least on its issue date.');
  return validUntil;
}

/**
 * Changes a draft; of a quote that was sent only what is internal.
 * @throws NOT_FOUND, PRECONDITION_FAILED, DOCUMENT_IMMUTABLE, VALIDATION_ERROR, COMPANY_MISMATCH, TOTAL_MISMATCH
 */
export async function updateQuote(
  ctx: TenantContext,
  id: string,
  input: QuoteInput,
  expectedVersion?: number | null,
): Promise<Quote> {
  const before = await lockRecord(ctx, quoteKind, id, { expectedVersion });
  const lines = await storedLines(ctx, 'quoteId', id);
  if (before.status !== 'draft') {
    assertOnlyInternal(before, lines, input);
    return changeDocument(ctx, quoteKind, before, await internalPatch(ctx, input, before, lines));
  }
  const draft = await readDraft(ctx, QUOTE_RULES, input, { document: before, lines });
  const issueDate = input.issueDate === null ? draft.profile.today : (input.issueDate ?? before.issueDate!);
  const validUntil = validityOf(
    input.validUntil === undefined ? before.validUntil : input.validUntil,
    issueDate,
    draft,
  );
  const patch = { ...draft.fields, issueDate, validUntil };
  return changeDocument(ctx, quoteKind, before, patch, {
    lines: { owner: 'quoteId', before: lines, after: draft.lines },
  });
}

async function internalPatch(
  ctx: TenantContext,
  { internalNotes, tags, customFields }: QuoteInput,
  document: Quote,
  lines: Awaited<ReturnType<typeof storedLines>>,
): Promise<Record<string, unknown>> {
  const { fields } = await readDraft(
    ctx,
    QUOTE_RULES,
    { internalNotes, tags, customFields },
    { document, lines },
  );
  const { internalNotes: notes, tags: labels, customFields: values } = fields as Record<string, unknown>;
  return { internalNotes: notes, tags: labels, customFields: values };
}

/** Deletes a draft. @throws NOT_FOUND, PRECONDITION_FAILED, DOCUMENT_IMMUTABLE */
export async function deleteQuote(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const quote = await lockRecord(ctx, quoteKind, id, { expectedVersion });
  if (quote.status !== 'draft')
    fail('DOCUMENT_IMMUTABLE', 'Only a draft can be deleted.', { details: { fields: [] } });
  return deleteRecord(ctx, quoteKind, quote);
}

/** Returns the states that a quote can reach from where it is. */
export function allowedFrom(status: QuoteStatus, isConverted = false): QuoteStatus[] {
  if (isConverted) return [];
  const next: Record<QuoteStatus, QuoteStatus[]> = {
    draft: ['sent'],
    sent: ['accepted', 'declined', 'cancelled', 'expired', 'superseded'],
    accepted: ['cancelled', 'superseded'],
    declined: ['superseded'],
    expired: ['superseded'],
    cancelled: [],
    superseded: [],
  };
  return next[status];
}
