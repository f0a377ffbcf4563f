// How audit entries are found: by who acted, what happened, to which record, and how it ended.

import { applyConditions } from '../../lists/filters.ts';
import type { Conditions, Listing, WhereBuilder } from '../../lists/listing.ts';
import { AuditEntry } from './model.ts';

/** Records that a search finds at most. */
export const MAX_FOUND = 10_000;
/** Null where it would be more. */
export const FOUND = `search_ids(?::uuid, 'audit_target', search_prefixes(?), ${MAX_FOUND})`;

/** The entries of one record, and of those that were merged into it (crm.md section 4). */
function ofRecord(query: WhereBuilder, { tenantId, type, id }: Conditions): void {
  if (type) query.whereRaw('audit_entries.target_type = ?', [type]);
  if (!id) return;
  // The workspace is a value: with a column of the entry, the merged records would be looked for at each entry.
  query.whereRaw(
    `audit_entries.target_id = any(array(select ?::uuid
       union all select id from companies where tenant_id = ? and merged_into_id = ?
       union all select id from contacts where tenant_id = ? and merged_into_id = ?))`,
    [id, tenantId, id, tenantId, id] as string[],
  );
}

/** The entries of records that were ever known by these words. */
function ofWords(query: WhereBuilder, { tenantId, words }: Conditions): void {
  query.whereRaw(
    // As a subselect it is asked once, not for each entry.
    `audit_entries.target_id = any((select ${FOUND})::uuid[])`,
    [tenantId, words] as string[],
  );
}

/** What was refused is rare, and has an index of its own, which PostgreSQL takes where the condition is said as it is. */
function byOutcome(query: WhereBuilder, conditions: Conditions): void {
  applyConditions(query, 'audit_entries.outcome', conditions);
  const wanted = [conditions.eq ?? conditions.in ?? 'success'].flat();
  if (!wanted.includes('success')) query.whereRaw("audit_entries.outcome <> 'success'");
}

/** A span of time, both ends included. */
function byTime(query: WhereBuilder, { from, to }: Conditions): void {
  if (from) query.whereRaw('audit_entries.occurred_at >= ?', [from]);
  if (to) query.whereRaw('audit_entries.occurred_at <= ?', [to]);
}

export const auditListing: Listing = {
  model: AuditEntry,
  filters: { record: ofRecord, words: ofWords, time: byTime, outcome: byOutcome },
};
