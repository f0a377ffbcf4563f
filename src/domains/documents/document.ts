// What quotes, work orders and invoices have in common, as rows.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { PostalAddress, Seller } from '../tenants/commercial.ts';
import type { Discount, Tax } from './totals.ts';

/** Who buys, as it stands on a document. */
export interface Buyer {
  name: string | null;
  address: PostalAddress | null;
  taxId: string | null;
  email: string | null;
}

/** A tax of a document with its base and amount, as decimals of its currency. */
export interface StoredTaxGroup extends Tax {
  base: string;
  tax: string;
}

/** A warning in the answer to a write. */
export interface Warning {
  code: string;
  message: string;
  ids: string[];
}

export class CommercialDocument extends RecordModel {
  static override jsonAttributes = [
    ...RecordModel.jsonAttributes,
    'discount',
    'taxGroups',
    'seller',
    'buyer',
    'buyerInput',
    'siteAddress',
    'signOff',
    'decision',
  ];

  declare number: string | null;
  declare title: string;
  declare status: string;
  declare statusReason: string | null;
  declare companyId: string;
  declare contactId: string | null;
  declare dealId: string | null;
  declare projectId: string | null;
  declare ownerUserId: string | null;
  declare currency: string;
  declare issueDate: string | null;
  declare reference: string | null;
  declare poNumber: string | null;
  declare terms: string | null;
  declare notes: string | null;
  declare internalNotes: string | null;
  declare pricesIncludeTax: boolean;
  declare taxRounding: 'per_rate' | 'per_line';
  declare discount: Discount | null;
  declare taxGroups: StoredTaxGroup[];
  declare subtotal: string;
  declare discountTotal: string;
  declare netTotal: string;
  declare taxTotal: string;
  declare roundingAdjustment: string;
  declare total: string;
  declare exchangeRate: string | null;
  declare seller: Seller | null;
  declare buyer: Buyer | null;
  declare buyerInput: Partial<Buyer> | null;
  declare sourceType: string | null;
  declare sourceId: string | null;
  declare locale: string | null;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
  declare words: string | null;
  declare pdfFileId: string | null;
  declare pdfSha256: string | null;
  declare pdfRenderedAt: Date | null;
  /** Set in the answer to a write. */
  declare warnings?: Warning[];
  /** Set in the answer to a send: the address of the client's page, shown once. */
  declare publicUrl?: string | null;
  /** Set in the answer to a dry run: nothing is stored. */
  declare isDryRun?: boolean;
}

/** A line of a document. */
export class DocumentLine extends TenantModel {
  static override tableName = 'document_lines';
  static override jsonAttributes = ['discount', 'taxes'];

  declare quoteId: string | null;
  declare workOrderId: string | null;
  declare invoiceId: string | null;
  declare position: number;
  declare kind: 'item' | 'section' | 'text';
  declare description: string;
  declare sku: string | null;
  declare currency: string;
  declare quantity: string | null;
  declare unit: string | null;
  declare unitPrice: string | null;
  declare minutes: number | null;
  declare discount: Discount | null;
  declare taxes: Tax[];
  declare gross: string | null;
  declare discountAmount: string | null;
  declare net: string | null;
  declare discountShare: string | null;
  declare optional: boolean;
  declare selected: boolean;
  declare sourceLineId: string | null;
  declare timeEntryIds: string[];
  declare milestoneId: string | null;
  declare quantityDelivered: string;
  declare quantityInvoiced: string;
}

/** What was made of a quote or work order. */
export class DocumentConversion extends TenantModel {
  static override tableName = 'document_conversions';
  static override jsonAttributes = ['lines'];

  declare quoteId: string | null;
  declare workOrderId: string | null;
  declare target: 'work_order' | 'invoice';
  declare mode: 'all' | 'lines' | 'percent' | 'final';
  declare percent: string | null;
  declare lines: { lineId: string; quantity: string; discount?: string }[];
  declare net: string;
  declare discount: string;
  declare documentId: string;
  declare releasedAt: Date | null;
}

/** The column of a line that names its document. */
export type LineOwner = 'quoteId' | 'workOrderId' | 'invoiceId';
