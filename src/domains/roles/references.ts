// What uses a role: found from the foreign keys of the database, so that no table can be forgotten.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';

/** What people call the rows of a table that refers to roles. */
const TYPES: Record<string, string> = {
  membership_roles: 'member',
  api_tokens: 'api_token',
  agents: 'agent',
  saved_view_shares: 'saved_view',
};

/**
 * Refuses while something uses a role. What has ended lets go of it: tokens that are revoked or expired, and members who
 * have left.
 * @throws RESOURCE_IN_USE with type and count of what refers to it
 */
export async function assertUnused(ctx: TenantContext, roleId: string): Promise<void> {
  await letGo(ctx, roleId);
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
    if (count) references.push({ type: TYPES[table] ?? table, count });
  }
  if (references.length === 0) return;
  fail('RESOURCE_IN_USE', 'Members, tokens or shared views have this role; give them another one first.', {
    details: { references },
  });
}

async function letGo({ tx, tenantId, now }: TenantContext, roleId: string): Promise<void> {
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
