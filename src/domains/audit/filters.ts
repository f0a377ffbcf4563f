// The filters of the audit log: record, search words, time and outcome.

import { applyConditions } from '../../lists/filters.ts';
import type { Conditions, Listing, WhereBuilder } from '../../lists/listing.ts';
import { AuditEntry } from './model.ts';

/** The most records that a search considers. */
export const MAX_SEARCHED_RECORDS = 10_000;
/** SQL for the ids of the records that match the words; null if there are more than the limit. */
export const MATCHING_RECORD_IDS = `search_ids(?::uuid, 'audit_target', search_prefixes(?), ${MAX_SEARCHED_RECORDS})`;

/** Selects the entries of one record, and of those that were merged into it (crm.md section 4). */
function byRecord(query: WhereBuilder, { tenantId, type, id }: Conditions): void {
  if (type) query.whereRaw('audit_entries.target_type = ?', [type]);
  if (!id) return;
  // The workspace is passed as a value: with a column of the entry, the merged records would be looked up for each
  // entry.
  query.whereRaw(
    `audit_entries.target_id = any(array(select ?::uuid
       union all select id from companies where tenant_id = ? and merged_into_id = ?
       union all select id from contacts where tenant_id = ? and merged_into_id = ?))`,
    [id, tenantId, id, tenantId, id] as string[],
  );
}

/** Selects the entries of records that were ever known by these words. */
function byWords(query: WhereBuilder, { tenantId, words }: Conditions): void {
  query.whereRaw(
    // In a subselect it is evaluated once, not for each entry.
    `audit_entries.target_id = any((select ${MATCHING_RECORD_IDS})::uuid[])`,
    [tenantId, words] as string[],
  );
}

/**
 * Filters by outcome. Other outcomes than success are rare and have a partial index, which PostgreSQL uses only if
 * the condition is repeated literally.
 */
function byOutcome(query: WhereBuilder, conditions: Conditions): void {
  applyConditions(query, 'audit_entries.outcome', conditions);
  const outcomes = [conditions.eq ?? conditions.in ?? 'success'].flat();
  if (!outcomes.includes('success')) query.whereRaw("audit_entries.outcome <> 'success'");
}

/** Selects a time range, both ends included. */
function byTime(query: WhereBuilder, { from, to }: Conditions): void {
  if (from) query.whereRaw('audit_entries.occurred_at >= ?', [from]);
  if (to) query.whereRaw('audit_entries.occurred_at <= ?', [to]);
}

export const auditListing: Listing = {
  model: AuditEntry,
  filters: { record: byRecord, words: byWords, time: byTime, outcome: byOutcome },
};
