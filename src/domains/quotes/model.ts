// The model of quotes.
import { CommercialDocument } from '../documents/document.ts';

/** How a quote was decided. */
export interface Decision {
  decision: 'accepted' | 'declined' | 'cancelled';
  by: 'client' | 'user';
  userId: string | null;
  name: string | null;
  email: string | null;
  ip: string | null;
  signatureText: string | null;
  documentHash: string | null;
  reason: string | null;
  at: string;
}

export class Quote extends CommercialDocument {
  static override tableName = 'quotes';
  static override entity = 'quotes';

  declare validUntil: string;
  declare revision: number;
  declare rootId: string;
  declare previousRevisionId: string | null;
  declare sentAt: Date | null;
  declare viewedAt: Date | null;
  declare decidedAt: Date | null;
  declare expiredAt: Date | null;
  declare decision: Decision | null;
  declare documentHash: string | null;
  declare convertedPercent: string;
}
