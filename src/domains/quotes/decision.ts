// Decides quotes: by the client with the link, or by the team on the client's behalf (delivery.md section 4.3).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { priceDocument } from '../documents/amounts.ts';
import { DocumentLine } from '../documents/document.ts';
import { assertMailAddress } from '../documents/mails.ts';
import { profileOf } from '../documents/profile.ts';
import { changeDocument, failTransition, linesOf, liveConversions, storedLines } from '../documents/store.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { quoteKind } from './kind.ts';
import type { Decision, Quote } from './model.ts';
import { allowedFrom, currentStatus } from './service.ts';

export interface DecisionInput {
  decision: Decision['decision'];
  reason?: string | null;
  name?: string | null;
  email?: string | null;
  documentHash?: string | null;
  signatureText?: string | null;
  selectedLineIds?: string[] | null;
  overrideExpiry?: boolean | null;
}

/**
 * Records the decision of the client, entered by the team.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, QUOTE_EXPIRED, DOCUMENT_CHANGED, VALIDATION_ERROR
 */
export async function decideQuote(
  ctx: TenantContext,
  id: string,
  input: DecisionInput,
  expectedVersion?: number | null,
): Promise<Quote> {
  assertReason(input);
  const quote = await lockRecord(ctx, quoteKind, id, { expectedVersion });
  return decide(ctx, quote, input, {
    by: 'user',
    userId: ctx.principal.kind === 'user' ? ctx.principal.id : null,
  });
}

/** Accepts a quote whose PDF was signed, if it is still open. @returns whether it was accepted */
export async function acceptSignedQuote(
  ctx: TenantContext,
  id: string,
  signer: { name: string; email: string },
): Promise<boolean> {
  const quote = await lockRecord(ctx, quoteKind, id);
  if (currentStatus(ctx, quote) !== 'sent') return false;
  const input = { decision: 'accepted', ...signer, signatureText: signer.name } as const;
  await decide(ctx, quote, input, { by: 'client', userId: null });
  return true;
}

/** @throws VALIDATION_ERROR required for declining and cancelling without a reason */
export function assertReason({ decision, reason }: DecisionInput): void {
  if (decision !== 'accepted' && !reason?.trim()) throw invalid('reason', 'required', 'Say why.');
}

/** Decides a locked quote. */
export async function decide(
  ctx: TenantContext,
  quote: Locked<Quote>,
  input: DecisionInput,
  by: Pick<Decision, 'by' | 'userId'>,
): Promise<Quote> {
  assertMailAddress(input.email, 'email');
  const status = currentStatus(ctx, quote);
  await assertDecidable(ctx, quote, status, input);
  if (input.documentHash && input.documentHash !== quote.documentHash)
    fail('DOCUMENT_CHANGED', undefined, { details: { document_hash: quote.documentHash } });
  const decision: Decision = {
    decision: input.decision,
    ...by,
    name: input.name?.trim() || null,
    email: input.email?.trim() || null,
    ip: by.by === 'client' ? (ctx.ip ?? null) : null,
    signatureText: input.signatureText?.trim() || null,
    documentHash: quote.documentHash,
    reason: input.reason?.trim() || null,
    at: ctx.now.toISOString(),
  };
  const totals = input.decision === 'accepted' ? await chooseOptions(ctx, quote, input.selectedLineIds) : {};
  return changeDocument(
    ctx,
    quoteKind,
    quote,
    { status: input.decision, decision, decidedAt: ctx.now, statusReason: decision.reason, ...totals },
    { event: `quote.${input.decision}` as 'quote.accepted', data: { decision: input.decision, by: by.by } },
  );
}

async function assertDecidable(
  ctx: TenantContext,
  quote: Quote,
  status: string,
  { decision, overrideExpiry }: DecisionInput,
): Promise<void> {
  if (status === 'sent') return;
  if (status === 'accepted' && decision === 'cancelled') {
    if ((await liveConversions(ctx, 'quoteId', quote.id)).length === 0) return;
    failTransition(status, decision, []);
  }
  if (status !== 'expired') failTransition(status, decision, allowedFrom(status as never));
  const mayOverride =
    decision === 'accepted' && overrideExpiry && ctx.principal.permissions.has('quotes.approve');
  if (!mayOverride) fail('QUOTE_EXPIRED', undefined, { details: { valid_until: quote.validUntil } });
}

/** Selects the optional lines that the client chose, and returns the totals with them. */
async function chooseOptions(
  ctx: TenantContext,
  quote: Quote,
  selected: string[] | null | undefined,
): Promise<object> {
  if (!selected) return {};
  const lines = await storedLines(ctx, 'quoteId', quote.id);
  const wanted = new Set(selected.map((id) => id.toLowerCase()));
  for (const [index, id] of selected.entries())
    if (!lines.some((line) => line.id === id.toLowerCase() && line.optional))
      throw invalid(`selected_line_ids[${index}]`, 'exists', 'The quote has no optional line with this id.');
  const chosen = lines.map((line) =>
    Object.assign(new DocumentLine(), line, { selected: line.optional && wanted.has(line.id) }),
  );
  // Cash rounding is as it was when the quote was sent, unless the workspace has changed it.
  const { lines: priced, totals } = priceDocument(quote, chosen, await profileOf(ctx));
  await ctx.tx.rows(
    `update document_lines l set selected = c.selected, discount_share = c.share, updated_at = $5
     from unnest($2::uuid[], $3::boolean[], $4::numeric[]) as c(id, selected, share) where l.tenant_id = $1 and l.id = c.id`,
    [
      ctx.tenantId,
      priced.map(({ id }) => id),
      priced.map((line) => line.selected),
      priced.map(({ discountShare }) => discountShare),
      ctx.now,
    ],
  );
  linesOf.quoteId.prime(ctx, quote.id, await storedLines(ctx, 'quoteId', quote.id));
  return totals;
}
