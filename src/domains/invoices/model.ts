// The models of invoices, credit notes and payments.
import type { ActorRecord } from '../../access/principal.ts';
import { TenantModel } from '../../db/record-model.ts';
import { CommercialDocument } from '../documents/document.ts';

export class Invoice extends CommercialDocument {
  static override tableName = 'invoices';
  static override entity = 'invoices';

  declare documentType: 'invoice' | 'credit_note';
  declare kind: 'standard' | 'deposit' | 'progress' | 'final';
  declare dueDate: string | null;
  declare supplyDate: string | null;
  declare issuedAt: Date | null;
  declare sentAt: Date | null;
  declare viewedAt: Date | null;
  declare amountPaid: string;
  declare amountCredited: string;
  declare balance: string;
  declare creditedInvoiceId: string | null;
  declare creditRemaining: string | null;
  declare creditReason: string | null;
  declare reminderCount: number;
  declare remindedAt: Date | null;
  declare overdueAt: Date | null;
  declare voidReason: string | null;
  declare voidedAt: Date | null;
  declare writeOffReason: string | null;
  declare writtenOffAt: Date | null;
  declare writtenOffAmount: string | null;
}

export type PaymentMethod =
  | 'bank_transfer'
  | 'card'
  | 'direct_debit'
  | 'cash'
  | 'check'
  | 'provider'
  | 'credit_note'
  | 'client_credit'
  | 'other';

export interface Refund {
  id: string;
  amount: string;
  reason: string;
  reference: string | null;
  creditNoteId: string | null;
  /** What of it came out of the credit of the client. */
  fromCredit: string;
  at: string;
}

export class InvoicePayment extends TenantModel {
  static override tableName = 'invoice_payments';
  static override jsonAttributes = ['refunds', 'createdBy'];

  declare invoiceId: string;
  declare amount: string;
  declare currency: string;
  declare method: PaymentMethod;
  declare status: 'pending' | 'succeeded' | 'failed' | 'refunded' | 'partially_refunded' | 'disputed';
  declare paidAt: Date;
  declare reference: string | null;
  declare applied: string;
  declare excess: string;
  declare refunded: string;
  declare refunds: Refund[];
  declare creditNoteId: string | null;
  declare reversesWriteOff: boolean;
  declare createdBy: ActorRecord;
}
