// Merging two records and undoing it: one mechanism for companies and contacts (crm.md section 3).
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { type RecordModel, versionConflict } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import { emit, type Link } from '../../events/emit.ts';
import type { Plan, Skip } from './filling.ts';
import { Merge } from './model.ts';
import { countMoves, moveRows } from './moves.ts';
import { moveParts, type Parts, partsOf, settleParts, unitedParts } from './parts.ts';
import type { MergeTable } from './references.ts';

/** A record that can be merged. */
export interface Mergeable extends RecordModel {
  mergedIntoId: string | null;
  customFields: Record<string, unknown>;
}

/** What the mechanism must know of companies or of contacts. */
export interface MergeKind<M extends Mergeable> {
  table: MergeTable;
  /** As in the names of events and columns. */
  entity: 'company' | 'contact';
  model: typeof RecordModel;
  parts: Parts;
  /** Fields that the duplicate gives up beside those that equal its parts. */
  released: readonly (keyof M & string)[];
  /** Fields that are filled, and taken back, together. */
  pairs: readonly (readonly string[])[];
  /** Refuses a record that cannot be merged. */
  assertMergeable?(record: M): void;
  /** What the record that stays takes from the other one. */
  plan(ctx: TenantContext, primary: M, duplicate: M): Promise<Plan>;
  beforeMoves?(ctx: TenantContext, duplicate: M): Promise<void>;
  /** Puts flags right once rows have moved; the record is as it will be. */
  afterMoves?(ctx: TenantContext, primary: M): Promise<void>;
  /** The same after an undo, and what the records then cannot have. */
  afterMovesBack(ctx: TenantContext, primary: M, duplicate: M): Promise<Correction<M>>;
  /** What follows from other fields. */
  derive?(record: M): Partial<M>;
  links(record: M): Link[];
  label(record: M): string;
}

/** What an undo cannot put back as it was. */
export interface Correction<M> {
  primary: Partial<M>;
  duplicate: Partial<M>;
  skipped: Skip[];
}

/** What a merge or its undo did. */
export interface MergeReport {
  id: string | null;
  filledFields: string[];
  moved: Record<string, number>;
  skipped: Skip[];
}

/**
 * What a merge would make of the record that stays; nothing is written.
 * @throws VALIDATION_ERROR merge_same_record, NOT_FOUND
 */
export async function previewMerge<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  primaryId: string,
  duplicateId: string,
): Promise<{ record: M; parts: Record<string, unknown>[]; merge: MergeReport }> {
  assertTwo(kind, primaryId, duplicateId);
  const [primary, duplicate] = await both(ctx, kind, primaryId, duplicateId, false);
  const plan = await kind.plan(ctx, primary, duplicate);
  const ours = await partsOf(ctx, kind.parts, primaryId);
  const parts = unitedParts(kind.parts, ours, await partsOf(ctx, kind.parts, duplicateId));
  const moved = await countMoves(ctx, { to: kind.table, primaryId, duplicateId });
  const added = parts.length - ours.length;
  return {
    record: withFields(kind, primary, plan.patch),
    parts,
    merge: report(null, plan, { ...moved, ...(added && { [kind.parts.table]: added }) }),
  };
}

/**
 * Merges a duplicate into the record that stays: empty fields are filled, what identifies the duplicate and all rows that
 * name it move over, and its id leads to the record that stays from then on.
 * @param expectedVersion the version of the record that stays, as the caller has seen it
 * @throws VALIDATION_ERROR merge_same_record, NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED
 */
