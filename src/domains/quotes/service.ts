// Drafts of quotes: listing, creating, changing, deleting and revising them (delivery.md section 4.3).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { FilterTree, ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { dayOf } from '../days.ts';
import { type DocumentInput, type DocumentRules, type Draft, readDraft } from '../documents/draft.ts';
import { resolveParty } from '../documents/parties.ts';
import { addDays } from '../documents/profile.ts';
import {
  assertOnlyInternal,
  changeDocument,
  dryDocument,
  failTransition,
  insertLines,
  linesOf,
  liveConversions,
  storedLines,
} from '../documents/store.ts';
import { takeNumber } from '../numbering/service.ts';
import { type Deletion, deleteRecord, insertRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { quoteKind } from './kind.ts';
import { Quote } from './model.ts';
import { type QuoteStatus, revisionNumber, statusOn } from './rules.ts';

export interface QuoteInput extends DocumentInput {
  validUntil?: string | null;
}

const RULES: DocumentRules = {
  entity: 'quotes',
  allowsNegative: false,
  allowsOptions: true,
  allowsBilling: false,
};
/** From where a quote can be revised; an accepted one only while nothing of it is converted. */
const REVISABLE: readonly QuoteStatus[] = ['draft', 'sent', 'expired', 'declined', 'accepted'];

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
  const draft = await readDraft(ctx, RULES, input);
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

async function insertQuote(
  ctx: TenantContext,
  record: { id: string } & Record<string, unknown>,
  lines: readonly object[],
): Promise<Quote> {
  const quote = await insertRecord(ctx, quoteKind, record as never, {
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
  const draft = await readDraft(ctx, RULES, input, { document: before, lines });
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
  const { fields } = await readDraft(ctx, RULES, { internalNotes, tags, customFields }, { document, lines });
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

/**
 * Makes a new draft revision, which supersedes the others once it is sent.
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION, CONFLICT revision_exists
 */
export async function reviseQuote(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Quote> {
  const before = await lockRecord(ctx, quoteKind, id, { expectedVersion });
  await assertRevisable(ctx, before);
  const [root] = await ctx.tx.rows<{ revision: number; draftId: string | null; draftRevision: number }>(
    `select max(revision) as revision, (array_agg(id) filter (where status = 'draft' and id <> $3 and deleted_at is null))[1] as "draftId"
     from quotes where tenant_id = $1 and root_id = $2`,
    [ctx.tenantId, before.rootId, before.id],
  );
  if (root!.draftId)
    fail('CONFLICT', 'A draft revision of this quote exists; send or delete it first.', {
      details: { reason: 'revision_exists', quote_id: root!.draftId },
    });
  const revision = root!.revision + 1;
  const lines = await storedLines(ctx, 'quoteId', id);
  const { draft, issueDate } = await readRevision(ctx, before, lines);
  const validUntil = addDays(issueDate, draft.profile.commercial.quoteValidityDays);
  return insertQuote(
    ctx,
    {
      ...draft.fields,
      id: uuid(),
      number: revisionNumber(before.number!, revision),
      status: 'draft',
      issueDate,
      validUntil,
      revision,
      rootId: before.rootId,
      previousRevisionId: before.id,
      convertedPercent: '0',
    },
    draft.lines,
  );
}

/** Serializes revisions of one quote on its first one, and refuses states that cannot be revised. */
async function assertRevisable(ctx: TenantContext, quote: Locked<Quote>): Promise<void> {
  await ctx.tx.rows('select from quotes where tenant_id = $1 and id = $2 for update', [
    ctx.tenantId,
    quote.rootId,
  ]);
  const status = currentStatus(ctx, quote);
  const isConverted = status === 'accepted' && (await liveConversions(ctx, 'quoteId', quote.id)).length > 0;
  if (!REVISABLE.includes(status) || isConverted)
    failTransition(status, 'draft', allowedFrom(status, isConverted));
}

async function readRevision(
  ctx: TenantContext,
  before: Quote,
  lines: Awaited<ReturnType<typeof storedLines>>,
) {
  const { companyId, contactId, dealId, buyerInput } = before;
  await resolveParty(ctx, { companyId, contactId, dealId, projectId: null }, buyerInput);
  const copied = lines.map((line) => ({ ...line, id: uuid(), sourceLineId: line.id }));
  const input = {
    ...pick(before, [
      'reference',
      'poNumber',
      'terms',
      'notes',
      'internalNotes',
      'ownerUserId',
      'locale',
      'tags',
    ]),
    customFields: before.customFields,
  };
  const draft = await readDraft(ctx, RULES, input, {
    document: { ...before, ownerUserId: before.ownerUserId } as Quote,
    lines: copied as never,
  });
  const { reference, poNumber, terms, notes, internalNotes, ownerUserId, locale, tags, customFields } =
    before;
  Object.assign(draft.fields, {
    reference,
    poNumber,
    terms,
    notes,
    internalNotes,
    ownerUserId,
    locale,
    tags,
    customFields,
  });
  return { draft, issueDate: draft.profile.today };
}

function pick<T extends object>(values: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;
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
