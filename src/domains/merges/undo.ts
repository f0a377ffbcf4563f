// Undoing a merge within thirty days (crm.md section 3): what was moved or filled and not touched since goes back.
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { versionConflict } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { withoutTaken } from '../custom-fields/write.ts';
import { type FilledFields, planRestore, type Skip, same, skippedField } from './filling.ts';
import { Merge } from './model.ts';
import { moveBack } from './moves.ts';
import { moveBackParts, settleParts } from './parts.ts';
import {
  assertMayMerge,
  type Mergeable,
  type MergeKind,
  type MergeReport,
  report,
  snakeEnds,
  withFields,
} from './service.ts';

const UNDO_DAYS = 30;

/** Both records of an undone merge, and what went back. */
export interface Undone<M> {
  record: M;
  restored: M;
  merge: MergeReport;
}

/**
 * Restores the duplicate of a merge: its rows that still stand on the record that stayed move back, and fields that the
 * merge filled are emptied where nobody changed them; the rest is listed.
 * @param expectedVersion the version of the record that stayed, as the caller has seen it
 * @throws NOT_FOUND, PRECONDITION_FAILED; INVALID_STATE_TRANSITION for a merge that was undone, is too old, or whose record that stayed was
 * itself merged or deleted since
 */
export async function undoMerge<M extends Mergeable>(
  ctx: TenantContext,
  kind: MergeKind<M>,
  mergeId: string,
  expectedVersion?: number | null,
): Promise<Undone<M>> {
  assertMayMerge(ctx, kind);
  const { merge, primary, duplicate } = await lockMerge(ctx, kind, mergeId);
  if (expectedVersion != null && expectedVersion !== primary.version) throw versionConflict(primary);
  const way = { mergeId, to: kind.table, primaryId: primary.id, duplicateId: duplicate.id };
  // Rows are refused by a record that is merged away.
  await ctx.tx.rows(`update ${kind.table} set merged_into_id = null where tenant_id = $1 and id = $2`, [
    ctx.tenantId,
    duplicate.id,
  ]);
  const { moved, skipped } = await moveBack(ctx, way);
  const parts = await moveBackParts(ctx, kind.parts, way, merge.released.parts);
  if (parts.moved) moved[kind.parts.table] = parts.moved;
  const byParts = new Set(Object.values(kind.parts.fields));
  const filled = Object.fromEntries(Object.entries(merge.filled).filter(([name]) => !byParts.has(name)));
  const restore = planRestore(primary as never, filled, kind.pairs);
  const fields = {
    primary: { ...restore.patch, ...(await settleParts(ctx, kind.parts, primary.id)) },
    duplicate: {
      ...merge.released.values,
      ...(await settleParts(ctx, kind.parts, duplicate.id)),
      deletedAt: null,
      mergedIntoId: null,
    },
  };
  const wanted = {
    primary: withFields(kind, primary, fields.primary),
    duplicate: withFields(kind, duplicate, fields.duplicate),
  };
  const corrected = await kind.afterMovesBack(ctx, wanted.primary, wanted.duplicate);
  const change = (which: 'primary' | 'duplicate', record: M) =>
    record.changeVersion(ctx, {
      ...fields[which],
      ...kind.derive?.(wanted[which]),
      ...corrected[which],
    });
  // The record that stayed first: what it took must be free before its owner can have it again.
  const after = await change('primary', primary);
  const { customFields, taken } = await withoutTaken(ctx, kind.table, duplicate);
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
    data: { ...snakeEnds(kind, primary.id, duplicate.id), merge_id: mergeId },
  });
  const cleared = [...restore.cleared, ...clearedByParts(merge.filled, byParts, after)];
  const lost = taken.map((key) => skippedField(`customFields.${key}`, 'value_taken'));
  const left: Skip[] = [...skipped, ...parts.skipped, ...restore.skipped, ...corrected.skipped, ...lost];
  return {
    record: after,
    restored,
    merge: report(
      mergeId,
      { filled: Object.fromEntries(cleared.map((name) => [name, { to: null }])), skipped: left },
      moved,
    ),
  };
}

/** Fields that follow the parts, where they are again as they were. */
function clearedByParts<M extends Mergeable>(
  filled: FilledFields,
  byParts: Set<string>,
  record: M,
): string[] {
  return Object.entries(filled)
    .filter(([name, { from }]) => byParts.has(name) && same(record[name as keyof M], from))
    .map(([name]) => name);
}

/**
 * The merge and its records. The record that stayed is locked before the duplicate: a merge that takes it away rewrites
 * the duplicate's way to it.
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
  if (merge.undoneAt) refuse('undone', 'The merge has been undone already.', { undone_at: merge.undoneAt });
  const until = new Date(merge.createdAt.getTime() + UNDO_DAYS * 86_400_000);
  if (ctx.now > until) {
    refuse('undo_expired', `A merge can be undone for ${UNDO_DAYS} days; move the records by hand.`, {
      undo_until: until,
    });
  }
  const primary = await lockAny<M>(ctx, kind, primaryId);
  if (primary.deletedAt) {
    const mergedInto = primary.mergedIntoId;
    refuse(
      mergedInto ? 'primary_merged' : 'primary_deleted',
      mergedInto
        ? 'The record that stayed has itself been merged since; undo that merge first.'
        : 'The record that stayed has been deleted since; restore it first.',
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
