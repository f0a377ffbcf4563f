// Finds what uses a role, by the foreign keys in the PostgreSQL catalogue, so that no table is forgotten.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';

/** The types of the records in tables that reference roles. */
const TYPE_NAMES: Record<string, string> = {
  membership_roles: 'member',
  api_tokens: 'api_token',
  agents: 'agent',
  saved_view_shares: 'saved_view',
};

/**
 * Refuses if something uses a role. Revoked or expired tokens and removed members do not count: they lose the role.
 * @throws RESOURCE_IN_USE with type and count of the references
 */
export async function assertUnused(ctx: TenantContext, roleId: string): Promise<void> {
  await releaseEndedUses(ctx, roleId);
  const keys = await ctx.tx.rows<{ table: string; column: string }>(
    `select con.conrelid::regclass::text as table, a.attname::text as column from pg_constraint con
     join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[array_upper(con.conkey, 1)]
     where con.contype = 'f' and con.confrelid = 'roles'::regclass order by 1`,
    [],
  );
  const references: { type: string; count: number }[] = [];
  for (const { table, column } of keys) {
    const [counted] = await ctx
      .db(table)
      .where({ tenant_id: ctx.tenantId, [column]: roleId })
      .count('* as n');
    const count = Number(counted!.n);
    if (count) references.push({ type: TYPE_NAMES[table] ?? table, count });
  }
  if (references.length === 0) return;
  fail(
    'RESOURCE_IN_USE',
    'Members, tokens, agents or shared views use this role; assign them another role first.',
    {
      details: { references },
    },
  );
}

async function releaseEndedUses({ tx, tenantId, now }: TenantContext, roleId: string): Promise<void> {
  await tx.rows(
    `update api_tokens set role_id = null
     where tenant_id = $1 and role_id = $2 and (revoked_at is not null or expires_at <= $3)`,
    [tenantId, roleId, now],
  );
  await tx.rows(
    `delete from membership_roles mr using memberships m
     where mr.tenant_id = $1 and mr.role_id = $2 and m.tenant_id = $1 and m.id = mr.membership_id and m.status = 'removed'`,
    [tenantId, roleId],
  );
}
