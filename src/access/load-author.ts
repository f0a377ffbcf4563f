// Loads the principal of the author of a proposal with its current permissions, without a request or session of the
// author.

import { ServiceError } from '../errors.ts';
import type { TenantAccessContext } from './context.ts';
import { CUSTOM_FIELDS_SQL, customFieldsFrom } from './custom-fields.ts';
import { automationOf, loadTokenPrincipal, modulesOf, type PolicyRow } from './load-principal.ts';
import { NO_POLICY, type Principal } from './principal.ts';
import { type HeldRole, ownOnlyOf, permissionsOf } from './roles.ts';
import { ENTITLEMENT_SQL, type EntitlementRow, entitlementOf } from './subscription.ts';

/**
 * Loads the principal of a person or token of the workspace.
 * @returns undefined where the membership or the token has ended
 */
export async function loadAuthor(
  ctx: TenantAccessContext,
  { type, id }: { type: string; id: string },
): Promise<Principal | undefined> {
  if (type === 'user') return loadMember(ctx, id);
  const [token] = await ctx.tx.rows<{ hash: string }>(
    'select secret_hash as hash from api_tokens where tenant_id = $1 and id = $2',
    [ctx.tenantId, id],
  );
  if (!token) return undefined;
  try {
    return (await loadTokenPrincipal(ctx.services, token.hash, ctx.tenantId, ctx.tx)).principal;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

interface MemberRow {
  name: string;
  module_access: string[] | null;
  modules: Record<string, boolean>;
  time_zone: string;
  policy: PolicyRow | null;
  roles: HeldRole[];
  custom_fields: string | null;
  entitlement: EntitlementRow | null;
}

async function loadMember(ctx: TenantAccessContext, id: string): Promise<Principal | undefined> {
  const [row] = await ctx.tx.rows<MemberRow>(
    `select u.name, m.module_access, t.modules, t.time_zone, to_jsonb(p) as policy, (
       select coalesce(jsonb_agg(jsonb_build_object('key', r.key, 'grants', r.grants, 'isSystem', r.is_system, 'recordScope', r.record_scope) order by r.key), '[]')
       from membership_roles mr join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
       where mr.tenant_id = m.tenant_id and mr.membership_id = m.id
     ) as roles, ${CUSTOM_FIELDS_SQL} as custom_fields, ${ENTITLEMENT_SQL} as entitlement
     from memberships m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
     left join automation_policies p on p.tenant_id = t.id
     where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active' and u.status = 'active'`,
    [ctx.tenantId, id],
  );
  if (!row) return undefined;
  const subscription = entitlementOf(row.entitlement, ctx.now);
  return {
    kind: 'user',
    id,
    label: row.name,
    tenantId: ctx.tenantId,
    roles: row.roles.map(({ key }) => key),
    permissions: permissionsOf(row.roles, ctx.services.permissions),
    ownOnly: ownOnlyOf(row.roles, ctx.services.permissions),
    scopes: null,
    automation: automationOf(row.policy),
    assistantEnabled: false,
    timeZone: row.time_zone,
    customFields: customFieldsFrom(ctx.tenantId, row.custom_fields),
    policy: NO_POLICY,
    subscription,
    ...modulesOf(row.modules, 'member', row.module_access, subscription.modules),
  };
}
