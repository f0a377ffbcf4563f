// What names a member, and what becomes of it when the member is removed. Every column that holds a user of the
// workspace stands here: a test compares this list with the system catalogue.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { recordTypes } from '../../sdl/records.ts';

export interface Owned {
  table: string;
  column: string;
  /**
   * reassigned: the record goes to another member.
   * flagged: it goes on, and says that its owner is missing.
   * kept: it is the membership itself, or history.
   */
  becomes: 'reassigned' | 'flagged' | 'kept';
  /** Kind of record, singular snake_case. Said of reassigned ones. */
  type?: string;
  /** A condition that makes a row a record to hand over, where another one is history. */
  where?: string;
}

export const OWNED: readonly Owned[] = [
  ...recordTypes()
    .filter(({ fields }) => fields.has('ownerUserId'))
    .map(
      ({ entity, name }): Owned => ({
        table: entity,
        column: 'owner_user_id',
        becomes: 'reassigned',
        type: name,
      }),
    ),
  { table: 'contacts', column: 'steward_user_id', becomes: 'reassigned', type: 'contact_relationship' },
  // Who did what is done stays.
  {
    table: 'action_items',
    column: 'assignee_user_id',
    becomes: 'reassigned',
    type: 'action_item',
    where: "status = 'open'",
  },
  { table: 'agents', column: 'owner_user_id', becomes: 'reassigned', type: 'agent' },
  { table: 'api_tokens', column: 'owner_user_id', becomes: 'flagged' },
  { table: 'action_proposals', column: 'on_behalf_of_user_id', becomes: 'kept' },
  // Nobody else reads them; they end with their time.
  { table: 'assistant_conversations', column: 'user_id', becomes: 'kept' },
  { table: 'sso_identities', column: 'user_id', becomes: 'kept' },
  // Shared views go on for those who have them.
  { table: 'saved_views', column: 'owner_user_id', becomes: 'kept' },
  { table: 'saved_view_shares', column: 'user_id', becomes: 'kept' },
  { table: 'saved_view_defaults', column: 'user_id', becomes: 'kept' },
  { table: 'memberships', column: 'user_id', becomes: 'kept' },
];

const REASSIGNED = OWNED.filter(({ becomes }) => becomes === 'reassigned');

export interface RecordCount {
  type: string;
  count: number;
}

/** The records that a member has, deleted ones too: each may be restored. Kinds without a record are left out. */
export function countOwned(ctx: TenantContext, userId: string): Promise<RecordCount[]> {
  const counts = REASSIGNED.map(
    ({ table, column, type, where = 'true' }) =>
      `select '${type}' as type, count(*) from ${table} where tenant_id = $1 and ${column} = $2 and ${where} having count(*) > 0`,
  );
  return ctx.tx.rows<RecordCount>(counts.join(' union all '), [ctx.tenantId, userId]);
}

/** Hands the records of a member to another one; each gets its next version. */
export async function reassign(ctx: TenantContext, fromUserId: string, toUserId: string): Promise<void> {
  for (const { table, column, where = 'true' } of REASSIGNED) {
    await ctx.tx.rows(
      `update ${table} set ${column} = $3, version = version + 1, updated_at = $4, updated_by = $5
       where tenant_id = $1 and ${column} = $2 and ${where}`,
      [ctx.tenantId, fromUserId, toUserId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
    );
  }
}

/** Flags what goes on without the member: the tokens that they answer for (platform.md §4). */
export async function flagOwnerMissing(ctx: TenantContext, userId: string): Promise<void> {
  for (const { table, column } of OWNED.filter(({ becomes }) => becomes === 'flagged')) {
    await ctx.tx.rows(
      `update ${table} set owner_missing_since = $3, updated_at = $3 where tenant_id = $1 and ${column} = $2`,
      [ctx.tenantId, userId, ctx.now],
    );
  }
}
