// The models of contacts.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';

/** The consent of a contact on one channel, and who recorded it. */
export interface Consent {
  state: 'unknown' | 'opted_in' | 'opted_out';
  source: string | null;
  /** ISO 8601, as in the stored JSON. */
  at: string | null;
  by: ActorRecord | null;
}

export interface ContactConsent {
  email: Consent;
  sms: Consent;
  phone: Consent;
  post: Consent;
}

export type MethodKind = 'email' | 'phone' | 'profile';

export class Contact extends RecordModel {
  static override tableName = 'contacts';
  static override entity = 'contacts';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'consent'];

  declare prefix: string | null;
  declare firstName: string | null;
  declare middleName: string | null;
  declare lastName: string | null;
  declare suffix: string | null;
  declare displayName: string;
  declare email: string | null;
  declare phone: string | null;
  declare title: string | null;
  declare department: string | null;
  declare timezone: string | null;
  declare locale: string | null;
  declare address: Record<string, string | null> | null;
  declare linkedinUrl: string | null;
  declare companyId: string | null;
  declare companyLink: 'manual' | 'auto_domain' | null;
  declare ownerUserId: string | null;
  declare source: string;
  declare status: 'active' | 'inactive' | 'left_company' | 'erased';
  declare doNotContact: boolean;
  /** A channel without recorded consent is missing. */
  declare consent: Partial<ContactConsent>;
  declare relationshipIntent: string | null;
  declare interests: string[] | null;
  declare contextNotes: string | null;
  declare desiredCadenceDays: number | null;
  declare preferredChannel: string | null;
  declare stewardUserId: string | null;
  /** The day until which follow-ups are snoozed. */
  declare followUpSnoozedUntil: string | null;
  /** The assistant's proposal that a person accepted with the last change of the relationship. */
  declare relationshipProposedBy: string | null;
  declare mergedIntoId: string | null;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
}

export class ContactMethod extends TenantModel {
  static override tableName = 'contact_methods';

  declare contactId: string;
  declare kind: MethodKind;
  declare value: string;
  declare original: string | null;
  declare label: string | null;
  declare network: string | null;
  declare isPrimary: boolean;
  declare isValid: boolean;
  declare isShared: boolean;
  declare live: boolean;
}

export class ContactCompany extends TenantModel {
  static override tableName = 'contact_companies';
  static override idColumn = ['tenant_id', 'contact_id', 'company_id'];

  declare contactId: string;
  declare companyId: string;
  declare role: string | null;
  declare title: string | null;
  declare isPrimary: boolean;
  declare startedOn: string | null;
  declare endedOn: string | null;
  declare source: string;
  /** Set in the result of adding an association; not a column. */
  declare outcome?: 'created' | 'updated';
}
