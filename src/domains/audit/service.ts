// Reading the audit log (platform.md section 8): found by who, what, which record and when; proven by its chain.
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import type { Job } from '../jobs/model.ts';
import { startJob } from '../jobs/service.ts';
import { auditListing, FOUND, MAX_FOUND } from './filters.ts';
import { type AuditChange, AuditEntry, type AuditTarget } from './model.ts';
import { wireField } from './rules.ts';
import { sealNow } from './seal.ts';

/** Which entries are meant: of the list, and of an export. */
export interface AuditSelection {
  search?: string | null;
  /** Kind of the record, singular snake_case (spec README point 25). */
  entityType?: string | null;
  entityId?: string | null;
  from?: Date | string | null;
  to?: Date | string | null;
  filter?: object | null;
}

export type AuditArguments = AuditSelection & Omit<ListArguments, 'search' | 'filter'>;

/**
 * A page of the audit log, newest first. That it was read is logged itself, once per session and hour.
 * @throws VALIDATION_ERROR for an id without its kind, and for words that more records have than can be looked at
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

/** A page without its traces: what an export reads again and again. */
export async function readPage(
  ctx: TenantContext,
  { search, entityType, entityId, from, to, ...args }: AuditArguments,
  lookahead?: Lookahead,
  maxPageSize?: number,
): Promise<PageOf<AuditEntry>> {
  if (search) await assertRare(ctx, search);
  const filter = {
    ...args.filter,
    ...((entityType || entityId) && { record: { tenantId: ctx.tenantId, type: entityType, id: entityId } }),
    ...(search && { words: { tenantId: ctx.tenantId, words: search } }),
    // Beside a condition on the same column that the filter may hold already.
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

async function assertRare(ctx: TenantContext, words: string): Promise<void> {
  const { rows } = await ctx.db.raw(`select ${FOUND} is null as too_many`, [ctx.tenantId, words]);
  if (rows[0].too_many) {
    throw invalid(
      'search',
      'too_common',
      `More than ${MAX_FOUND} records have these words; give further ones.`,
    );
  }
}

/** One entry with its proof. @throws NOT_FOUND */
export async function getAuditEntry(ctx: TenantContext, id: string): Promise<AuditEntry> {
  ctx.services.deferredAudit.auditLogRead(ctx);
  await sealNow(ctx.services, ctx.tenantId);
  const entry = (await AuditEntry.of(ctx).where({ id }).first()) as AuditEntry | undefined;
  return entry ?? fail('NOT_FOUND');
}

/** What changed, by the names that callers know. */
export function changesOf({ changes }: AuditEntry): AuditChange[] {
  return changes.map((change) => ({ ...change, field: wireField(change.field) }));
}

/** The record that an entry is about; null where it is about none. */
export function targetOf({ targetType, targetId, targetLabel }: AuditEntry): AuditTarget | null {
  return targetType === null ? null : { type: targetType, id: targetId, label: targetLabel };
}

export type ExportFormat = 'csv' | 'jsonl';

/**
 * Asks for a file of the entries that are selected, made as a job.
 * @throws RATE_LIMITED after ten exports in an hour; VALIDATION_ERROR as the list does
 */
export async function exportAuditLog(
  ctx: TenantContext,
  { format, ...selection }: AuditSelection & { format?: ExportFormat | null },
): Promise<Job> {
  // On every surface, whatever its admission counts.
  await ctx.services.limiter.consume('export', ctx.tenantId);
  // What the list refuses is refused now, not in the job.
  await readPage(ctx, { ...selection, first: 1 });
  const input = { selection, format: format ?? 'csv' };
  return startJob(ctx, { kind: 'export', handler: 'export_audit_log', input });
}
