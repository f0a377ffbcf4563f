// Declares the kind of record `invoice`, which credit notes are too.
import { applyConditions, linkFilter } from '../../lists/filters.ts';
import { allOf, listOf } from '../../lists/loaders.ts';
import { dayOf } from '../days.ts';
import { documentLinks } from '../documents/store.ts';
import { recordKind } from '../records/kind.ts';
import { Invoice, InvoicePayment } from './model.ts';

export const invoiceKind = recordKind<Invoice>({
  model: Invoice,
  links: (invoice) => documentLinks('invoice', invoice),
  withheld: ['internalNotes', 'words', 'buyer', 'buyerInput'],
  filters: {
    isOverdue: (query, conditions, { now, principal }) =>
      applyConditions(
        query,
        `(invoices.status in ('issued', 'partially_paid') and invoices.document_type = 'invoice'
          and coalesce(invoices.due_date < date '${dayOf(now, principal.timeZone)}', false))`,
        conditions,
      ),
    companyId: linkFilter('invoices.company_id', 'companies'),
  },
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
export const invoicesOfProject = listOf<Invoice>('invoices.project', {
  listing,
  parent: 'invoices.project_id',
});
export const paymentsOfInvoice = allOf<InvoicePayment>(InvoicePayment, 'invoiceId', 'invoice_id');
export const creditNotesOfInvoice = allOf<Invoice>(Invoice, 'creditedInvoiceId', 'credited_invoice_id');
