// Lists every reference to companies and contacts, and how a merge and the erasure of a person treat it.
// A test compares the list with the foreign keys in the PostgreSQL catalogue.
import { type RecordType, recordTypes } from '../../sdl/records.ts';

/** The tables whose records can be merged. */
export type MergeTable = 'companies' | 'contacts';

export interface Reference {
  table: string;
  column: string;
  to: MergeTable;
  /**
   * How a merge treats the rows.
   * moved: the row moves to the primary record.
   * united: the row moves; two rows for the same partner are combined into one.
   * identifying: the row identifies the record; moved by identifying-rows.ts, deduplicated by value.
   * kept: history, which stays unchanged.
   * follows: derived data that is updated with its record.
   */
  merge: 'moved' | 'united' | 'identifying' | 'kept' | 'follows';
  /** The column that identifies a row within the workspace; `id` by default. */
  key?: string;
  keyType?: 'uuid' | 'text';
  /** A condition that selects the rows of this kind if the column can reference several kinds. */
  where?: string;
  /** The row is a record with a version, which a move increments. */
  record?: true;
  /** For united rows: columns that are filled if the row of the primary record has no value. */
  fill?: readonly string[];
  /** For united rows: columns that are filled together if the row of the primary record has none of them. */
  fillTogether?: readonly string[];
  /** For united rows: a flag that only one row of a group has; the caller sets it again after an undo. */
  flag?: string;
  /** What the erasure of a person does: deletes or keeps the row, or sets columns to SQL values. Only for contacts. */
  erase?: 'delete' | 'keep' | Readonly<Record<string, string>>;
}

/** Whether a recipient of an envelope is one of a draft. */
const IS_DRAFT = `(select e.status from envelopes e
  where e.tenant_id = envelope_recipients.tenant_id and e.id = envelope_id) = 'draft'`;

/** What the erasure of a person takes out of their own records of a kind; the others are kept as they are. */
const ERASED_WITH_CONTACT: Readonly<Record<string, Reference['erase']>> = {
  support_tickets: { subject: `'Erased ticket'` },
};

/** Returns the company_id and contact_id references of a kind of record; an erasure keeps the record of a contact. */
function linksOf({ entity, fields }: RecordType): Reference[] {
  const links: Reference[] = [];
  if (fields.has('companyId'))
    links.push({ table: entity, column: 'company_id', to: 'companies', merge: 'moved', record: true });
  if (fields.has('contactId'))
    links.push({
      table: entity,
      column: 'contact_id',
      to: 'contacts',
      merge: 'moved',
      record: true,
      erase: ERASED_WITH_CONTACT[entity] ?? 'keep',
    });
  return links;
}

