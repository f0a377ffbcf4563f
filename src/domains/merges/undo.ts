// Undoes a merge within 30 days (crm.md section 3): reverts what it moved or filled, unless it was changed since.
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { withoutTakenValues } from '../custom-fields/record-values.ts';
import { type FilledFields, isEqual, planRestore, type SkippedItem, skippedField } from './fill-fields.ts';
import { ensurePrimaries, moveIdentifyingRowsBack } from './identifying-rows.ts';
import { Merge } from './model.ts';
import { moveRowsBack } from './moves.ts';
import {
  assertMayMerge,
  type Mergeable,
  type MergeKind,
  type MergeReport,
  mergeEventIds,
  mergeReport,
  withFields,
} from './service.ts';

const UNDO_DAYS = 30;

/** Both records of an undone merge, and what was reverted. */
export interface UndoneMerge<M> {
  record: M;
  restored: M;
  merge: MergeReport;
}

/**
 * Restores the duplicate of a merge: moves back its rows that still reference the primary record, and clears the fields
 * that the merge filled and nobody changed since. The result lists everything that was skipped.
 * @param expectedVersion the version of the primary record that the caller has seen
 * @throws NOT_FOUND, PRECONDITION_FAILED; INVALID_STATE_TRANSITION for a merge that was undone or is too old, or whose
 *   primary record was merged or deleted since
 */
export async function undoMerge<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  mergeId: string,
  expectedVersion?: number | null,
): Promise<UndoneMerge<M>> {
  assertMayMerge(ctx, kind);
  const { merge, primary, duplicate } = await lockMerge(ctx, kind, mergeId);
  assertVersion(primary, expectedVersion);
  const direction = { mergeId, to: kind.table, primaryId: primary.id, duplicateId: duplicate.id };
  // A database trigger refuses rows that reference a merged record.
  await ctx.tx.rows(`update ${kind.table} set merged_into_id = null where tenant_id = $1 and id = $2`, [
    ctx.tenantId,
    duplicate.id,
  ]);
  const { moved, skipped } = await moveRowsBack(ctx, direction);
  const movedBack = await moveIdentifyingRowsBack(ctx, kind.identifyingRows, direction, merge.released.parts);
  if (movedBack.moved) moved[kind.identifyingRows.table] = movedBack.moved;
  const identifyingFields = new Set(Object.values(kind.identifyingRows.fields));
  const filled = Object.fromEntries(
    Object.entries(merge.filled).filter(([name]) => !identifyingFields.has(name)),
  );
  const restore = planRestore(primary as never, filled, kind.pairs);
  const fields = {
    primary: { ...restore.patch, ...(await ensurePrimaries(ctx, kind.identifyingRows, primary.id)) },
    duplicate: {
      ...merge.released.values,
      ...(await ensurePrimaries(ctx, kind.identifyingRows, duplicate.id)),
      deletedAt: null,
      mergedIntoId: null,
    },
  };
  const restoredState = {
    primary: withFields(kind, primary, fields.primary),
    duplicate: withFields(kind, duplicate, fields.duplicate),
  };
  const corrected = await kind.afterMovesBack(ctx, restoredState.primary, restoredState.duplicate);
  const change = (side: 'primary' | 'duplicate', record: M) =>
    record.changeVersion(ctx, {
      ...fields[side],
      ...kind.derive?.(restoredState[side]),
      ...corrected[side],
    });
  // The primary record is changed first, so that values it took are free before the duplicate gets them back.
  const after = await change('primary', primary);
  const { customFields, taken } = await withoutTakenValues(ctx, kind.table, duplicate);
  if (taken.length) Object.assign(fields.duplicate, { customFields });
  const restored = await change('duplicate', duplicate);
  await Merge.of(ctx)
    .where({ id: mergeId })
    .patch({ undoneAt: ctx.now, undoneBy: actorOf(ctx.principal), updatedAt: ctx.now } as never);
  await emit(ctx, `${kind.entity}.merge_undone`, {
    object: after,
    label: kind.label(after),
    before: primary.toJSON(),
    after: after.toJSON(),
    links: [
      ...new Map([...kind.links(after), ...kind.links(restored)].map((link) => [link.id, link])).values(),
    ],
    data: { ...mergeEventIds(kind, primary.id, duplicate.id), merge_id: mergeId },
  });
  const cleared = [...restore.cleared, ...clearedIdentifyingFields(merge.filled, identifyingFields, after)];
  const conflicts = taken.map((key) => skippedField(`customFields.${key}`, 'value_taken'));
  const skippedItems: SkippedItem[] = [
    ...skipped,
    ...movedBack.skipped,
    ...restore.skipped,
    ...corrected.skipped,
    ...conflicts,
  ];
  return {
    record: after,
    restored,
    merge: mergeReport(
      mergeId,
      { filled: Object.fromEntries(cleared.map((name) => [name, { to: null }])), skipped: skippedItems },
      moved,
    ),
  };
}

/** Returns the fields mirroring identifying rows that have their value from before the merge again. */
function clearedIdentifyingFields<M extends Mergeable>(
  filled: FilledFields,
  identifyingFields: Set<string>,
  record: M,
): string[] {
  return Object.entries(filled)
    .filter(([name, { from }]) => identifyingFields.has(name) && isEqual(record[name as keyof M], from))
    .map(([name]) => name);
}

/**
 * Locks the merge and its records. The primary record is locked before the duplicate, in the order of a merge that
 * merges the primary away and then updates `merged_into_id` of the duplicate.
 */
async function lockMerge<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  mergeId: string,
): Promise<{ merge: Merge; primary: M; duplicate: M }> {
  const merge = await Merge.of(ctx).where({ id: mergeId }).forUpdate().first();
  const [primaryId, duplicateId] =
    kind.entity === 'company'
      ? [merge?.companyId, merge?.duplicateCompanyId]
      : [merge?.contactId, merge?.duplicateContactId];
  if (!merge || !primaryId || !duplicateId) return fail('NOT_FOUND');
  if (merge.undoneAt) refuse('undone', 'The merge has already been undone.', { undone_at: merge.undoneAt });
  const until = new Date(merge.createdAt.getTime() + UNDO_DAYS * 86_400_000);
  if (ctx.now > until) {
    refuse('undo_expired', `A merge can be undone for ${UNDO_DAYS} days; reassign the records by hand.`, {
      undo_until: until,
    });
  }
  const primary = await lockAny<M>(ctx, kind, primaryId);
  if (primary.deletedAt) {
    const mergedInto = primary.mergedIntoId;
    refuse(
      mergedInto ? 'primary_merged' : 'primary_deleted',
      mergedInto
        ? 'The primary record has been merged since; undo that merge first.'
        : 'The primary record has been deleted since; restore it first.',
      mergedInto ? { merged_into_id: mergedInto } : {},
    );
  }
  const duplicate = await lockAny<M>(ctx, kind, duplicateId);
  assertOwn(ctx, primary, `${kind.table}.update`);
  assertOwn(ctx, duplicate, `${kind.table}.delete`);
  for (const record of [primary, duplicate]) kind.assertMergeable?.(record);
  return { merge, primary, duplicate };
}

async function lockAny<M extends Mergeable>(ctx: TenantContext, kind: MergeKind<M>, id: string): Promise<M> {
  return (await kind.model.lock(ctx, id, { deleted: true })) as unknown as M;
}

function refuse(reason: string, message: string, details: Record<string, unknown>): never {
  return fail('INVALID_STATE_TRANSITION', message, { details: { reason, ...details } });
}
