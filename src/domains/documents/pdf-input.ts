// What stands on a document as PDF.
import type { Seller } from '../tenants/commercial.ts';
import type { Buyer, CommercialDocument, DocumentLine } from './document.ts';
import type { Profile } from './profile.ts';

export interface PdfInput {
  document: CommercialDocument;
  lines: readonly DocumentLine[];
  kind: 'quote' | 'work_order' | 'invoice';
  profile: Profile;
  isDraft: boolean;
  seller: Seller | null;
  buyer: Buyer | null;
  /** The number of the invoice that a credit note credits. */
  creditedNumber?: string | undefined;
  /** A picture of the seller as PNG or JPEG. */
  logo?: Buffer | undefined;
}
