// Resolvers that quotes, work orders and invoices share: their header fields and lines.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { dealById } from '../src/domains/deals/loaders.ts';
import type { CommercialDocument, DocumentLine, LineOwner } from '../src/domains/documents/document.ts';
import { plainDecimal } from '../src/domains/documents/exact.ts';
import { pdfLink } from '../src/domains/documents/pdf-files.ts';
import { shownDiscount } from '../src/domains/documents/public-view.ts';
import { linesOf } from '../src/domains/documents/store.ts';
import type { Discount } from '../src/domains/documents/totals.ts';
import { formatMoney, moneySql } from '../src/domains/money.ts';
import { projectById } from '../src/domains/projects/loaders.ts';
import { snakeCase } from '../src/naming.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

/** Resolves an amount with the digits of the document's currency. */
export function money(name: string): never {
  return computed<Record<string, string | null>>(
    [name, 'currency'],
    (row) => (row[name] == null ? null : formatMoney(row[name], row.currency!)),
    (table) => moneySql(`${table}.${snakeCase(name)}`, `${table}.currency`),
  );
}

/** Resolves a decimal without ending zeros. */
export function plain(name: string): never {
  return computed<Record<string, string | null>>([name], (row) =>
    row[name] == null ? null : plainDecimal(row[name]),
  );
}

/** Resolves a discount; that of an amount has the digits of the currency. */
const discount = computed<{ discount: Discount | null; currency: string }>(['discount', 'currency'], (row) =>
  shownDiscount(row.discount, row.currency),
);

/** Returns the resolvers of the fields that every document has. */
export function documentFields(owner: LineOwner) {
  return {
    storedId: computed<CommercialDocument>(
      ['id'],
      (row) => (row.isDryRun ? null : row.id),
      (table) => `${table}.id`,
    ),
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    contact: related(contactById, 'contactId'),
    deal: related(dealById, 'dealId'),
    project: related(projectById, 'projectId'),
    discount,
    subtotal: money('subtotal'),
    discountTotal: money('discountTotal'),
    netTotal: money('netTotal'),
    taxTotal: money('taxTotal'),
    roundingAdjustment: money('roundingAdjustment'),
    total: money('total'),
    exchangeRate: plain('exchangeRate'),
    source: computed<CommercialDocument>(['sourceType', 'sourceId'], ({ sourceType, sourceId }) =>
      sourceType ? { type: sourceType, id: sourceId } : null,
    ),
    pdf: computed<CommercialDocument>(
      ['pdfFileId', 'pdfSha256', 'pdfRenderedAt', 'number', 'status'],
      (row, ctx) => pdfLink(ctx, row),
    ),
    lines: related(linesOf[owner]),
    warnings: computed<CommercialDocument>(['id'], (row) => row.warnings ?? []),
  };
}

/** Resolves the address of the client's page, which only the answer to a send has. */
export const publicAddress = {
  publicUrl: computed<CommercialDocument>(['id'], (row) => row.publicUrl ?? null),
  publicUrlShown: computed<CommercialDocument>(['id'], (row) => !!row.publicUrl),
};

export const documents: Resolvers = {
  DocumentLine: {
    quantity: plain('quantity'),
    unitPrice: plain('unitPrice'),
    discount,
    gross: money('gross'),
    discountAmount: money('discountAmount'),
    net: money('net'),
    discountShare: money('discountShare'),
    quantityOrdered: computed<DocumentLine>(
      ['quantity'],
      ({ quantity }) => quantity && plainDecimal(quantity),
    ),
    quantityDelivered: computed<DocumentLine>(['quantityDelivered', 'kind'], (line) =>
      line.kind === 'item' ? plainDecimal(line.quantityDelivered) : null,
    ),
    quantityInvoiced: computed<DocumentLine>(['quantityInvoiced', 'kind'], (line) =>
      line.kind === 'item' ? plainDecimal(line.quantityInvoiced) : null,
    ),
  },
};
