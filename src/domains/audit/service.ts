// Reads the audit log (platform.md section 8) and starts its export.
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import type { Job } from '../jobs/model.ts';
import { startJob } from '../jobs/service.ts';
import { auditListing, MATCHING_RECORD_IDS, MAX_SEARCHED_RECORDS } from './filters.ts';
import { type AuditChange, AuditEntry, type AuditTarget } from './model.ts';
import { wireField } from './rules.ts';
import { sealNow } from './seal.ts';

/** The entries to list or to export. */
export interface AuditSelection {
  search?: string | null;
  /** Record type in singular snake_case (spec README point 25). */
  entityType?: string | null;
  entityId?: string | null;
  from?: Date | string | null;
  to?: Date | string | null;
  filter?: object | null;
}

export type AuditArguments = AuditSelection & Omit<ListArguments, 'search' | 'filter'>;

/**
 * Returns a page of the audit log, newest first. Reading it is logged as well, once per session and hour.
 * @throws VALIDATION_ERROR for an id without its type, and for search words that too many records have
 */
export async function listAuditEntries(
  ctx: TenantContext,
  args: AuditArguments,
  lookahead?: Lookahead,
): Promise<PageOf<AuditEntry>> {
  ctx.services.deferredAudit.auditLogRead(ctx);
  await sealNow(ctx.services, ctx.tenantId);
  return readPage(ctx, args, lookahead);
}

/** Returns a page without logging the read, as an export needs it for each page. */
export async function readPage(
  ctx: TenantContext,
  { search, entityType, entityId, from, to, ...args }: AuditArguments,
  lookahead?: Lookahead,
  maxPageSize?: number,
): Promise<PageOf<AuditEntry>> {
  const words = search?.trim();
  if (words) await assertSelective(ctx, words);
  const filter = {
    ...args.filter,
    ...((entityType || entityId) && { record: { tenantId: ctx.tenantId, type: entityType, id: entityId } }),
    ...(words && { words: { tenantId: ctx.tenantId, words } }),
    // A separate condition, because the filter may contain one on the same column.
    ...((from || to) && { time: { from, to } }),
  };
  const listing = maxPageSize ? { ...auditListing, maxPageSize } : auditListing;
  return listPage<AuditEntry>(
    ctx,
    listing,
    { ...args, filter, sort: args.sort ?? ['-occurred_at'] },
    lookahead,
  );
}

async function assertSelective(ctx: TenantContext, words: string): Promise<void> {
  const { rows } = await ctx.db.raw(`select ${MATCHING_RECORD_IDS} is null as too_many`, [
    ctx.tenantId,
    words,
  ]);
  if (rows[0].too_many) {
    throw invalid(
      'search',
      'too_common',
      `More than ${MAX_SEARCHED_RECORDS} records match these words; add more words.`,
    );
  }
}

/** Returns an entry with its proof. @throws NOT_FOUND */
export async function getAuditEntry(ctx: TenantContext, id: string): Promise<AuditEntry> {
  ctx.services.deferredAudit.auditLogRead(ctx);
  await sealNow(ctx.services, ctx.tenantId);
  const entry = (await AuditEntry.of(ctx).where({ id }).first()) as AuditEntry | undefined;
  return entry ?? fail('NOT_FOUND');
}

/** Returns the changes of an entry with the field names of the API. */
export function changesOf({ changes }: AuditEntry): AuditChange[] {
  return changes.map((change) => ({ ...change, field: wireField(change.field) }));
}

/** Returns the record that an entry is about, or null. */
export function targetOf({ targetType, targetId, targetLabel }: AuditEntry): AuditTarget | null {
  return targetType === null ? null : { type: targetType, id: targetId, label: targetLabel };
}

export type ExportFormat = 'csv' | 'jsonl';

/**
 * Starts a job that exports the selected entries to a file.
 * @throws RATE_LIMITED after ten exports in an hour; VALIDATION_ERROR as the list
 */
export async function exportAuditLog(
  ctx: TenantContext,
  { format, ...selection }: AuditSelection & { format?: ExportFormat | null },
): Promise<Job> {
  // Counted here for every surface, in addition to the limits at admission.
  await ctx.services.limiter.consume('export', ctx.tenantId);
  // Validates the selection now rather than in the job.
  await readPage(ctx, { ...selection, first: 1 });
  const input = { selection, format: format ?? 'csv' };
  return startJob(ctx, { kind: 'export', handler: 'export_audit_log', input, repeatable: true });
}
