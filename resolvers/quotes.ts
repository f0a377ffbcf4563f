// Resolvers of quotes.
import { conversionsOf } from '../src/domains/documents/conversion-list.ts';
import { documentPdf } from '../src/domains/documents/pdf-files.ts';
import { storedLines } from '../src/domains/documents/store.ts';
import { formatMoney } from '../src/domains/money.ts';
import { convertQuote } from '../src/domains/quotes/convert.ts';
import { decideQuote } from '../src/domains/quotes/decision.ts';
import {
  quotesOfCompany,
  quotesOfContact,
  quotesOfDeal,
  quotesOfProject,
} from '../src/domains/quotes/kind.ts';
import type { Quote } from '../src/domains/quotes/model.ts';
import { decidePublicQuote, viewPublicQuote } from '../src/domains/quotes/public.ts';
import { reviseQuote } from '../src/domains/quotes/revise.ts';
import { revisionsOf } from '../src/domains/quotes/revisions.ts';
import { sendQuote } from '../src/domains/quotes/send.ts';
import {
  createQuote,
  currentStatus,
  deleteQuote,
  getQuote,
  listQuotes,
  updateQuote,
} from '../src/domains/quotes/service.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import { documentFields, publicAddress } from './documents.ts';
import type { Resolvers } from './generated.ts';

export const quotes: Resolvers = {
  Query: {
    quote: (_, { id }, ctx, info) => getQuote(ctx, id, lookahead(info, 'quotes')),
    quotes: async (_, args, ctx, info) =>
      listQuotes(ctx, await applySavedView(ctx, 'quotes', args), lookahead(info, 'quotes')),
    quotePdf: async (_, { id }, ctx) => {
      const quote = await getQuote(ctx, id);
      return documentPdf(
        ctx,
        quote,
        await storedLines(ctx, 'quoteId', id),
        'quote',
        quote.status !== 'draft' && !!quote.sentAt,
      );
    },
    publicQuote: (_, { token }, ctx) => viewPublicQuote(ctx, token) as never,
  },
  Mutation: {
    createQuote: (_, { input, dryRun }, ctx) => createQuote(ctx, input as never, dryRun ?? false),
    updateQuote: (_, { id, input, expectedVersion }, ctx) =>
      updateQuote(ctx, id, input as never, expectedVersion),
    deleteQuote: (_, { id, expectedVersion }, ctx) => deleteQuote(ctx, id, expectedVersion),
    sendQuote: (_, { id, input, expectedVersion }, ctx) =>
      sendQuote(ctx, id, (input ?? {}) as never, expectedVersion),
    decideQuote: (_, { id, input, expectedVersion }, ctx) =>
      decideQuote(ctx, id, input as never, expectedVersion),
    reviseQuote: (_, { id, expectedVersion }, ctx) => reviseQuote(ctx, id, expectedVersion),
    convertQuote: (_, { id, input, dryRun, expectedVersion }, ctx) =>
      convertQuote(ctx, id, input as never, dryRun ?? false, expectedVersion) as never,
    decidePublicQuote: (_, { token, input }, ctx) => decidePublicQuote(ctx, token, input as never) as never,
  },
  Quote: {
    ...documentFields('quoteId'),
    ...publicAddress,
    status: computed<Quote>(['status', 'validUntil'], (quote, ctx) => currentStatus(ctx, quote)),
    revisions: computed<Quote>(['rootId'], ({ rootId, isDryRun }, ctx) =>
      isDryRun ? [] : revisionsOf(ctx, rootId),
    ),
    conversions: computed<Quote>(['id'], ({ id }, ctx) => conversionsOf(ctx, 'quote_id', id)),
    convertedPercent: computed<Quote>(['convertedPercent'], ({ convertedPercent }) =>
      formatMoney(convertedPercent, 'EUR'),
    ),
    decision: computed<Quote>(
      ['decision'],
      ({ decision }, ctx) =>
        decision && {
          ...decision,
          at: new Date(decision.at),
          ip: ctx.principal.kind === 'agent' ? null : decision.ip,
        },
    ),
  },
  Company: { quotes: related(quotesOfCompany) },
  Contact: { quotes: related(quotesOfContact) },
  Deal: { quotes: related(quotesOfDeal) },
  Project: { quotes: related(quotesOfProject) },
};
