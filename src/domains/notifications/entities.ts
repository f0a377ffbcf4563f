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
