// Merges two records, the same way for companies and contacts (crm.md section 3); the undo is in undo.ts.
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion, type RecordModel } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import { emit, type Link } from '../../events/emit.ts';
import type { FillPlan, SkippedItem } from './fill-fields.ts';
import {
  ensurePrimaries,
  type IdentifyingRows,
  loadIdentifyingRows,
  mergeIdentifyingRows,
  moveIdentifyingRows,
} from './identifying-rows.ts';
import { Merge } from './model.ts';
import { countMoves, moveRows } from './moves.ts';
import type { MergeTable } from './references.ts';

/** A record that can be merged. */
export interface Mergeable extends RecordModel {
  mergedIntoId: string | null;
  customFields: Record<string, unknown>;
}

/** The definition of a mergeable kind of record: companies or contacts. */
export interface MergeKind<M extends Mergeable> {
  table: MergeTable;
  /** The name in events and columns. */
  entity: 'company' | 'contact';
  model: typeof RecordModel;
  identifyingRows: IdentifyingRows;
  /** Unique fields that are cleared on the duplicate, in addition to those that mirror identifying rows. */
  clearedFields: readonly (keyof M & string)[];
  /** Fields that are filled and restored together. */
  pairs: readonly (readonly string[])[];
  /** Refuses a record that cannot be merged. */
  assertMergeable?(record: M): void;
  /** Plans which values the primary record takes from the duplicate. */
  plan(ctx: TenantContext, primary: M, duplicate: M): Promise<FillPlan>;
  beforeMoves?(ctx: TenantContext, duplicate: M): Promise<void>;
  /** Corrects flags after rows have moved; `primary` already has its new values. */
  afterMoves?(ctx: TenantContext, primary: M): Promise<void>;
  /** Corrects flags after an undo and returns the values that the records cannot have any more. */
  afterMovesBack(ctx: TenantContext, primary: M, duplicate: M): Promise<Correction<M>>;
  /** Computes the fields that derive from other fields. */
  derive?(record: M): Partial<M>;
  links(record: M): Link[];
  label(record: M): string;
}

/** Corrections for values that an undo cannot restore. */
interface Correction<M> {
  primary: Partial<M>;
  duplicate: Partial<M>;
  skipped: SkippedItem[];
}

/** The result of a merge or its undo. */
export interface MergeReport {
  id: string | null;
  filledFields: string[];
  moved: Record<string, number>;
  skipped: SkippedItem[];
}

/**
 * Returns the primary record as a merge would leave it, without writing anything.
 * @throws VALIDATION_ERROR merge_same_record, NOT_FOUND
 */
export async function previewMerge<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  primaryId: string,
  duplicateId: string,
): Promise<{ record: M; identifyingRows: Record<string, unknown>[]; merge: MergeReport }> {
  assertDifferent(kind, primaryId, duplicateId);
  const [primary, duplicate] = await findBoth(ctx, kind, primaryId, duplicateId, false);
  const plan = await kind.plan(ctx, primary, duplicate);
  const ours = await loadIdentifyingRows(ctx, kind.identifyingRows, primaryId);
  const identifyingRows = mergeIdentifyingRows(
    kind.identifyingRows,
    ours,
    await loadIdentifyingRows(ctx, kind.identifyingRows, duplicateId),
  );
  const moved = await countMoves(ctx, { to: kind.table, primaryId, duplicateId });
  const added = identifyingRows.length - ours.length;
  return {
    record: withFields(kind, primary, plan.patch),
    identifyingRows,
    merge: mergeReport(null, plan, { ...moved, ...(added && { [kind.identifyingRows.table]: added }) }),
  };
}

/**
 * Merges a duplicate into the primary record: fills empty fields, moves the identifying rows and all rows that
 * reference the duplicate, and makes its id resolve to the primary record.
 * @param expectedVersion the version of the primary record that the caller has seen
 * @throws VALIDATION_ERROR merge_same_record, NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED
 */
