// What names a company or a contact, and what becomes of it when two records become one or a person is erased.
// Every foreign key to them stands here: a test compares this list with the system catalogue.
import { type RecordType, recordTypes } from '../../sdl/records.ts';

/** The tables whose records can be merged. */
export type MergeTable = 'companies' | 'contacts';

export interface Reference {
  table: string;
  column: string;
  to: MergeTable;
  /**
   * moved: the row goes over to the record that stays.
   * united: so it does, and where both have a row for the same partner, one is made of the two.
   * part: what identifies the record; moved by parts.ts, deduplicated by value.
   * kept: history, which stays as it was written.
   * follows: kept equal to its record by itself.
   */
  merge: 'moved' | 'united' | 'part' | 'kept' | 'follows';
  /** The column that names a row of the table, beside the workspace; `id` without it. */
  key?: string;
  keyType?: 'uuid' | 'text';
  /** A condition that makes a column name records of this kind, where it can name others too. */
  where?: string;
  /** The row is a record that shows the column: its version grows. */
  record?: true;
  /** Of united rows: columns that are filled where the row of the record that stays has nothing. */
  fill?: readonly string[];
  /** Of united rows: columns that are filled together, where the row that stays has none of them. */
  fillTogether?: readonly string[];
  /** Of united rows: the flag that one row of a group carries, which who calls puts right after an undo. */
  flag?: string;
  /** When a person is erased: columns and the SQL that is put there, the row itself, or nothing. Said of contacts only. */
  erase?: 'delete' | 'keep' | Readonly<Record<string, string>>;
}

/** The columns by which records of a kind name a company or a contact: they move with it, and its record is kept of a person. */
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
      erase: 'keep',
    });
  return links;
}

/** In the order in which rows are locked: a record before what associates it, as the services do. */
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
      // A row with a beginning and no end is open, not unfinished.
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
  { table: 'company_identifiers', column: 'company_id', to: 'companies', merge: 'part' },
  { table: 'contact_methods', column: 'contact_id', to: 'contacts', merge: 'part', erase: 'delete' },
  {
    table: 'client_numbers',
    column: 'company_id',
    to: 'companies',
    merge: 'moved',
    key: 'number',
    keyType: 'text',
  },
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
      // The activities themselves are emptied by contacts/erase.ts.
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
    // That it was corrected stays, and not what stood before.
    erase: {
      summary: 'null',
      evidence: "'[]'",
      proof_asset_refs: "'[]'",
      history: "case when history = '[]' then '[]' else '[{}]'::jsonb end",
    },
  },
  { table: 'company_names', column: 'company_id', to: 'companies', merge: 'follows' },
  { table: 'client_status_changes', column: 'company_id', to: 'companies', merge: 'kept' },
  ...(['company', 'contact'] as const).flatMap((entity) =>
    (['duplicates.first_id', 'duplicates.second_id', 'duplicate_keys.record_id'] as const).map(
      (name): Reference => {
        const [table, column] = `${entity}_${name}`.split('.') as [string, string];
        // Pairs are made of live records, and are shown of those.
        const kept = { table, column, merge: 'follows' as const };
        return entity === 'company'
          ? { ...kept, to: 'companies' }
          : { ...kept, to: 'contacts', erase: 'delete' };
      },
    ),
  ),
  { table: 'merges', column: 'company_id', to: 'companies', merge: 'kept' },
  { table: 'merges', column: 'duplicate_company_id', to: 'companies', merge: 'kept' },
  { table: 'merges', column: 'contact_id', to: 'contacts', merge: 'kept', erase: 'keep' },
  { table: 'merges', column: 'duplicate_contact_id', to: 'contacts', merge: 'kept', erase: 'keep' },
];

/**
 * Columns that hold ids of records of more than one kind and so have no foreign key. Those that move stand above too.
 * What is derived from a record follows it by itself; audit and events are history.
 */
export const LOOSE: Readonly<Record<string, 'moved' | 'follows' | 'history'>> = {
  'activity_links.entity_id': 'moved',
  'search_tokens.record_id': 'follows',
  'custom_field_claims.record_id': 'follows',
  // By the names that they belong to, and as the place where a comparison stopped.
  'company_name_grams.company_id': 'follows',
  'duplicate_scans.scanned_id': 'follows',
  'action_proposals.target_id': 'history',
  'audit_entries.target_id': 'history',
  'events.object_id': 'history',
};

/** How a reference is named where a merge keeps what it moved. */
export function nameOf({ table, column }: Reference): string {
  return `${table}.${column}`;
}
