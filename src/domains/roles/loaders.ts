// How roles are listed and how other records reach them.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import { Role } from './model.ts';

export const roleListing: Listing = { model: Role };

const BY_ID: RelationSql = {
  name: 'roles.id',
  kind: 'one',
  model: Role,
  where: (table, key) => `${table}.id = ${key}`,
};

export const roleById = relation(
  (ctx: TenantContext, id: string | null): Promise<Role | null> | null =>
    id === null
      ? null
      : loaderOf<string, Role | null>(ctx, BY_ID.name, async (ids) => {
          const rows = await Role.of(ctx).whereRaw('roles.id = any(?)', [ids as string[]]);
          const found = new Map(rows.map((row) => [row.id, row]));
          return ids.map((key) => found.get(key) ?? null);
        }).load(id),
  BY_ID,
);

/** Members who have left do not count. */
const MEMBERS: RelationSql = {
  name: 'roles.members',
  kind: 'count',
  model: Role,
  join: (table) => `join membership_roles mr on mr.tenant_id = ${table}.tenant_id and mr.role_id = ${table}.id
    join memberships m on m.tenant_id = mr.tenant_id and m.id = mr.membership_id`,
  where: (table, key) => `${table}.id = ${key} and m.status <> 'removed'`,
};

export const countMembersOfRole = relation(
  (ctx: TenantContext, roleId: string): Promise<number> =>
    loaderOf<string, number>(ctx, MEMBERS.name, async (ids) => {
      const rows = await ctx.tx.rows<{ id: string; n: number }>(
        `select roles.id, count(*) as n from roles ${MEMBERS.join!('roles')}
         where roles.tenant_id = $1 and ${MEMBERS.where('roles', 'any($2)')} group by 1`,
        [ctx.tenantId, ids],
      );
      const counts = new Map(rows.map(({ id, n }) => [id, n]));
      return ids.map((id) => counts.get(id) ?? 0);
    }).load(roleId),
  MEMBERS,
);