export async function mergeRecords<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  primaryId: string,
  duplicateId: string,
  expectedVersion?: number | null,
): Promise<{ record: M; merge: MergeReport }> {
  assertDifferent(kind, primaryId, duplicateId);
  assertMayMerge(ctx, kind);
  const [primary, duplicate] = await findBoth(ctx, kind, primaryId, duplicateId, true);
  assertOwn(ctx, primary, `${kind.table}.update`);
  assertOwn(ctx, duplicate, `${kind.table}.update`);
  assertOwn(ctx, duplicate, `${kind.table}.delete`);
  assertVersion(primary, expectedVersion);
  const plan = await kind.plan(ctx, primary, duplicate);
  const direction = { mergeId: uuid(), to: kind.table, primaryId, duplicateId };
  const values = Object.fromEntries(kind.clearedFields.map((field) => [field, duplicate[field]]));
  const identifyingRows = await loadIdentifyingRows(ctx, kind.identifyingRows, duplicateId);
  await Merge.insert(ctx, {
    id: direction.mergeId,
    ...mergeColumns(kind, primaryId, duplicateId),
    filled: plan.filled,
    released: { values, parts: identifyingRows },
    createdBy: actorOf(ctx.principal),
  });
  await kind.beforeMoves?.(ctx, duplicate);
  const moved = await moveRows(ctx, direction);
  const movedCount = await moveIdentifyingRows(ctx, kind.identifyingRows, direction);
  if (movedCount) moved[kind.identifyingRows.table] = movedCount;
  // The duplicate is changed first, so that its unique values are free before the primary record takes them.
  await duplicate.change(ctx, {
    ...Object.fromEntries(kind.clearedFields.map((field) => [field, null])),
    ...(await ensurePrimaries(ctx, kind.identifyingRows, duplicateId)),
    deletedAt: ctx.now,
    mergedIntoId: primaryId,
  });
  const preview = withFields(kind, primary, plan.patch);
  await kind.afterMoves?.(ctx, preview);
  const after = await primary.changeVersion(ctx, { ...plan.patch, ...kind.derive?.(preview) });
  await emit(ctx, `${kind.entity}.merged`, {
    object: after,
    label: kind.label(after),
    before: primary.toJSON(),
    after: after.toJSON(),
    links: kind.links(after),
    data: { ...mergeEventIds(kind, primaryId, duplicateId), merge_id: direction.mergeId },
  });
  return { record: after, merge: mergeReport(direction.mergeId, plan, moved) };
}

/** Returns the ids of both records by the columns of a merge. */
function mergeColumns(
  { entity }: { entity: 'company' | 'contact' },
  primaryId: string,
  duplicateId: string,
): Partial<Merge> {
  return entity === 'company'
    ? { companyId: primaryId, duplicateCompanyId: duplicateId }
    : { contactId: primaryId, duplicateContactId: duplicateId };
}

/** Returns the ids of both records by their names in events. */
export function mergeEventIds(
  { entity }: { entity: string },
  primaryId: string,
  duplicateId: string,
): Record<string, string> {
  return { [`primary_${entity}_id`]: primaryId, [`duplicate_${entity}_id`]: duplicateId };
}

/** Returns a copy of a record with other values in some fields; nothing is stored. */
export function withFields<M extends Mergeable>(kind: MergeKind<M>, record: M, fields: object): M {
  const changed = record.$clone().$set(fields as never) as M;
  return changed.$set((kind.derive?.(changed) ?? {}) as never) as M;
}

/** Builds the result of a merge, with field names as on the wire. */
export function mergeReport(
  id: string | null,
  { filled, skipped }: Pick<FillPlan, 'filled' | 'skipped'>,
  moved: Record<string, number>,
): MergeReport {
  return {
    id,
    filledFields: Object.keys(filled).map(wireName),
    moved,
    skipped: skipped.map((skip) => ({ ...skip, name: wireName(skip.name) })),
  };
}

function wireName(path: string): string {
  const [field, ...key] = path.split('.');
  return [Merge.propertyNameToColumnName(field!), ...key].join('.');
}

/** Refuses a merge without the permission to delete, because the duplicate is deleted. @throws PERMISSION_DENIED */
export function assertMayMerge(ctx: TenantContext, { table }: { table: MergeTable }): void {
  if (!ctx.principal.permissions.has(`${table}.delete`)) throw permissionDenied(`${table}.delete`);
}

function assertDifferent({ entity }: { entity: string }, primaryId: string, duplicateId: string): void {
  if (primaryId.toLowerCase() !== duplicateId.toLowerCase()) return;
  throw invalid(
    `duplicate_${entity}_id`,
    'merge_same_record',
    'A record cannot be merged into itself; send the id of the duplicate.',
    { reason: 'merge_same_record' },
  );
}

/**
 * Finds both live records. They are locked one by one in the order of their ids, so that concurrent merges of the same
 * records wait for each other and cannot deadlock.
 */
async function findBoth<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  primaryId: string,
  duplicateId: string,
  locked: boolean,
): Promise<[primary: M, duplicate: M]> {
  const [primary, duplicate] = [primaryId.toLowerCase(), duplicateId.toLowerCase()];
  const found = new Map<string, M>();
  for (const id of [primary, duplicate].sort()) {
    const record = (await (locked ? kind.model.lock(ctx, id) : kind.model.find(ctx, id))) as unknown as M;
    kind.assertMergeable?.(record);
    found.set(id, record);
  }
  return [found.get(primary)!, found.get(duplicate)!];
}
