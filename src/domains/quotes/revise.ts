// Revisions of quotes: a new draft with the content of a quote, which supersedes the others once it is sent.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { readDraft } from '../documents/draft.ts';
import { resolveParty } from '../documents/parties.ts';
import { addDays } from '../documents/profile.ts';
import { failTransition, liveConversions, storedLines } from '../documents/store.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { quoteKind } from './kind.ts';
import type { Quote } from './model.ts';
import { type QuoteStatus, revisionNumber } from './rules.ts';
import { allowedFrom, currentStatus, insertQuote, QUOTE_RULES } from './service.ts';

/** From where a quote can be revised; an accepted one only while nothing of it is converted. */
const REVISABLE: readonly QuoteStatus[] = ['draft', 'sent', 'expired', 'declined', 'accepted'];

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
  const [root] = await ctx.tx.rows<{ revision: number; draftId: string | null }>(
    `select max(revision) as revision, (array_agg(id) filter (where status = 'draft' and revision > 1 and deleted_at is null))[1] as "draftId"
     from quotes where tenant_id = $1 and root_id = $2`,
    [ctx.tenantId, before.rootId],
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
    'quote.revised',
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
  const draft = await readDraft(ctx, QUOTE_RULES, input, {
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
