// Declares the kind of record `quote`.
import { applyConditions, linkFilter } from '../../lists/filters.ts';
import type { Conditions, WhereBuilder } from '../../lists/listing.ts';
import { listOf } from '../../lists/loaders.ts';
import { documentLinks } from '../documents/store.ts';
import { recordKind } from '../records/kind.ts';
import { Quote } from './model.ts';

/** Filters by the status as of a day: a sent quote is expired after the last day of its validity. */
function byStatus(query: WhereBuilder, { today, ...conditions }: Conditions): void {
  const status = /^\d{4}-\d{2}-\d{2}$/.test(String(today))
    ? `(case when quotes.status = 'sent' and quotes.valid_until < '${today}' then 'expired' else quotes.status end)`
    : 'quotes.status';
  applyConditions(query, status, conditions);
}

export const quoteKind = recordKind<Quote>({
  model: Quote,
  links: (quote) => documentLinks('quote', quote),
  withheld: ['internalNotes', 'words', 'decision', 'buyer', 'buyerInput'],
  filters: { status: byStatus, companyId: linkFilter('quotes.company_id', 'companies') },
  search: {
    subtitle: 'r.reference',
    exact: [],
    texts: { number: 'r.number', reference: 'r.reference', po_number: 'r.po_number', words: 'r.words' },
  },
});

export const quoteById = quoteKind.byId;
export const quotesOfCompany = listOf<Quote>('quotes.company', {
  listing: quoteKind.listing,
  parent: 'quotes.company_id',
});
export const quotesOfContact = listOf<Quote>('quotes.contact', {
  listing: quoteKind.listing,
  parent: 'quotes.contact_id',
});
export const quotesOfDeal = listOf<Quote>('quotes.deal', {
  listing: quoteKind.listing,
  parent: 'quotes.deal_id',
});
export const quotesOfProject = listOf<Quote>('quotes.project', {
  listing: quoteKind.listing,
  parent: 'quotes.project_id',
});
