// With whom a view is shared, and for whom it is the default.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { SavedView } from './model.ts';
import { SavedViewShare } from './model.ts';
import type { ShareAccess, Visibility } from './rules.ts';

/** One that a view is to be shared with. */
export interface ShareInput {
  type: 'user' | 'role';
  id: string;
  access: ShareAccess;
}

/** Shares as they are to be, and those that are to go. */
type Wanted = Pick<SavedViewShare, 'userId' | 'roleId' | 'access'>;

/**
 * Shares as a caller gives them.
 * @throws VALIDATION_ERROR repeated; exists for somebody who is no member, or a role that is not there
 */
export async function readShares(ctx: TenantContext, given: readonly ShareInput[]): Promise<Wanted[]> {
  const names = given.map(({ type, id }) => `${type} ${id}`);
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice >= 0) throw invalid(`shared_with.${twice}.id`, 'repeated', 'Name each person and role once.');
  const found = await ctx.tx.rows<{ name: string }>(
    `select 'user ' || user_id as name from memberships
       where tenant_id = $1 and status = 'active' and 'user ' || user_id = any($2)
     union all select 'role ' || id from roles where tenant_id = $1 and 'role ' || id = any($2)`,
    [ctx.tenantId, names],
  );
  const known = new Set(found.map(({ name }) => name));
  const missing = names.findIndex((name) => !known.has(name));
  if (missing >= 0) {
    const what = given[missing]!.type === 'user' ? 'member of the workspace' : 'role';
    throw invalid(`shared_with.${missing}.id`, 'exists', `There is no such ${what}.`);
  }
  return given.map(({ type, id, access }) => ({
    userId: type === 'user' ? id : null,
    roleId: type === 'role' ? id : null,
    access,
  }));
}

/** Refuses shares that say something else than the visibility. @throws VALIDATION_ERROR visibility, required */
export function assertFits(visibility: Visibility, shares: readonly unknown[]): void {
  if (visibility === 'private' && shares.length)
    throw invalid('shared_with', 'visibility', 'A private view is shared with nobody; make it shared.');
  if (visibility === 'shared' && shares.length === 0)
    throw invalid('shared_with', 'required', 'Say with whom the view is shared, or make it private.');
}

/** Puts these shares in the place of those that a view has. */
export async function replaceShares(
  ctx: TenantContext,
  viewId: string,
  shares: readonly Wanted[],
): Promise<void> {
  await SavedViewShare.of(ctx).where({ viewId }).delete();
  await SavedViewShare.insertAll(
    ctx,
    shares.map((share) => ({ viewId, ...share })),
  );
}

/** Shares in wire form, for the audit. */
export function sharesAsTold(shares: readonly Wanted[]): ShareInput[] {
  return shares.map(({ userId, roleId, access }) => ({
    type: userId ? 'user' : 'role',
    id: (userId ?? roleId)!,
    access,
  }));
}

/**
 * Makes a view the one that its list opens with for a person, or not any more.
 * @returns whether that changed anything
 */
export async function setDefault(
  ctx: TenantContext,
  { id, entity }: SavedView,
  userId: string,
  wanted: boolean,
): Promise<boolean> {
  const changed = wanted
    ? await ctx.tx.rows(
        `insert into saved_view_defaults (tenant_id, user_id, entity, view_id) values ($1, $2, $3, $4)
         on conflict (tenant_id, user_id, entity) do update set view_id = excluded.view_id
           where saved_view_defaults.view_id <> excluded.view_id returning view_id`,
        [ctx.tenantId, userId, entity, id],
      )
    : await ctx.tx.rows(
        `delete from saved_view_defaults where tenant_id = $1 and user_id = $2 and view_id = $3 returning view_id`,
        [ctx.tenantId, userId, id],
      );
  return changed.length > 0;
}
