// What can be done to a saved view (platform.md §8).
import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '../../context.ts';
import { type Lookahead, versionConflict } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { withoutGoverned } from './clauses.ts';
import { readShown, type SavedViewInput } from './input.ts';
import { columnState, operationOf } from './lists.ts';
import { savedViewListing, sharesOfView } from './loaders.ts';
import { SavedView } from './model.ts';
import { mayEdit, mayGovern, type Standing, type Viewer } from './rules.ts';
import { assertFits, readShares, replaceShares, setDefault, sharesAsTold } from './sharing.ts';
import { mayShowAll, seenBy, standingOf, viewerOf } from './viewer.ts';

/**
 * What a person calls a view and looks for in it is theirs: events of it name its list and who sees it. Those of a view of
 * the whole workspace carry the record as everybody reads it (events/record-snapshot.ts).
 */
const WITHHELD = ['name', 'filter', 'sort', 'columns', 'groupBy', 'sharedWith'];

/** A page of the views that the caller sees, by list, position and name. */
export async function listSavedViews(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<SavedView>> {
  const { sql, values } = seenBy(await viewerOf(ctx), ctx);
  const sort = args.sort ?? ['entity', 'position', 'name'];
  return listPage<SavedView>(ctx, savedViewListing, { ...args, sort }, lookahead, (query) =>
    query.whereRaw(sql, values as string[]),
  );
}

/** One view that the caller sees. @throws NOT_FOUND */
export async function findView(ctx: TenantContext, id: string): Promise<SavedView> {
  const { sql, values } = seenBy(await viewerOf(ctx), ctx);
  const view = (await SavedView.of(ctx)
    .where('saved_views.id', id)
    .whereRaw(sql, values as string[])
    .first()) as SavedView | undefined;
  return view ?? fail('NOT_FOUND');
}

/** The filter of a view as the caller may see it. */
export function shownFilter({ entity, filter }: SavedView, ctx: TenantContext): SavedView['filter'] {
  return withoutGoverned(ctx, entity, filter);
}

/** The columns of a view that the caller may read. */
export function shownColumns({ entity, columns }: SavedView, ctx: TenantContext): string[] {
  return columns.filter((column) => columnState(ctx, entity, column) === 'known');
}

/** The column that groups a view, where the caller may read it. */
export function shownGroup({ entity, groupBy }: SavedView, ctx: TenantContext): string | null {
  return groupBy && columnState(ctx, entity, groupBy) === 'known' ? groupBy : null;
}

/**
 * Saves a view of a list, or a copy of one, for the caller.
 * @throws VALIDATION_ERROR; PERMISSION_DENIED for a member who would show it to all; CONFLICT name_taken, token_without_owner
 */
export async function createSavedView(ctx: TenantContext, input: SavedViewInput): Promise<SavedView> {
  const viewer = await viewerOf(ctx);
  const ownerUserId = personOf(viewer);
  const source = input.copyViewId == null ? undefined : await copied(ctx, input.copyViewId);
  const entity = input.entity ?? source?.entity;
  if (!entity) throw invalid('entity', 'required', 'Name the list that the view is of.');
  if (source && source.entity !== entity)
    throw invalid('entity', 'copy', `The view that is copied is one of ${source.entity}.`);
  operationOf(ctx, entity);
  const given = { ...(source && partsOf(source)), ...input };
  const shown = readShown(ctx, entity, given, viewer);
  const visibility = input.visibility ?? 'private';
  assertMayShow(ctx, visibility);
  const shares = await readShares(ctx, input.sharedWith ?? []);
  assertFits(visibility, shares);
  await assertFree(ctx, { ownerUserId, entity, name: shown.name! });
  const record = {
    entity,
    ownerUserId,
    visibility,
    position: await nextPosition(ctx, ownerUserId, entity),
    ...shown,
    layout: shown.layout ?? 'table',
  };
  const view = await SavedView.create(ctx, record);
  await replaceShares(ctx, view.id, shares);
  if (input.isDefault) await setDefault(ctx, view, ownerUserId, true);
  await emit(ctx, 'saved_view.created', {
    object: view,
    label: view.name,
    after: { ...asTold(ctx, view), sharedWith: sharesAsTold(shares) },
    links: [],
    data: { entity, visibility },
  });
  return view;
}

/**
 * Changes a view. Whoever sees it may make it their default; what it shows, those may change who may edit it; with whom it
 * is shared, its owner and, where all see it, admins.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, PERMISSION_DENIED, CONFLICT name_taken
 */
export async function updateSavedView(
  ctx: TenantContext,
  id: string,
  { isDefault, ...input }: SavedViewInput,
  expectedVersion?: number | null,
): Promise<SavedView> {
  const viewer = await viewerOf(ctx);
  const { view: before, standing } = await lockView(ctx, id, viewer, expectedVersion);
  if (input.entity != null && input.entity !== before.entity)
    throw invalid('entity', 'read_only', 'A view stays with its list; save another one.');
  if (input.copyViewId != null)
    throw invalid('copy_view_id', 'unexpected', 'Only a new view copies another one.');
  const { entity: _, copyViewId: __, ...content } = input;
  const after = Object.keys(content).length ? await write(ctx, before, content, standing, viewer) : before;
  if (isDefault != null && (await setDefault(ctx, before, personOf(viewer), isDefault))) {
    await emit(ctx, 'saved_view.default_changed', {
      object: after,
      label: after.name,
      after: { isDefault },
      links: [],
    });
  }
  return after;
}

/** Deletes a view for good. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteSavedView(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const { view, standing } = await lockView(ctx, id, await viewerOf(ctx), expectedVersion);
  if (!mayGovern(view, standing)) throw notYours();
  await SavedView.of(ctx).where({ id }).delete();
  await emit(ctx, 'saved_view.deleted', {
    object: view,
    label: view.name,
    before: asTold(ctx, view),
    withheld: WITHHELD,
    links: [],
    data: { entity: view.entity, visibility: view.visibility },
  });
  return { id, deletedAt: ctx.now };
}

async function write(
  ctx: TenantContext,
  before: SavedView,
  input: SavedViewInput,
  standing: Standing,
  viewer: Viewer,
): Promise<SavedView> {
  if (!mayEdit(before, standing)) throw notYours();
  const governs = input.visibility != null || input.sharedWith !== undefined;
  if (governs && !mayGovern(before, standing)) throw notYours();
  const visibility = input.visibility ?? before.visibility;
  if (visibility !== before.visibility) assertMayShow(ctx, visibility);
  const standingShares = await sharesOfView(ctx, before.id);
  // Taken back from everybody; who is named beside it is refused below.
  const kept = visibility === 'private' ? [] : standingShares;
  const shares = input.sharedWith === undefined ? kept : await readShares(ctx, input.sharedWith ?? []);
  if (governs) assertFits(visibility, shares);
  const wanted = { ...readShown(ctx, before.entity, input, viewer), visibility };
  if (wanted.name !== undefined && wanted.name.toLowerCase() !== before.name.toLowerCase())
    await assertFree(ctx, { ...before, name: wanted.name });
  const [was, is] = [sharesAsTold(standingShares), sharesAsTold(shares)];
  const isShared = !isDeepStrictEqual(was, is);
  const after = isShared ? await before.changeVersion(ctx, wanted) : await before.change(ctx, wanted);
  if (after === before) return before;
  if (isShared) await replaceShares(ctx, before.id, shares);
  await emit(ctx, 'saved_view.updated', {
    object: after,
    label: after.name,
    before: { ...asTold(ctx, before), sharedWith: was },
    after: { ...asTold(ctx, after), sharedWith: is },
    withheld: WITHHELD,
    links: [],
    data: { entity: after.entity, visibility: after.visibility },
  });
  return after;
}

/** A view that the caller sees, locked, and what their rights to it hang on. @throws NOT_FOUND, PRECONDITION_FAILED */
async function lockView(
  ctx: TenantContext,
  id: string,
  viewer: Viewer,
  expectedVersion?: number | null,
): Promise<{ view: SavedView; standing: Standing }> {
  await SavedView.of(ctx).where({ id }).forUpdate();
  const view = await findView(ctx, id);
  if (expectedVersion != null && expectedVersion !== view.version) throw versionConflict(view);
  const roles = await ctx.tx.rows<{ id: string }>(
    'select id from roles where tenant_id = $1 and key = any($2)',
    [ctx.tenantId, [...ctx.principal.roles]],
  );
  const roleIds = new Set(roles.map((role) => role.id));
  return { view, standing: standingOf(ctx, viewer, view, await sharesOfView(ctx, id), roleIds) };
}

/** @throws VALIDATION_ERROR exists */
async function copied(ctx: TenantContext, id: string): Promise<SavedView> {
  try {
    return await findView(ctx, id);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error;
    throw invalid('copy_view_id', 'exists', 'There is no such view.');
  }
}

/** What a copy takes over. */
function partsOf({ filter, sort, columns, groupBy, layout, rowsPerPage }: SavedView): SavedViewInput {
  return { filter, sort, columns, groupBy, layout, pageSize: rowsPerPage };
}

/** A view as the audit keeps it: no value that is asked of a governed field. */
function asTold(ctx: TenantContext, view: SavedView): Record<string, unknown> {
  const filter = withoutGoverned(ctx, view.entity, view.filter, { forEverybody: true });
  return { ...view.toJSON(), filter };
}

/** @throws CONFLICT token_without_owner */
function personOf({ userId }: Viewer): string {
  return (
    userId ??
    fail('CONFLICT', 'A view belongs to a person, and nobody answers for this token; give it an owner.', {
      details: { reason: 'token_without_owner' },
    })
  );
}

function assertMayShow(ctx: TenantContext, visibility: SavedView['visibility']): void {
  if (visibility !== 'tenant' || mayShowAll(ctx)) return;
  fail('PERMISSION_DENIED', 'Only managers and admins show a view to the whole workspace.', {
    details: { required_role: 'manager' },
  });
}

function notYours(): ServiceError {
  return new ServiceError(
    'PERMISSION_DENIED',
    'The view is somebody else’s; save a copy of it with copy_view_id.',
    { details: { record_scope: 'own' } },
  );
}

async function assertFree(
  ctx: TenantContext,
  { ownerUserId, entity, name }: Pick<SavedView, 'ownerUserId' | 'entity' | 'name'>,
): Promise<void> {
  const taken = await SavedView.of(ctx)
    .where({ ownerUserId, entity })
    .whereRaw('lower(name) = lower(?)', [name])
    .first();
  if (!taken) return;
  fail('CONFLICT', `A view of ${entity} has the name ${name}; choose another one.`, {
    details: { reason: 'name_taken', saved_view_id: taken.id },
  });
}

/** The place behind the owner's views of the list. */
async function nextPosition(ctx: TenantContext, ownerUserId: string, entity: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ last: number }>(
    `select coalesce(max(position), 0) as last from saved_views
     where tenant_id = $1 and owner_user_id = $2 and entity = $3`,
    [ctx.tenantId, ownerUserId, entity],
  );
  return Math.min(row!.last + 1, 10_000);
}
