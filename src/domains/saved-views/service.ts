// Saved views: list, find, create, copy, change and delete (platform.md §8).
import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '../../context.ts';
import { assertVersion, type Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { withoutGoverned } from './clauses.ts';
import { readViewFields, type SavedViewInput } from './input.ts';
import { columnState, operationOf } from './lists.ts';
import { savedViewListing, sharesOfView } from './loaders.ts';
import { SavedView } from './model.ts';
import { mayEdit, mayManage, type Viewer, type ViewRights } from './rules.ts';
import { assertMatchesVisibility, readShares, replaceShares, setDefault, sharesToWire } from './sharing.ts';
import { mayPublish, rightsOf, viewerOf, visibleViews } from './viewer.ts';

/**
 * Fields left out of the before and after values of events, because the content of a view is private. Events of a view
 * that is visible to the whole workspace carry the record as everybody reads it (events/record-snapshot.ts).
 */
const WITHHELD = ['name', 'filter', 'sort', 'columns', 'groupBy', 'sharedWith'];

/** Returns a page of the views that the caller can see, by list, position and name. */
export async function listSavedViews(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<SavedView>> {
  const { sql, values } = visibleViews(await viewerOf(ctx), ctx);
  const sort = args.sort ?? ['entity', 'position', 'name'];
  return listPage<SavedView>(ctx, savedViewListing, { ...args, sort }, lookahead, (query) =>
    query.whereRaw(sql, values as string[]),
  );
}

/** Returns one view that the caller can see. @throws NOT_FOUND */
export async function findView(ctx: TenantContext, id: string): Promise<SavedView> {
  const { sql, values } = visibleViews(await viewerOf(ctx), ctx);
  const view = (await SavedView.of(ctx)
    .where('saved_views.id', id)
    .whereRaw(sql, values as string[])
    .first()) as SavedView | undefined;
  return view ?? fail('NOT_FOUND');
}

/** Returns the filter of a view, without values of fields that the caller may not read. */
export function visibleFilter({ entity, filter }: SavedView, ctx: TenantContext): SavedView['filter'] {
  return withoutGoverned(ctx, entity, filter);
}

/** Returns the columns of a view that the caller may read. */
export function visibleColumns({ entity, columns }: SavedView, ctx: TenantContext): string[] {
  return columns.filter((column) => columnState(ctx, entity, column) === 'known');
}

/** Returns the grouping column of a view; null if the caller may not read it. */
export function visibleGroup({ entity, groupBy }: SavedView, ctx: TenantContext): string | null {
  return groupBy && columnState(ctx, entity, groupBy) === 'known' ? groupBy : null;
}

/**
 * Creates a view of a list, or a copy of another view, owned by the caller.
 * @throws VALIDATION_ERROR; PERMISSION_DENIED if a member shares it with the whole workspace; CONFLICT name_taken,
 *   token_without_owner
 */
export async function createSavedView(ctx: TenantContext, input: SavedViewInput): Promise<SavedView> {
  const viewer = await viewerOf(ctx);
  const ownerUserId = ownerIdOf(viewer);
  const source = input.copyViewId == null ? undefined : await findCopySource(ctx, input.copyViewId);
  const entity = input.entity ?? source?.entity;
  if (!entity) throw invalid('entity', 'required', 'Send the list that the view is for.');
  if (source && source.entity !== entity)
    throw invalid(
      'entity',
      'copy',
      `The copied view is for ${source.entity}; send that entity, or leave it out.`,
    );
  operationOf(ctx, entity);
  const mergedInput = { ...(source && copyableFields(source)), ...input };
  const fields = readViewFields(ctx, entity, mergedInput, viewer);
  const visibility = input.visibility ?? 'private';
  assertMayPublish(ctx, visibility);
  const shares = await readShares(ctx, input.sharedWith ?? []);
  assertMatchesVisibility(visibility, shares);
  await assertNameFree(ctx, { ownerUserId, entity, name: fields.name! });
  const record = {
    entity,
    ownerUserId,
    visibility,
    position: await nextPosition(ctx, ownerUserId, entity),
    ...fields,
    layout: fields.layout ?? 'table',
  };
  const view = await SavedView.create(ctx, record);
  await replaceShares(ctx, view.id, shares);
  if (input.isDefault) await setDefault(ctx, view, ownerUserId, true);
  await emit(ctx, 'saved_view.created', {
    object: view,
    label: view.name,
    after: { ...auditFields(ctx, view), sharedWith: sharesToWire(shares) },
    links: [],
    data: { entity, visibility },
  });
  return view;
}

/**
 * Changes a view. Everybody who can see it may make it their default; changing its content needs the right to edit it,
 * changing its shares the right to manage it.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, PERMISSION_DENIED, CONFLICT name_taken
 */
export async function updateSavedView(
  ctx: TenantContext,
  id: string,
  { isDefault, ...input }: SavedViewInput,
  expectedVersion?: number | null,
): Promise<SavedView> {
  const viewer = await viewerOf(ctx);
  const { view: before, rights } = await lockView(ctx, id, viewer);
  if (input.entity != null && input.entity !== before.entity)
    throw invalid('entity', 'read_only', 'The list of a view cannot be changed; create another view.');
  if (input.copyViewId != null)
    throw invalid(
      'copy_view_id',
      'unexpected',
      'A view can copy another one only on creation; leave copy_view_id out.',
    );
  const { entity: _, copyViewId: __, ...content } = input;
  const changesContent = Object.keys(content).length > 0;
  if (changesContent) assertMayChange(before, content, rights);
  assertVersion(before, expectedVersion);
  const after = changesContent ? await updateFields(ctx, before, content, viewer) : before;
  if (isDefault != null && (await setDefault(ctx, before, ownerIdOf(viewer), isDefault))) {
    await emit(ctx, 'saved_view.default_changed', {
      object: after,
      label: after.name,
      after: { isDefault },
      links: [],
    });
  }
  return after;
}

/** Deletes a view permanently. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteSavedView(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const { view, rights } = await lockView(ctx, id, await viewerOf(ctx));
  if (!mayManage(view, rights)) throw permissionError();
  assertVersion(view, expectedVersion);
  await SavedView.of(ctx).where({ id }).delete();
  await emit(ctx, 'saved_view.deleted', {
    object: view,
    label: view.name,
    before: auditFields(ctx, view),
    withheld: WITHHELD,
    links: [],
    data: { entity: view.entity, visibility: view.visibility },
  });
  return { id, deletedAt: ctx.now };
}

function changesSharing({ visibility, sharedWith }: SavedViewInput): boolean {
  return visibility != null || sharedWith !== undefined;
}

/** @throws PERMISSION_DENIED without the right to edit the view, or to manage it where its sharing changes */
function assertMayChange(view: SavedView, input: SavedViewInput, rights: ViewRights): void {
  const isAllowed = mayEdit(view, rights) && (!changesSharing(input) || mayManage(view, rights));
  if (!isAllowed) throw permissionError();
}

async function updateFields(
  ctx: TenantContext,
  before: SavedView,
  input: SavedViewInput,
  viewer: Viewer,
): Promise<SavedView> {
  const visibility = input.visibility ?? before.visibility;
  if (visibility !== before.visibility) assertMayPublish(ctx, visibility);
  const existingShares = await sharesOfView(ctx, before.id);
  // Making a view private removes its shares; shares in the same input are refused below.
  const keptShares = visibility === 'private' ? [] : existingShares;
  const shares = input.sharedWith === undefined ? keptShares : await readShares(ctx, input.sharedWith ?? []);
  if (changesSharing(input)) assertMatchesVisibility(visibility, shares);
  const patch = { ...readViewFields(ctx, before.entity, input, viewer), visibility };
  if (patch.name !== undefined && patch.name.toLowerCase() !== before.name.toLowerCase())
    await assertNameFree(ctx, { ...before, name: patch.name });
  const [sharedBefore, sharedAfter] = [sharesToWire(existingShares), sharesToWire(shares)];
  const isShared = !isDeepStrictEqual(sharedBefore, sharedAfter);
  const after = isShared ? await before.changeVersion(ctx, patch) : await before.change(ctx, patch);
  if (after === before) return before;
  if (isShared) await replaceShares(ctx, before.id, shares);
  await emit(ctx, 'saved_view.updated', {
    object: after,
    label: after.name,
    before: { ...auditFields(ctx, before), sharedWith: sharedBefore },
    after: { ...auditFields(ctx, after), sharedWith: sharedAfter },
    withheld: WITHHELD,
    links: [],
    data: { entity: after.entity, visibility: after.visibility },
  });
  return after;
}

/** Locks a view that the caller can see, and returns it with their rights. @throws NOT_FOUND */
async function lockView(
  ctx: TenantContext,
  id: string,
  viewer: Viewer,
): Promise<{ view: SavedView; rights: ViewRights }> {
  await SavedView.of(ctx).where({ id }).forUpdate();
  const view = await findView(ctx, id);
  const roles = await ctx.tx.rows<{ id: string }>(
    'select id from roles where tenant_id = $1 and key = any($2)',
    [ctx.tenantId, [...ctx.principal.roles]],
  );
  const roleIds = new Set(roles.map((role) => role.id));
  return { view, rights: rightsOf(ctx, viewer, view, await sharesOfView(ctx, id), roleIds) };
}

/** Finds the view to copy. @throws VALIDATION_ERROR exists */
async function findCopySource(ctx: TenantContext, id: string): Promise<SavedView> {
  try {
    return await findView(ctx, id);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error;
    throw invalid('copy_view_id', 'exists', 'There is no view with this id that you can see.');
  }
}

/** Returns the fields that a copy takes over. */
function copyableFields({ filter, sort, columns, groupBy, layout, rowsPerPage }: SavedView): SavedViewInput {
  return { filter, sort, columns, groupBy, layout, pageSize: rowsPerPage };
}

/** Returns a view as the audit records it, without filter values of governed fields. */
function auditFields(ctx: TenantContext, view: SavedView): Record<string, unknown> {
  const filter = withoutGoverned(ctx, view.entity, view.filter, { forAnyReader: true });
  return { ...view.toJSON(), filter };
}

/** Returns the id of the person who owns what the viewer creates. @throws CONFLICT token_without_owner */
function ownerIdOf({ userId }: Viewer): string {
  return (
    userId ??
    fail('CONFLICT', 'A view belongs to a person, and this token has no owner; set its owner first.', {
      details: { reason: 'token_without_owner' },
    })
  );
}

function assertMayPublish(ctx: TenantContext, visibility: SavedView['visibility']): void {
  if (visibility !== 'tenant' || mayPublish(ctx)) return;
  fail('PERMISSION_DENIED', 'Only managers and admins can share a view with the whole workspace.', {
    details: { required_role: 'manager' },
  });
}

function permissionError(): ServiceError {
  return new ServiceError(
    'PERMISSION_DENIED',
    'The view belongs to another member; create a copy of it with copy_view_id.',
    { details: { record_scope: 'own' } },
  );
}

async function assertNameFree(
  ctx: TenantContext,
  { ownerUserId, entity, name }: Pick<SavedView, 'ownerUserId' | 'entity' | 'name'>,
): Promise<void> {
  const existing = await SavedView.of(ctx)
    .where({ ownerUserId, entity })
    .whereRaw('lower(name) = lower(?)', [name])
    .first();
  if (!existing) return;
  fail('CONFLICT', `You already have a view of ${entity} named ${name}; choose another name.`, {
    details: { reason: 'name_taken', saved_view_id: existing.id },
  });
}

/** Returns the position after the owner's last view of the list. */
async function nextPosition(ctx: TenantContext, ownerUserId: string, entity: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ last: number }>(
    `select coalesce(max(position), 0) as last from saved_views
     where tenant_id = $1 and owner_user_id = $2 and entity = $3`,
    [ctx.tenantId, ownerUserId, entity],
  );
  return Math.min(row!.last + 1, 10_000);
}
