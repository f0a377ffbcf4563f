// What operators see with a workspace: its owners and the history of its states.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { TenantOwner, TenantStateChange } from './model.ts';

/** Loads the owners of a workspace, by name. */
export function ownersOf(ctx: TenantContext, workspaceId: string): Promise<TenantOwner[]> {
  return loaderOf<string, TenantOwner[]>(ctx, 'platform_tenants.owners', async (ids) => {
    const rows = await ctx.tx.rows<TenantOwner & { workspaceId: string }>(
      `select m.tenant_id as "workspaceId", u.id as "userId", u.name, u.email
       from memberships m
       join membership_roles h on h.tenant_id = m.tenant_id and h.membership_id = m.id
       join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id and r.key = 'owner' and r.is_system
       join users u on u.id = m.user_id
       where m.tenant_id = any ($1) and m.status = 'active' order by u.name, u.id`,
      [ids],
    );
    return ids.map((id) => rows.filter((row) => row.workspaceId === id));
  }).load(workspaceId);
}

const MAX_CHANGES = 50;

/** Loads the changes of the state of a workspace, newest first. */
export function stateChangesOf(ctx: TenantContext, workspaceId: string): Promise<TenantStateChange[]> {
  return loaderOf<string, TenantStateChange[]>(ctx, 'platform_tenants.state_changes', async (ids) => {
    const rows = await ctx.tx.rows<TenantStateChange & { workspaceId: string }>(
      `select c.* from unnest($2::uuid[]) as w(id) cross join lateral (
         select workspace_id as "workspaceId", from_state as "from", to_state as "to", reason, actor as "by",
           created_at as "at"
         from tenant_state_changes where tenant_id = $1 and workspace_id = w.id
         order by created_at desc, id desc limit ${MAX_CHANGES}) c`,
      [ctx.tenantId, ids],
    );
    return ids.map((id) => rows.filter((row) => row.workspaceId === id));
  }).load(workspaceId);
}
