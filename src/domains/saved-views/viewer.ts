// The viewer of saved views, a person or the owner of a token: which views they see, and their rights to a view.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { SavedView, SavedViewShare } from './model.ts';
import type { Viewer, ViewRights } from './rules.ts';

const SELECT_USER = 'select u.id as "userId", u.time_zone as "timeZone" from users u where u.id = $1';
const SELECT_TOKEN_OWNER = `select k.owner_user_id as "userId", u.time_zone as "timeZone" from api_tokens k
  left join users u on u.id = k.owner_user_id where k.tenant_id = $2 and k.id = $1`;

/** Returns the viewer of this request, loaded once. A token acts for its owner. */
export function viewerOf(ctx: TenantContext): Promise<Viewer> {
  return loaderOf<string, Viewer>(ctx, 'saved_views.viewer', async ([id]) => {
    const { principal, tenantId, tx } = ctx;
    const isPerson = principal.kind === 'user';
    const [row] = await tx.rows<{ userId: string | null; timeZone: string | null }>(
      isPerson ? SELECT_USER : SELECT_TOKEN_OWNER,
      isPerson ? [id] : [id, tenantId],
    );
    return [{ userId: row?.userId ?? null, timeZone: row?.timeZone ?? principal.timeZone }];
  }).load(ctx.principal.id);
}

/** An SQL condition with its values. */
export interface VisibilityCondition {
  sql: string;
  values: unknown[];
}

/**
 * Returns the condition that selects the views a viewer can see: their own, public ones, and those shared with them.
 */
export function visibleViews(
  { userId }: Viewer,
  { tenantId, principal }: TenantContext,
): VisibilityCondition {
  return {
    sql: `(saved_views.owner_user_id = ?::uuid or saved_views.visibility = 'tenant'
      or (saved_views.visibility = 'shared' and saved_views.id in (
        select s.view_id from saved_view_shares s left join roles r on r.tenant_id = s.tenant_id and r.id = s.role_id
        where s.tenant_id = ? and (s.user_id = ?::uuid or r.key = any(?)))))`,
    values: [userId, tenantId, userId, [...principal.roles]],
  };
}

/** Keys of the roles that may share a view with the whole workspace. */
const ABOVE_MEMBERS = ['owner', 'admin', 'manager'];
const ADMINS = ['owner', 'admin'];

/** Returns whether the caller may share a view with the whole workspace (platform.md §8). */
export function mayPublish({ principal }: TenantContext): boolean {
  return principal.roles.some((key) => ABOVE_MEMBERS.includes(key));
}

/**
 * Returns what the caller's rights to a view depend on.
 * @param roleIds the ids of the caller's roles
 */
export function rightsOf(
  { principal }: TenantContext,
  viewer: Viewer,
  view: SavedView,
  shares: readonly SavedViewShare[],
  roleIds: ReadonlySet<string>,
): ViewRights {
  const matchingShares = shares.filter(
    ({ userId, roleId }) =>
      (userId !== null && userId === viewer.userId) || (roleId !== null && roleIds.has(roleId)),
  );
  return {
    isOwner: viewer.userId !== null && view.ownerUserId === viewer.userId,
    isAdmin: principal.roles.some((key) => ADMINS.includes(key)),
    mayEditAsShared: matchingShares.some(({ access }) => access === 'edit'),
  };
}
