// The records that notifications are about: their tables, and what reading them takes.
import { accessOf } from '../../access/access.ts';
import { ALWAYS_ON, mayReadType } from '../../access/check.ts';
import type { TenantAccessContext } from '../../access/context.ts';
import type { Principal } from '../../access/principal.ts';
import { type Holders, holdersOf, type PermissionCatalogue } from '../../access/roles.ts';
import { loadObjectTypes } from '../../sdl/type-defs.ts';
import { KINDS } from '../kinds.ts';

/** A record that a notification can be about. */
interface NotifiedEntity {
  name: string;
  table: string;
  /** Its GraphQL type, whose `@access` says who may read it. */
  type: string;
  hasDeletion: boolean;
}

/** Every kind of record, and parts of them. */
const ENTITIES: readonly NotifiedEntity[] = [
  ...KINDS.map(({ name, model, type }) => ({ name, table: model.tableName, type, hasDeletion: true })),
  { name: 'action_item', table: 'action_items', type: 'ActionItem', hasDeletion: true },
  { name: 'import', table: 'imports', type: 'Import', hasDeletion: false },
  { name: 'milestone', table: 'milestones', type: 'Milestone', hasDeletion: true },
  { name: 'proposal', table: 'action_proposals', type: 'ActionProposal', hasDeletion: false },
  { name: 'subscription', table: 'subscriptions', type: 'Subscription', hasDeletion: false },
  { name: 'webhook', table: 'webhooks', type: 'Webhook', hasDeletion: true },
  { name: 'api_token', table: 'api_tokens', type: 'ApiToken', hasDeletion: false },
];

/**
 * Returns the SQL condition that the caller may read the record of a notification now: it exists, and the caller has its
 * module and permission. A person's own account is always readable.
 * @param table the name of `notifications` in the statement
 */
export function readableEntities(principal: Principal, table = 'notifications'): string {
  const conditions = ENTITIES.filter(({ type }) => mayReadType(type, principal)).map(
    ({ name, table: records, hasDeletion }) =>
      `when '${name}' then exists (select from ${records} e where e.tenant_id = ${table}.tenant_id
         and e.id = ${table}.entity_id${hasDeletion ? ' and e.deleted_at is null' : ''})`,
  );
  return `case ${table}.entity_type when 'user' then true ${conditions.join(' ')} else false end`;
}

/** Tells whether a record of a kind exists for the caller. */
export async function isReadable(ctx: TenantAccessContext, name: string, id: string): Promise<boolean> {
  const entity = ENTITIES.find((one) => one.name === name);
  if (!entity || !mayReadType(entity.type, ctx.principal)) return false;
  const rows = await ctx.tx.rows(
    `select id from ${entity.table} where tenant_id = $1 and id = $2 ${entity.hasDeletion ? 'and deleted_at is null' : ''}`,
    [ctx.tenantId, id],
  );
  return rows.length > 0;
}

/** Locks a record, or a comment, until the transaction ends. */
export async function lockEntity(ctx: TenantAccessContext, name: string, id: string): Promise<void> {
  const table = name === 'comment' ? 'comments' : ENTITIES.find((one) => one.name === name)!.table;
  await ctx.tx.rows(`select id from ${table} where tenant_id = $1 and id = $2 for no key update`, [
    ctx.tenantId,
    id,
  ]);
}

/** Returns the name by which people know a record. */
export async function titleOfEntity(ctx: TenantAccessContext, name: string, id: string): Promise<string> {
  const kind = KINDS.find((one) => one.name === name);
  const { table } = ENTITIES.find((one) => one.name === name)!;
  if (kind) {
    const record = await kind.model
      .of(ctx as never)
      .where({ id })
      .first();
    const title = (record as unknown as Record<string, unknown> | undefined)?.[kind.title];
    return String(title ?? kind.name).slice(0, 255);
  }
  const [row] = await ctx.tx.rows<{ name: string }>(
    `select name from ${table} where tenant_id = $1 and id = $2`,
    [ctx.tenantId, id],
  );
  return (row?.name ?? name).slice(0, 255);
}

/** Returns which of the people are members who may read the records of a kind. */
export async function reachableUsers(
  ctx: TenantAccessContext & { readonly services: { readonly permissions: PermissionCatalogue } },
  name: string,
  userIds: readonly string[],
): Promise<string[]> {
  const readers = readersOf(name, ctx.services.permissions);
  if (!readers) return [];
  const rows = await ctx.tx.rows<{ id: string }>(
    `select m.user_id as id from memberships m
     where m.tenant_id = $1 and m.status = 'active' and m.user_id = any($2::uuid[])
       and ($3::text is null or ((m.module_access is null or $3 = any(m.module_access))
         and exists (select from tenants t where t.id = $1 and t.modules -> $3 is distinct from 'false'::jsonb)))
       and ($4::text[] is null or exists (select from membership_roles mr join roles r on r.tenant_id = $1 and r.id = mr.role_id
         where mr.tenant_id = $1 and mr.membership_id = m.id
           and case when r.is_system then r.key = any($4::text[]) else r.grants && $5::text[] end))`,
    [ctx.tenantId, userIds, readers.module, readers.holders?.roleKeys ?? null, readers.holders?.grants ?? []],
  );
  return rows.map(({ id }) => id);
}

/** Who may read the records of a kind: the module that must be on, and the roles that grant it; null for no condition. */
export interface Readers {
  module: string | null;
  holders: Holders | null;
}

/** Returns who may read the records of a kind; undefined for a kind that no notification is about. */
export function readersOf(name: string, permissions: PermissionCatalogue): Readers | undefined {
  if (name === 'user') return { module: null, holders: null };
  const entity = ENTITIES.find((one) => one.name === name);
  if (!entity) return undefined;
  const access = accessOf(loadObjectTypes().get(entity.type)!.definition, 'query');
  if (!access) return { module: null, holders: null };
  const { module, permission } = access;
  return {
    module: ALWAYS_ON.has(module) ? null : module,
    holders: permission ? holdersOf(permission, permissions) : null,
  };
}