/** All references in lock order: records before their associations, as the services lock them. */
export const REFERENCES: readonly Reference[] = [
  { table: 'companies', column: 'parent_company_id', to: 'companies', merge: 'moved', record: true },
  { table: 'companies', column: 'merged_into_id', to: 'companies', merge: 'moved' },
  { table: 'contacts', column: 'merged_into_id', to: 'contacts', merge: 'moved', erase: 'keep' },
  ...recordTypes().flatMap(linksOf),
  ...(['companies', 'contacts'] as const).map((to): Reference => {
    const [column, key] = to === 'companies' ? ['company_id', 'contact_id'] : ['contact_id', 'company_id'];
    return {
      table: 'contact_companies',
      column: column!,
      to,
      merge: 'united',
      key,
      fill: ['role', 'title'],
      // A start without an end means a current association, so the two are never filled separately.
      fillTogether: ['started_on', 'ended_on'],
      flag: 'is_primary',
      ...(to === 'contacts' && { erase: { role: 'null', title: 'null' } }),
    };
  }),
  {
    table: 'deal_contacts',
    column: 'contact_id',
    to: 'contacts',
    merge: 'united',
    key: 'deal_id',
    fill: ['role'],
    erase: 'keep',
  },
  {
    table: 'project_contacts',
    column: 'contact_id',
    to: 'contacts',
    merge: 'united',
    key: 'project_id',
    flag: 'is_primary',
    erase: 'keep',
  },
  {
    table: 'project_partners',
    column: 'company_id',
    to: 'companies',
    merge: 'united',
    key: 'project_id',
    fill: ['contact_id'],
  },
  {
    table: 'project_partners',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    key: 'project_id',
    erase: { contact_id: 'null' },
  },
  {
    table: 'room_links',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    record: true,
    erase: { label: 'null', contact_id: 'null', allow_list: `'{@erased.invalid}'` },
  },
  {
    table: 'room_visitors',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    erase: { name: `'Erased contact'`, email: 'null', email_verified: 'false' },
  },
  {
    table: 'envelope_recipients',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    // What was sent stays as evidence (retention).
    erase: {
      name: `case when ${IS_DRAFT} then null else name end`,
      email: `case when ${IS_DRAFT} then null else email end`,
    },
  },
  { table: 'company_identifiers', column: 'company_id', to: 'companies', merge: 'identifying' },
  { table: 'contact_methods', column: 'contact_id', to: 'contacts', merge: 'identifying', erase: 'delete' },
  {
    table: 'client_numbers',
    column: 'company_id',
    to: 'companies',
    merge: 'moved',
    key: 'number',
    keyType: 'text',
  },
  { table: 'pulse_topics', column: 'company_id', to: 'companies', merge: 'moved', record: true },
  {
    table: 'pulse_item_companies',
    column: 'company_id',
    to: 'companies',
    merge: 'united',
    key: 'pulse_item_id',
  },
  { table: 'client_credits', column: 'company_id', to: 'companies', merge: 'moved' },
  { table: 'time_entries', column: 'company_id', to: 'companies', merge: 'moved', record: true },
  { table: 'notes', column: 'company_id', to: 'companies', merge: 'moved' },
  { table: 'notes', column: 'contact_id', to: 'contacts', merge: 'moved', erase: 'delete' },
  ...(['companies', 'contacts'] as const).map(
    (to): Reference => ({
      table: 'activity_links',
      column: 'entity_id',
      to,
      merge: 'united',
      key: 'activity_id',
      where: `entity = '${to === 'companies' ? 'company' : 'contact'}'`,
      // contacts/erase.ts clears the activities themselves.
      ...(to === 'contacts' && { erase: 'keep' as const }),
    }),
  ),
  { table: 'relationship_outcomes', column: 'company_id', to: 'companies', merge: 'moved', record: true },
  {
    table: 'relationship_outcomes',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    record: true,
    // Keeps the fact that the outcome was corrected, without the former values.
    erase: {
      summary: 'null',
      evidence: "'[]'",
      proof_asset_refs: "'[]'",
      history: "case when history = '[]' then '[]' else '[{}]'::jsonb end",
    },
  },
  {
    table: 'outreach_enrolments',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    record: true,
    erase: 'keep',
  },
  {
    table: 'campaign_members',
    column: 'contact_id',
    to: 'contacts',
    merge: 'united',
    key: 'campaign_id',
    // The status follows from the times, so the furthest one wins.
    fill: [
      ...['skip_reason', 'communication_id', 'address', 'sent_at', 'delivered_at', 'opened_at', 'clicked_at'],
      ...['replied_at', 'bounced_at', 'opted_out_at'],
    ],
    erase: { address: 'null' },
  },
  { table: 'communications', column: 'company_id', to: 'companies', merge: 'moved', record: true },
  { table: 'communication_threads', column: 'company_id', to: 'companies', merge: 'moved', record: true },
  { table: 'calls', column: 'company_id', to: 'companies', merge: 'moved', record: true },
  { table: 'call_participants', column: 'contact_id', to: 'contacts', merge: 'moved', erase: 'keep' },
  {
    table: 'call_contacts',
    column: 'contact_id',
    to: 'contacts',
    merge: 'united',
    key: 'call_id',
    erase: 'keep',
  },
  // The function erase_communications of the database clears what they contain.
  {
    table: 'communication_participants',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    erase: 'keep',
  },
  {
    table: 'communication_contacts',
    column: 'contact_id',
    to: 'contacts',
    merge: 'united',
    key: 'communication_id',
    erase: 'keep',
  },
  {
    table: 'support_messages',
    column: 'contact_id',
    to: 'contacts',
    merge: 'moved',
    erase: { body: `'Erased message'` },
  },
  ...(['companies', 'contacts'] as const).map(
    (to): Reference => ({
      table: 'comments',
      column: 'entity_id',
      to,
      merge: 'moved',
      where: `entity_type = '${to === 'companies' ? 'company' : 'contact'}'`,
      ...(to === 'contacts' && {
        erase: { body: `case when body is null then null else 'Erased comment' end` },
      }),
    }),
  ),
  { table: 'company_names', column: 'company_id', to: 'companies', merge: 'follows' },
  { table: 'client_status_changes', column: 'company_id', to: 'companies', merge: 'kept' },
  ...(['company', 'contact'] as const).flatMap((entity) =>
    (['duplicates.first_id', 'duplicates.second_id', 'duplicate_keys.record_id'] as const).map(
      (name): Reference => {
        const [table, column] = `${entity}_${name}`.split('.') as [string, string];
        // Duplicate pairs are computed from live records and shown only for those.
        const reference = { table, column, merge: 'follows' as const };
        return entity === 'company'
          ? { ...reference, to: 'companies' }
          : { ...reference, to: 'contacts', erase: 'delete' };
      },
    ),
  ),
  { table: 'merges', column: 'company_id', to: 'companies', merge: 'kept' },
  { table: 'merges', column: 'duplicate_company_id', to: 'companies', merge: 'kept' },
  { table: 'merges', column: 'contact_id', to: 'contacts', merge: 'kept', erase: 'keep' },
  { table: 'merges', column: 'duplicate_contact_id', to: 'contacts', merge: 'kept', erase: 'keep' },
];

