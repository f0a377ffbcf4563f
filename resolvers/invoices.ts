// Resolvers of invoices, credit notes and payments.
import { listActivity } from '../src/domains/activities/service.ts';
import { conversionsOf } from '../src/domains/documents/conversion-list.ts';
import { documentPdf } from '../src/domains/documents/pdf-files.ts';
import { dryDocument, storedLines } from '../src/domains/documents/store.ts';
import { createCreditNote, storeCreditNote } from '../src/domains/invoices/credit-notes.ts';
import { creditsOf, daysOverdue } from '../src/domains/invoices/credits.ts';
import { voidInvoice, writeOffInvoice } from '../src/domains/invoices/ending.ts';
import { issueInvoice } from '../src/domains/invoices/issue.ts';
import {
  creditNotesOfInvoice,
  invoiceById,
  invoiceKind,
  invoicesOfCompany,
  invoicesOfContact,
  invoicesOfDeal,
  invoicesOfProject,
  paymentsOfInvoice,
} from '../src/domains/invoices/kind.ts';
import type { Invoice, InvoicePayment } from '../src/domains/invoices/model.ts';
import { recordPayment } from '../src/domains/invoices/payments.ts';
import { payPublicInvoice, viewPublicInvoice } from '../src/domains/invoices/public.ts';
import { refundPayment } from '../src/domains/invoices/refunds.ts';
import { sendInvoice } from '../src/domains/invoices/send.ts';
import {
  createInvoice,
  deleteInvoice,
  exportInvoices,
  getInvoice,
  listInvoices,
  updateInvoice,
} from '../src/domains/invoices/service.ts';
import { getAging, getStatement } from '../src/domains/invoices/statement.ts';
import { ubl } from '../src/domains/invoices/ubl.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import { documentFields, money, publicAddress } from './documents.ts';
import type { Resolvers } from './generated.ts';

export const invoices: Resolvers = {
  Query: {
    invoice: (_, { id }, ctx, info) => getInvoice(ctx, id, lookahead(info, 'invoices')),
    invoices: async (_, args, ctx, info) =>
      listInvoices(ctx, await applySavedView(ctx, 'invoices', args), lookahead(info, 'invoices')),
    exportInvoices: async (_, args, ctx, info) =>
      exportInvoices(ctx, await applySavedView(ctx, 'invoices', args), lookahead(info, 'invoices')),
    invoicePdf: async (_, { id, format }, ctx) => {
      const invoice = await getInvoice(ctx, id);
      const lines = await storedLines(ctx, 'invoiceId', id);
      if (format === 'xml') return ubl(ctx, invoice, lines);
      return documentPdf(ctx, invoice, lines, 'invoice', invoice.status !== 'draft');
    },
    invoiceActivity: (_, { invoiceId, ...args }, ctx, info) =>
      listActivity(ctx, 'invoice', invoiceId, args, lookahead(info, 'activities')),
    clientStatement: (_, { id, ...args }, ctx) => getStatement(ctx, id, args) as never,
    receivablesAging: (_, args, ctx) => getAging(ctx, args) as never,
    publicInvoice: (_, { token }, ctx) => viewPublicInvoice(ctx, token) as never,
  },
  Mutation: {
    createInvoice: (_, { input, dryRun }, ctx) => createInvoice(ctx, input as never, dryRun ?? false),
    updateInvoice: (_, { id, input, expectedVersion }, ctx) =>
      updateInvoice(ctx, id, input as never, expectedVersion),
    deleteInvoice: (_, { id, expectedVersion }, ctx) => deleteInvoice(ctx, id, expectedVersion),
    issueInvoice: (_, { id, input, expectedVersion }, ctx) =>
      issueInvoice(ctx, id, (input ?? {}) as never, expectedVersion),
    sendInvoice: (_, { id, input, expectedVersion }, ctx) =>
      sendInvoice(ctx, id, (input ?? {}) as never, expectedVersion),
    voidInvoice: (_, { id, reason, expectedVersion }, ctx) => voidInvoice(ctx, id, reason, expectedVersion),
    writeOffInvoice: (_, { id, reason, expectedVersion }, ctx) =>
      writeOffInvoice(ctx, id, reason, expectedVersion),
    recordInvoicePayment: (_, { id, input, expectedVersion }, ctx) =>
      recordPayment(ctx, id, input as never, expectedVersion) as never,
    refundInvoicePayment: (_, { id, paymentId, input, expectedVersion }, ctx) =>
      refundPayment(ctx, id, paymentId, input as never, expectedVersion) as never,
    createCreditNote: async (_, { id, input, dryRun, expectedVersion }, ctx) => {
      const note = await createCreditNote(ctx, id, input as never, expectedVersion);
      return dryRun
        ? dryDocument(ctx, invoiceKind, 'invoiceId', note.fields, note.lines)
        : storeCreditNote(ctx, note);
    },
    payPublicInvoice: (_, { token, input }, ctx) => payPublicInvoice(ctx, token, (input ?? {}) as never),
  },
  Invoice: {
    ...documentFields('invoiceId'),
    ...publicAddress,
    amountPaid: money('amountPaid'),
    amountCredited: money('amountCredited'),
    balance: money('balance'),
    creditRemaining: money('creditRemaining'),
    isOverdue: computed<Invoice>(
      ['status', 'documentType', 'dueDate'],
      (row, ctx) => daysOverdue(ctx, row) > 0,
    ),
    daysOverdue: computed<Invoice>(['status', 'documentType', 'dueDate'], (row, ctx) =>
      daysOverdue(ctx, row),
    ),
    payments: related(paymentsOfInvoice),
    credits: computed<Invoice>(['id'], ({ id }, ctx) => creditsOf(ctx, id)),
    conversions: computed<Invoice>(['id'], ({ id }, ctx) => conversionsOf(ctx, 'document_id', id)),
    creditNotes: related(creditNotesOfInvoice),
  },
  CreditNoteSummary: { total: money('total') },
  InvoicePayment: {
    amount: money('amount'),
    applied: money('applied'),
    excess: money('excess'),
    refunded: money('refunded'),
    refunds: computed<InvoicePayment>(['refunds'], ({ refunds }) =>
      refunds.map((one) => ({ ...one, at: new Date(one.at) })),
    ),
    invoice: computed<InvoicePayment & { invoice?: Invoice }>(
      ['invoiceId'],
      (row, ctx) => row.invoice ?? invoiceById(ctx, row.invoiceId),
    ),
  },
  Company: { invoices: related(invoicesOfCompany) },
  Contact: { invoices: related(invoicesOfContact) },
  Deal: { invoices: related(invoicesOfDeal) },
  Project: { invoices: related(invoicesOfProject) },
};