export async function mergeRecords<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  primaryId: string,
  duplicateId: string,
  expectedVersion?: number | null,
): Promise<{ record: M; merge: MergeReport }> {
  assertTwo(kind, primaryId, duplicateId);
  assertMayMerge(ctx, kind);
  const [primary, duplicate] = await both(ctx, kind, primaryId, duplicateId, true);
  if (expectedVersion != null && expectedVersion !== primary.version) throw versionConflict(primary);
  assertOwn(ctx, primary, `${kind.table}.update`);
  assertOwn(ctx, duplicate, `${kind.table}.update`);
  assertOwn(ctx, duplicate, `${kind.table}.delete`);
  const plan = await kind.plan(ctx, primary, duplicate);
  const way = { mergeId: uuid(), to: kind.table, primaryId, duplicateId };
  const values = Object.fromEntries(kind.released.map((field) => [field, duplicate[field]]));
  const parts = await partsOf(ctx, kind.parts, duplicateId);
  await Merge.insert(ctx, {
    id: way.mergeId,
    ...endsOf(kind, primaryId, duplicateId),
    filled: plan.filled,
    released: { values, parts },
    createdBy: actorOf(ctx.principal),
  });
  await kind.beforeMoves?.(ctx, duplicate);
  const moved = await moveRows(ctx, way);
  const movedParts = await moveParts(ctx, kind.parts, way);
  if (movedParts) moved[kind.parts.table] = movedParts;
  // The duplicate first: what it held must be free before the record that stays can take it.
  await duplicate.change(ctx, {
    ...Object.fromEntries(kind.released.map((field) => [field, null])),
    ...(await settleParts(ctx, kind.parts, duplicateId)),
    deletedAt: ctx.now,
    mergedIntoId: primaryId,
  });
  const wanted = withFields(kind, primary, plan.patch);
  await kind.afterMoves?.(ctx, wanted);
  const after = await primary.changeVersion(ctx, { ...plan.patch, ...kind.derive?.(wanted) });
  await emit(ctx, `${kind.entity}.merged`, {
    object: after,
    label: kind.label(after),
    before: primary.toJSON(),
    after: after.toJSON(),
    links: kind.links(after),
    data: { ...snakeEnds(kind, primaryId, duplicateId), merge_id: way.mergeId },
  });
  return { record: after, merge: report(way.mergeId, plan, moved) };
}

/** The ids of both records as the columns of a merge name them. */
export function endsOf(
  { entity }: { entity: 'company' | 'contact' },
  primaryId: string,
  duplicateId: string,
): Partial<Merge> {
  return entity === 'company'
    ? { companyId: primaryId, duplicateCompanyId: duplicateId }
    : { contactId: primaryId, duplicateContactId: duplicateId };
}

/** The ids of both records as events name them. */
export function snakeEnds(
  { entity }: { entity: string },
  primaryId: string,
  duplicateId: string,
): Record<string, string> {
  return { [`primary_${entity}_id`]: primaryId, [`duplicate_${entity}_id`]: duplicateId };
}

/** A record as it is with other values in some fields; not stored. */
export function withFields<M extends Mergeable>(kind: MergeKind<M>, record: M, fields: object): M {
  const changed = record.$clone().$set(fields as never) as M;
  return changed.$set((kind.derive?.(changed) ?? {}) as never) as M;
}

/** Names of fields on the wire. */
export function report(
  id: string | null,
  { filled, skipped }: Pick<Plan, 'filled' | 'skipped'>,
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

/** Merging takes the duplicate away, so it needs what deleting needs. @throws PERMISSION_DENIED */
export function assertMayMerge(ctx: TenantContext, { table }: { table: MergeTable }): void {
  if (!ctx.principal.permissions.has(`${table}.delete`)) throw permissionDenied(`${table}.delete`);
}

function assertTwo({ entity }: { entity: string }, primaryId: string, duplicateId: string): void {
  if (primaryId.toLowerCase() !== duplicateId.toLowerCase()) return;
  throw invalid(
    `duplicate_${entity}_id`,
    'merge_same_record',
    'A record is not merged into itself; name the duplicate.',
    { reason: 'merge_same_record' },
  );
}

/**
 * Both records, live. Locked one by one in the order of their ids: merges that cross wait for each other, and whoever
 * finds a record merged away meanwhile gives up without holding it while it waits for the other one.
 */
async function both<M extends Mergeable>(
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