/**
 * Columns that hold ids of several kinds of records and so have no foreign key. Those that move are listed above too.
 * Derived data follows its record; audit and events are history.
 */
export const POLYMORPHIC: Readonly<Record<string, 'moved' | 'follows' | 'history'>> = {
  'activity_links.entity_id': 'moved',
  'comments.entity_id': 'moved',
  'reactions.entity_id': 'history',
  'search_tokens.record_id': 'follows',
  'custom_field_claims.record_id': 'follows',
  // Derived from the company's names, and the record at which a duplicate scan stopped.
  'company_name_grams.company_id': 'follows',
  'duplicate_scans.scanned_id': 'follows',
  // Provider keys and steps, which are never merged; a claim is the mark of an attempt to send.
  'communication_threads.last_message_id': 'follows',
  'communications.claim_id': 'follows',
  'checkout_sessions.connection_id': 'follows',
  'campaigns.from_connector_id': 'follows',
  'privacy_requests.contact_id': 'history',
  'privacy_requests.job_id': 'follows',
  'communications.connector_id': 'follows',
  'outreach_sequences.connector_id': 'follows',
  'outreach_steps_taken.step_id': 'follows',
  // Of one document to another: conversions, revisions, and the milestone of a line.
  'document_conversions.document_id': 'history',
  'document_lines.milestone_id': 'history',
  'invoices.source_id': 'history',
  'quotes.previous_revision_id': 'history',
  'quotes.source_id': 'history',
  'envelopes.source_id': 'history',
  'envelope_events.recipient_id': 'history',
  'work_orders.source_id': 'history',
  // Jobs, batches and creators of imports, which are never merged; what an import found and wrote.
  'batches.job_id': 'history',
  'import_rows.match_id': 'history',
  'import_rows.record_id': 'history',
  'imports.batch_id': 'history',
  'imports.creator_id': 'history',
  'imports.job_id': 'history',
  // What was said of the record that was merged away.
  'notifications.entity_id': 'history',
  'record_subscriptions.entity_id': 'history',
  'provider_events.connection_id': 'history',
  'signing_provider_events.connection_id': 'history',
  'provider_key_workspaces.provider_key_id': 'follows',
  'action_proposals.target_id': 'history',
  'number_ledger.document_id': 'history',
  'audit_entries.target_id': 'history',
  'events.object_id': 'history',
};

/** Returns the name under which `merge_moves` stores a reference. */
export function referenceName({ table, column }: Reference): string {
  return `${table}.${column}`;
}
