// The quote as the client with the link sees and decides it.
import type { Context, TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { asVisitor, isOfWorkspace, openLink } from '../documents/public.ts';
import { publicMembers } from '../documents/public-view.ts';
import { storedLines } from '../documents/store.ts';
import { lockRecord } from '../records/verbs.ts';
import { assertReason, type DecisionInput, decide } from './decision.ts';
import { quoteKind } from './kind.ts';
import type { Quote } from './model.ts';
import { currentStatus } from './service.ts';

/** Statuses in which the page is open. */
const SHOWN = ['sent', 'accepted', 'declined'];
const CLOSED = ['superseded', 'expired'];

/** Returns what the client sees, and records the first view by the client. @throws NOT_FOUND, LINK_CLOSED, RATE_LIMITED */
export async function viewPublicQuote(ctx: Context, token: string): Promise<object> {
  const link = await openLink(ctx, token, 'quote', 'public-room');
  return asVisitor(ctx, link, async (visitor) => {
    const quote = await lockIssued(visitor, link.documentId);
    assertOpen(visitor, quote);
    if (!quote.viewedAt && !isOfWorkspace(ctx, link)) {
      const opened = await quote.change(visitor, { viewedAt: visitor.now });
      await emit(visitor, 'quote.viewed', {
        object: opened,
        label: opened.title,
        links: quoteKind.links(opened),
      });
      return viewOf(visitor, opened);
    }
    return viewOf(visitor, quote);
  });
}

async function lockIssued(ctx: TenantContext, id: string) {
  const quote = await lockRecord<Quote>(ctx, quoteKind, id);
  return quote.status === 'draft' || quote.status === 'cancelled'
    ? fail('NOT_FOUND', 'There is no such link.')
    : quote;
}

function assertOpen(ctx: TenantContext, quote: Quote): void {
  const status = currentStatus(ctx, quote);
  if (CLOSED.includes(status)) fail('LINK_CLOSED', undefined, { details: { reason: status } });
  if (!SHOWN.includes(status)) fail('NOT_FOUND', 'There is no such link.');
}

async function viewOf(ctx: TenantContext, quote: Quote): Promise<object> {
  const lines = await storedLines(ctx, 'quoteId', quote.id);
  const { revision, validUntil, documentHash, decision } = quote;
  return {
    ...(await publicMembers(ctx, quote, lines)),
    ...{ revision, validUntil, documentHash },
    status: currentStatus(ctx, quote),
    decision: decision && { decision: decision.decision, name: decision.name, at: new Date(decision.at) },
  };
}

/**
 * Records the decision of the client; it holds for exactly what was shown.
 * @throws NOT_FOUND, LINK_CLOSED, QUOTE_EXPIRED, DOCUMENT_CHANGED, INVALID_STATE_TRANSITION, VALIDATION_ERROR, RATE_LIMITED
 */
export async function decidePublicQuote(ctx: Context, token: string, input: DecisionInput): Promise<object> {
  const link = await openLink(ctx, token, 'quote', 'public-room-write');
  assertReason(input);
  if (!input.name?.trim()) throw invalid('name', 'required', 'Give your name.');
  return asVisitor(ctx, link, async (context) => {
    const visitor = { ...context, principal: { ...context.principal, label: input.name!.trim() } };
    const quote = await lockIssued(visitor, link.documentId);
    if (quote.status === 'superseded') fail('LINK_CLOSED', undefined, { details: { reason: 'superseded' } });
    const decided = await decide(visitor, quote as never, input, { by: 'client', userId: null });
    return viewOf(visitor, decided);
  });
}
