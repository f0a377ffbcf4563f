// Sends quotes: freezes what the client is shown, makes the link, and mails it (delivery.md section 4.3).
import type { TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { enqueue } from '../../jobs/queue.ts';
import { assertExpectedTotal } from '../documents/amounts.ts';
import type { DocumentLine } from '../documents/document.ts';
import { power10, scaled, sum } from '../documents/exact.ts';
import { createLink, shownUrl } from '../documents/links.ts';
import { documentMail, mailDocument, readRecipients, type SendInput } from '../documents/mails.ts';
import { assertComplete, resolveParty } from '../documents/parties.ts';
import { type Profile, profileOf } from '../documents/profile.ts';
import { changeDocument, failTransition, liveConversions, storedLines } from '../documents/store.ts';
import { counts } from '../documents/totals.ts';
import { formatMoney } from '../money.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { frozenContent } from './frozen.ts';
import { quoteKind } from './kind.ts';
import type { Quote } from './model.ts';
import { hashOf } from './rules.ts';
import { allowedFrom, currentStatus } from './service.ts';

export interface SendQuoteInput extends SendInput {
  expectedTotal?: string | null;
}

/**
 * Sends a quote to the client; one that was sent already gets a new mail and a further link.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, APPROVAL_REQUIRED, VALIDATION_ERROR, TOTAL_MISMATCH
 */
export async function sendQuote(
  ctx: TenantContext,
  id: string,
  input: SendQuoteInput,
  expectedVersion?: number | null,
): Promise<Quote> {
  const before = await lockRecord(ctx, quoteKind, id, { expectedVersion });
  const status = currentStatus(ctx, before);
  if (status !== 'draft' && status !== 'sent') failTransition(status, 'sent', allowedFrom(status));
  assertExpectedTotal(input.expectedTotal, formatMoney(before.total, before.currency), before.currency);
  const sent = status === 'draft' ? await freeze(ctx, before, input) : before;
  const recipients = readRecipients(input, sent.buyer?.email);
  const url = await createLink(ctx, 'quote', id);
  const amount = `${formatMoney(sent.total, sent.currency)} ${sent.currency}`;
  await mailDocument(
    ctx,
    sent,
    recipients,
    documentMail('quote', sent, { ...input, url, amount, day: sent.validUntil }),
  );
  return Object.assign(sent, { publicUrl: shownUrl(ctx, url) });
}

async function freeze(ctx: TenantContext, before: Locked<Quote>, input: SendQuoteInput): Promise<Quote> {
  const profile = await profileOf(ctx);
  const lines = await storedLines(ctx, 'quoteId', before.id);
  if (!lines.some(({ kind }) => kind === 'item'))
    throw invalid('lines', 'required', 'A quote needs at least one item before it can be sent.');
  if (before.validUntil < profile.today)
    throw invalid('valid_until', 'range', 'The quote is no longer valid; set a later date.');
  assertDiscountAllowed(ctx, before, lines, profile);
  const { companyId, contactId, dealId } = before;
  const { buyer } = await resolveParty(
    ctx,
    { companyId, contactId, dealId, projectId: null },
    before.buyerInput,
  );
  const { seller } = profile.commercial;
  assertComplete(seller, buyer);
  readRecipients(input, buyer.email);
  await supersede(ctx, before);
  const documentHash = hashOf(frozenContent(before, lines, { seller, buyer }));
  const sent = await changeDocument(
    ctx,
    quoteKind,
    before,
    { status: 'sent', seller, buyer, documentHash, sentAt: ctx.now },
    { event: 'quote.sent' },
  );
  await enqueue(ctx, 'pdf_render', { kind: 'quote', id: before.id }, { key: before.id });
  return sent;
}

/** @throws APPROVAL_REQUIRED for a discount above the limit of the workspace */
function assertDiscountAllowed(
  ctx: TenantContext,
  quote: Quote,
  lines: readonly DocumentLine[],
  { commercial }: Profile,
): void {
  const limit = commercial.maxDiscountPercent;
  if (limit === null || ctx.principal.permissions.has('quotes.approve')) return;
  const counted = lines.filter(counts);
  const gross = sum(counted.map((line) => scaled(line.gross!, 4)));
  const net = sum(counted.map((line) => scaled(line.net!, 4))) - scaled(quote.discountTotal, 4);
  if ((gross - net) * 100n * power10(4) <= gross * scaled(limit, 4)) return;
  throw new ServiceError(
    'APPROVAL_REQUIRED',
    `Discounts above ${limit} % need the permission quotes.approve.`,
    {
      details: { required_permission: 'quotes.approve', max_discount_percent: limit },
    },
  );
}

/** Supersedes the older revisions. @throws INVALID_STATE_TRANSITION where one is converted */
async function supersede(ctx: TenantContext, quote: Quote): Promise<void> {
  if (quote.revision === 1) return;
  const older = await ctx.tx.rows<{ id: string }>(
    `select id from quotes where tenant_id = $1 and root_id = $2 and revision < $3 and deleted_at is null
       and status in ('draft', 'sent', 'accepted', 'declined') order by id`,
    [ctx.tenantId, quote.rootId, quote.revision],
  );
  for (const { id } of older) {
    const revision = await lockRecord(ctx, quoteKind, id);
    if (revision.status === 'accepted' && (await liveConversions(ctx, 'quoteId', id)).length > 0)
      failTransition('accepted', 'superseded', []);
    const superseded = await revision.change(ctx, { status: 'superseded' });
    await emit(ctx, 'quote.superseded', {
      object: superseded,
      label: superseded.title,
      links: quoteKind.links(superseded),
    });
  }
}
