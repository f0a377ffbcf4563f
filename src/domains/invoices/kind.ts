// Declares the kind of record `invoice`, which credit notes are too.
import { linkFilter } from '../../lists/filters.ts';
import type { Conditions, WhereBuilder } from '../../lists/listing.ts';
import { allOf, listOf } from '../../lists/loaders.ts';
import { documentLinks } from '../documents/store.ts';
import { recordKind } from '../records/kind.ts';
import { Invoice, InvoicePayment } from './model.ts';

/** Filters by whether an invoice is open after its due date, as of a day. */
function byOverdue(query: WhereBuilder, { today, ...conditions }: Conditions): void {
  const isOverdue = `(invoices.status in ('issued', 'partially_paid') and invoices.document_type = 'invoice' and invoices.due_date < ?)`;
  for (const [operator, value] of Object.entries(conditions)) {
    if (value === null || value === undefined) continue;
    const wanted = operator === 'neq' ? !value : !!value;
    query.whereRaw(`${wanted ? '' : 'not coalesce('}${isOverdue}${wanted ? '' : ', false)'}`, [
      today as string,
    ]);
  }
}

export const invoiceKind = recordKind<Invoice>({
  model: Invoice,
  links: (invoice) => documentLinks('invoice', invoice),
  withheld: ['internalNotes', 'words', 'buyer', 'buyerInput'],
  filters: { isOverdue: byOverdue, companyId: linkFilter('invoices.company_id', 'companies') },
  search: {
    subtitle: 'r.reference',
    texts: { words: 'r.words', number: 'r.number', reference: 'r.reference', po_number: 'r.po_number' },
  },
});

const listing = invoiceKind.listing;
export const invoiceById = invoiceKind.byId;
export const invoicesOfCompany = listOf<Invoice>('invoices.company', {
  listing,
  parent: 'invoices.company_id',
});
export const invoicesOfContact = listOf<Invoice>('invoices.contact', {
  listing,
  parent: 'invoices.contact_id',
});
export const invoicesOfDeal = listOf<Invoice>('invoices.deal', { listing, parent: 'invoices.deal_id' });
export const paymentsOfInvoice = allOf<InvoicePayment>(InvoicePayment, 'invoiceId', 'invoice_id');
export const creditNotesOfInvoice = allOf<Invoice>(Invoice, 'creditedInvoiceId', 'credited_invoice_id');
