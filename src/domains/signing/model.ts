// The tables of signing as classes.
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export type EnvelopeStatus =
  | 'draft'
  | 'sent'
  | 'partially_signed'
  | 'completing'
  | 'completed'
  | 'declined'
  | 'voided'
  | 'expired';
export type Role = 'signer' | 'approver' | 'viewer' | 'cc';
export type RecipientStatus =
  | 'created'
  | 'queued'
  | 'sent'
  | 'viewed'
  | 'signed'
  | 'approved'
  | 'declined'
  | 'bounced'
  | 'expired';
export type Auth = 'none' | 'access_code' | 'email_otp';
export type FieldType =
  | 'signature'
  | 'initials'
  | 'date_signed'
  | 'name'
  | 'email'
  | 'text'
  | 'checkbox'
  | 'radio'
  | 'dropdown';

export interface Reminder {
  afterDays: number;
  everyDays: number;
}

export class Envelope extends RecordModel {
  static override tableName = 'envelopes';
  static override entity = 'signing';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'reminder', 'manifestSignature'];

  declare kind: 'envelope' | 'template';
  declare status: EnvelopeStatus;
  declare title: string;
  declare message: string | null;
  declare companyId: string | null;
  declare dealId: string | null;
  declare projectId: string | null;
  declare sourceType: 'quote' | 'work_order' | 'invoice' | null;
  declare sourceId: string | null;
  declare provider: string;
  declare providerEnvelopeId: string | null;
  declare routing: 'sequential' | 'parallel';
  declare declinePolicy: 'stop' | 'continue';
  declare reminder: Reminder | null;
  declare expiresAt: Date | null;
  declare sentAt: Date | null;
  declare completedAt: Date | null;
  declare expiredAt: Date | null;
  declare statusBeforeExpiry: 'sent' | 'partially_signed' | null;
  declare declineReason: string | null;
  declare voidReason: string | null;
  declare remindedAt: Date | null;
  declare reminderCount: number;
  declare nextReminderAt: Date | null;
  declare consentVersion: string | null;
  /** Canonical JSON, as it was signed. */
  declare manifest: string | null;
  declare manifestSignature: { alg: string; kid: string; value: string } | null;
  declare certificateFileId: string | null;
  declare words: string;
  declare tags: string[];
}

export class EnvelopeDocument extends TenantModel {
  static override tableName = 'envelope_documents';

  declare envelopeId: string;
  declare position: number;
  declare name: string;
  declare pages: number;
  declare size: number;
  declare originalFileId: string;
  declare sha256Original: string;
  declare finalFileId: string | null;
  declare sha256Final: string | null;
}

export class EnvelopeRecipient extends TenantModel {
  static override tableName = 'envelope_recipients';
  static override jsonAttributes = ['answer'];

  declare envelopeId: string;
  declare position: number;
  declare key: string | null;
  declare role: Role;
  declare name: string | null;
  declare email: string | null;
  declare contactId: string | null;
  declare routingOrder: number;
  declare auth: Auth;
  declare accessCodeHash: string | null;
  declare locale: string | null;
  declare status: RecipientStatus;
  declare declineReason: string | null;
  declare viewedAt: Date | null;
  declare signedAt: Date | null;
  declare answer: { recipientStatus: RecipientStatus; envelopeStatus: EnvelopeStatus; at: string } | null;
  declare codeTries: number;
  declare codeTriesSince: Date | null;
  declare codeHash: string | null;
  declare codeExpiresAt: Date | null;
  declare codeRequests: Date[];
}

export interface Validation {
  minLength?: number | null;
  maxLength?: number | null;
  pattern?: string | null;
  format?: 'email' | 'number' | 'date' | null;
}

export class EnvelopeField extends TenantModel {
  static override tableName = 'envelope_fields';
  static override jsonAttributes = ['defaultValue', 'validation', 'value'];

  declare envelopeId: string;
  declare recipientId: string;
  declare documentId: string;
  declare position: number;
  declare type: FieldType;
  declare label: string | null;
  declare page: number;
  declare x: number;
  declare y: number;
  declare width: number;
  declare height: number;
  declare required: boolean;
  declare groupName: string | null;
  declare options: string[];
  declare defaultValue: unknown;
  declare validation: Validation | null;
  declare value: unknown;
}

export class EnvelopeEvent extends TenantModel {
  static override tableName = 'envelope_events';
  static override idColumn = ['tenant_id', 'envelope_id', 'seq'];

  declare envelopeId: string;
  declare seq: number;
  declare type: string;
  declare at: Date;
  declare recipientId: string | null;
  declare canonical: string;
  declare prevHash: string;
  declare hash: string;
}
