// The events: what can happen to a record, and how its line on the timeline reads. One change is one event.

interface EventKind {
  /** Type of the object, singular snake_case, as webhooks name it. */
  object: string;
  /** The line on the timeline of the records concerned. */
  line: string;
}

/** crm.md section 15, platform.md §9 where it is silent (spec README point 7). */
export const EVENTS = {
  'company.created': { object: 'company', line: 'Company created' },
  'company.updated': { object: 'company', line: 'Company changed' },
  'company.deleted': { object: 'company', line: 'Company deleted' },
  'company.restored': { object: 'company', line: 'Company restored' },
  'company.bulk_updated': { object: 'company', line: 'Companies changed in bulk' },
  'company.identifier_added': { object: 'company_identifier', line: 'Identifier added' },
  'company.identifier_updated': { object: 'company_identifier', line: 'Identifier changed' },
  'company.identifier_removed': { object: 'company_identifier', line: 'Identifier removed' },
  'company.duplicate_dismissed': { object: 'company', line: 'Said to be no duplicate' },
  'client.created': { object: 'client', line: 'Client created' },
  'client.linked': { object: 'client', line: 'Became a client' },
  'client.reactivated': { object: 'client', line: 'Became a client again' },
  'client.status_changed': { object: 'client', line: 'Client status changed' },
  'client.number_changed': { object: 'client', line: 'Client number changed' },
  'client.deactivated': { object: 'client', line: 'Stopped being a client' },
  'contact.created': { object: 'contact', line: 'Contact created' },
  'contact.updated': { object: 'contact', line: 'Contact changed' },
  'contact.deleted': { object: 'contact', line: 'Contact deleted' },
  'contact.restored': { object: 'contact', line: 'Contact restored' },
  'contact.consent_changed': { object: 'contact', line: 'Consent changed' },
  'contact.bulk_updated': { object: 'contact', line: 'Contacts changed in bulk' },
  'contact.bulk_deleted': { object: 'contact', line: 'Contacts deleted in bulk' },
  'contact.duplicate_dismissed': { object: 'contact', line: 'Said to be no duplicate' },
  'contact.method_added': { object: 'contact_method', line: 'Way to reach the contact added' },
  'contact.method_updated': { object: 'contact_method', line: 'Way to reach the contact changed' },
  'contact.method_removed': { object: 'contact_method', line: 'Way to reach the contact removed' },
  'contact.company_added': { object: 'contact', line: 'Company of the contact added' },
  'contact.company_updated': { object: 'contact', line: 'Company of the contact changed' },
  'contact.company_removed': { object: 'contact', line: 'Company of the contact removed' },
  'note.added': { object: 'note', line: 'Note added' },
  'note.updated': { object: 'note', line: 'Note changed' },
  'note.deleted': { object: 'note', line: 'Note deleted' },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof EVENTS;
