// Who looks at views: a person, or the one who answers for a token; and what of the views they see.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { SavedView, SavedViewShare } from './model.ts';
import type { Standing, Viewer } from './rules.ts';

const PERSON = 'select u.id as "userId", u.time_zone as "timeZone" from users u where u.id = $1';
const TOKEN = `select k.owner_user_id as "userId", u.time_zone as "timeZone" from api_tokens k
  left join users u on u.id = k.owner_user_id where k.tenant_id = $2 and k.id = $1`;

/** The viewer of this request; asked for once. A token acts for the person who answers for it. */
export function viewerOf(ctx: TenantContext): Promise<Viewer> {
  return loaderOf<string, Viewer>(ctx, 'saved_views.viewer', async ([id]) => {
    const { principal, tenantId, tx } = ctx;
    const isPerson = principal.kind === 'user';
    const [row] = await tx.rows<{ userId: string | null; timeZone: string | null }>(
      isPerson ? PERSON : TOKEN,
      isPerson ? [id] : [id, tenantId],
    );
    return [{ userId: row?.userId ?? null, timeZone: row?.timeZone ?? principal.timeZone }];
  }).load(ctx.principal.id);
}

/** What a condition needs, and its values. */
export interface Seen {
  sql: string;
  values: unknown[];
}

/** The condition on saved_views that holds for those that the viewer sees: their own, those of all, those shared with them. */
export function seenBy({ userId }: Viewer, { tenantId, principal }: TenantContext): Seen {
  return {
    sql: `(saved_views.owner_user_id = ?::uuid or saved_views.visibility = 'tenant'
      or (saved_views.visibility = 'shared' and saved_views.id in (
        select s.view_id from saved_view_shares s left join roles r on r.tenant_id = s.tenant_id and r.id = s.role_id
        where s.tenant_id = ? and (s.user_id = ?::uuid or r.key = any(?)))))`,
    values: [userId, tenantId, userId, [...principal.roles]],
  };
}

/** Keys of the roles that are above members: they decide for the whole workspace. */
const ABOVE_MEMBERS = ['owner', 'admin', 'manager'];
const ADMINS = ['owner', 'admin'];

/** Whether the caller may show a view to everybody (platform.md §8). */
export function mayShowAll({ principal }: TenantContext): boolean {
  return principal.roles.some((key) => ABOVE_MEMBERS.includes(key));
}

/**
 * What the rights of the caller to a view hang on.
 * @param roleIds ids of the caller's roles
 */
export function standingOf(
  { principal }: TenantContext,
  viewer: Viewer,
  view: SavedView,
  shares: readonly SavedViewShare[],
  roleIds: ReadonlySet<string>,
): Standing {
  const mine = shares.filter(
    ({ userId, roleId }) =>
      (userId !== null && userId === viewer.userId) || (roleId !== null && roleIds.has(roleId)),
  );
  return {
    isOwner: viewer.userId !== null && view.ownerUserId === viewer.userId,
    isAdmin: principal.roles.some((key) => ADMINS.includes(key)),
    mayEditAsShared: mine.some(({ access }) => access === 'edit'),
  };
}
