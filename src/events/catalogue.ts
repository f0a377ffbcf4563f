// The events: what can happen to a record, and how its line on the timeline reads. One change is one event.

export interface EventKind {
  /** Type of the object, singular snake_case, as webhooks name it. */
  object: string;
  /** The line on the timeline of the records concerned. */
  line: string;
  /** Kept in the audit alone: neither crm.md section 15 nor platform.md §9 tells others of it. */
  isInternal?: true;
}

/** crm.md section 15, platform.md §9 where it is silent (spec README point 7). */
export const EVENTS = {
  'company.created': { object: 'company', line: 'Company created' },
  'company.updated': { object: 'company', line: 'Company changed' },
  'company.deleted': { object: 'company', line: 'Company deleted' },
  'company.restored': { object: 'company', line: 'Company restored' },
  'company.merged': { object: 'company', line: 'Companies merged' },
  'company.merge_undone': { object: 'company', line: 'Merge of companies undone' },
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
  'contact.merged': { object: 'contact', line: 'Contacts merged' },
  'contact.merge_undone': { object: 'contact', line: 'Merge of contacts undone' },
  'contact.erased': { object: 'contact', line: 'Contact erased' },
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
  'deal.created': { object: 'deal', line: 'Deal created' },
  'deal.updated': { object: 'deal', line: 'Deal changed' },
  'deal.stage_changed': { object: 'deal', line: 'Deal moved' },
  'deal.won': { object: 'deal', line: 'Deal won' },
  'deal.lost': { object: 'deal', line: 'Deal lost' },
  'deal.reopened': { object: 'deal', line: 'Deal reopened' },
  'deal.deleted': { object: 'deal', line: 'Deal deleted' },
  'deal.restored': { object: 'deal', line: 'Deal restored' },
  'deal.bulk_moved': { object: 'deal', line: 'Deals moved in bulk' },
  'deal.contact_added': { object: 'deal', line: 'Contact of the deal added' },
  'deal.contact_updated': { object: 'deal', line: 'Contact of the deal changed' },
  'deal.contact_removed': { object: 'deal', line: 'Contact of the deal removed' },
  'deal_pipeline.created': { object: 'deal_pipeline', line: 'Pipeline created' },
  'deal_pipeline.updated': { object: 'deal_pipeline', line: 'Pipeline changed' },
  'deal_pipeline.deleted': { object: 'deal_pipeline', line: 'Pipeline deleted' },
  'deal_pipeline.stage_added': { object: 'deal_pipeline', line: 'Stage added' },
  'deal_pipeline.stage_updated': { object: 'deal_pipeline', line: 'Stage changed' },
  'deal_pipeline.stage_deleted': { object: 'deal_pipeline', line: 'Stage deleted' },
  'relationship.updated': { object: 'contact', line: 'Relationship changed' },
  'relationship_outcome.recorded': { object: 'relationship_outcome', line: 'Relationship outcome recorded' },
  'relationship_outcome.confirmed': {
    object: 'relationship_outcome',
    line: 'Relationship outcome confirmed',
  },
  'relationship_outcome.corrected': {
    object: 'relationship_outcome',
    line: 'Relationship outcome corrected',
  },
  'note.added': { object: 'note', line: 'Note added' },
  'note.updated': { object: 'note', line: 'Note changed' },
  'note.deleted': { object: 'note', line: 'Note deleted' },
  // An activity is its own line on the timeline, so it is written without links.
  'activity.created': { object: 'activity', line: 'Activity logged', isInternal: true },
  'activity.updated': { object: 'activity', line: 'Activity changed', isInternal: true },
  'activity.deleted': { object: 'activity', line: 'Activity deleted', isInternal: true },
  'action_item.added': { object: 'action_item', line: 'Action item added', isInternal: true },
  'action_item.updated': { object: 'action_item', line: 'Action item changed', isInternal: true },
  'action_item.completed': { object: 'action_item', line: 'Action item done' },
  // Access: platform.md §9.
  'role.created': { object: 'role', line: 'Role created' },
  'role.updated': { object: 'role', line: 'Role changed' },
  'role.deleted': { object: 'role', line: 'Role deleted' },
  'api_token.created': { object: 'api_token', line: 'API token created' },
  'api_token.updated': { object: 'api_token', line: 'API token changed', isInternal: true },
  'api_token.rotated': { object: 'api_token', line: 'API token rotated' },
  'api_token.revoked': { object: 'api_token', line: 'API token revoked' },
  'api_token.expiring': { object: 'api_token', line: 'API token about to expire' },
  'tenant.updated': { object: 'tenant', line: 'Workspace settings changed' },
  // Single sign-on.
  'sso_connection.updated': {
    object: 'sso_connection',
    line: 'Single sign-on connection changed',
    isInternal: true,
  },
  'member.joined': { object: 'member', line: 'Member joined' },
  'member.updated': { object: 'member', line: 'Member changed' },
  'auth.signed_in': { object: 'user', line: 'Signed in', isInternal: true },
  // Jobs and audit.
  'job.requested': { object: 'job', line: 'Job asked for', isInternal: true },
  'job.cancelled': { object: 'job', line: 'Job cancelled', isInternal: true },
  'job.completed': { object: 'job', line: 'Job done' },
  'job.failed': { object: 'job', line: 'Job failed' },
  'audit_log.exported': { object: 'audit_log', line: 'Audit log exported' },
  // Webhooks.
  'webhook.created': { object: 'webhook', line: 'Webhook created', isInternal: true },
  'webhook.updated': { object: 'webhook', line: 'Webhook changed', isInternal: true },
  'webhook.deleted': { object: 'webhook', line: 'Webhook deleted', isInternal: true },
  'webhook.secret_rotated': { object: 'webhook', line: 'Secret of the webhook rotated', isInternal: true },
  'webhook.delivery_replayed': { object: 'webhook', line: 'Delivery replayed', isInternal: true },
  'webhook.recovery_started': { object: 'webhook', line: 'Recovery of deliveries started', isInternal: true },
  'webhook.disabled': { object: 'webhook', line: 'Webhook disabled' },
  'webhook.test': { object: 'webhook', line: 'Webhook tested' },
  // Custom fields.
  'custom_field.created': { object: 'custom_field', line: 'Custom field defined' },
  'custom_field.updated': { object: 'custom_field', line: 'Custom field changed' },
  'custom_field.deleted': { object: 'custom_field', line: 'Custom field archived' },
  'custom_field.restored': { object: 'custom_field', line: 'Custom field restored' },
  // Saved views.
  'saved_view.created': { object: 'saved_view', line: 'View saved' },
  'saved_view.updated': { object: 'saved_view', line: 'View changed' },
  'saved_view.deleted': { object: 'saved_view', line: 'View deleted' },
  'saved_view.default_changed': { object: 'saved_view', line: 'Default view changed', isInternal: true },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof EVENTS;
