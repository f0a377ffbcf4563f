// Lists every column that references a member, and what the removal of the member does to it. A test compares the list
// with the PostgreSQL catalogue.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { recordTypes } from '../../sdl/records.ts';

export interface MemberReference {
  table: string;
  column: string;
  /**
   * reassigned: the record is assigned to another member.
   * flagged: the record stays, marked as having no owner.
   * kept: the row is the membership itself, private data or history, and stays unchanged.
   */
  onRemoval: 'reassigned' | 'flagged' | 'kept';
  /** The kind of record in singular snake_case; only for reassigned ones. */
  type?: string;
  /** A condition that selects the rows to reassign; the others are history. */
  where?: string;
}

export const MEMBER_REFERENCES: readonly MemberReference[] = [
  ...recordTypes()
    .filter(({ fields }) => fields.has('ownerUserId'))
    .map(
      ({ entity, name }): MemberReference => ({
        table: entity,
        column: 'owner_user_id',
        onRemoval: 'reassigned',
        type: name,
      }),
    ),
  { table: 'contacts', column: 'steward_user_id', onRemoval: 'reassigned', type: 'contact_relationship' },
  // Completed items keep their assignee.
  {
    table: 'action_items',
    column: 'assignee_user_id',
    onRemoval: 'reassigned',
    type: 'action_item',
    where: "status = 'open'",
  },
  // Resolved tickets keep their assignee.
  {
    table: 'support_tickets',
    column: 'assignee_user_id',
    onRemoval: 'reassigned',
    type: 'ticket',
    where: "status not in ('resolved', 'closed')",
  },
  { table: 'agents', column: 'owner_user_id', onRemoval: 'reassigned', type: 'agent' },
  { table: 'api_tokens', column: 'owner_user_id', onRemoval: 'flagged' },
  { table: 'action_proposals', column: 'on_behalf_of_user_id', onRemoval: 'kept' },
  // Private to the member; purged by age.
  { table: 'assistant_conversations', column: 'user_id', onRemoval: 'kept' },
  // domains/project-work.ts ends the membership of projects.
  { table: 'project_members', column: 'user_id', onRemoval: 'kept' },
  { table: 'time_entries', column: 'user_id', onRemoval: 'kept' },
  // Who took part in a message or a call.
  { table: 'communication_participants', column: 'user_id', onRemoval: 'kept' },
  { table: 'call_participants', column: 'user_id', onRemoval: 'kept' },
  // Who launched it: the values of its merge fields.
  { table: 'campaigns', column: 'launched_by_user_id', onRemoval: 'kept' },
  // Private to the member.
  { table: 'content_drafts', column: 'owner_user_id', onRemoval: 'kept' },
  { table: 'content_imports', column: 'owner_user_id', onRemoval: 'kept' },
  // Operators are no members of a workspace.
  { table: 'operators', column: 'user_id', onRemoval: 'kept' },
  { table: 'operators', column: 'requested_by', onRemoval: 'kept' },
  { table: 'operators', column: 'confirmed_by', onRemoval: 'kept' },
  { table: 'privacy_requests', column: 'first_by', onRemoval: 'kept' },
  { table: 'privacy_requests', column: 'second_by', onRemoval: 'kept' },
  { table: 'sso_identities', column: 'user_id', onRemoval: 'kept' },
  // Shared views stay available to the people they are shared with.
  { table: 'saved_views', column: 'owner_user_id', onRemoval: 'kept' },
  { table: 'saved_view_shares', column: 'user_id', onRemoval: 'kept' },
  { table: 'saved_view_defaults', column: 'user_id', onRemoval: 'kept' },
  // Private to the member; purged by age.
  { table: 'notifications', column: 'user_id', onRemoval: 'kept' },
  { table: 'notification_preferences', column: 'user_id', onRemoval: 'kept' },
  { table: 'record_subscriptions', column: 'user_id', onRemoval: 'kept' },
  { table: 'reactions', column: 'user_id', onRemoval: 'kept' },
  { table: 'my_work_snoozes', column: 'user_id', onRemoval: 'kept' },
  { table: 'memberships', column: 'user_id', onRemoval: 'kept' },
];

const REASSIGNED = MEMBER_REFERENCES.filter(({ onRemoval }) => onRemoval === 'reassigned');

export interface RecordCount {
  type: string;
  count: number;
}

/** Counts the records of a member by kind, including deleted ones because they can be restored. */
export function countOwned(ctx: TenantContext, userId: string): Promise<RecordCount[]> {
  const counts = REASSIGNED.map(
    ({ table, column, type, where = 'true' }) =>
      `select '${type}' as type, count(*) from ${table} where tenant_id = $1 and ${column} = $2 and ${where} having count(*) > 0`,
  );
  return ctx.tx.rows<RecordCount>(counts.join(' union all '), [ctx.tenantId, userId]);
}

/** Reassigns the records of a member to another one; each version is incremented. */
export async function reassign(ctx: TenantContext, fromUserId: string, toUserId: string): Promise<void> {
  for (const { table, column, where = 'true' } of REASSIGNED) {
    await ctx.tx.rows(
      `update ${table} set ${column} = $3, version = version + 1, updated_at = $4, updated_by = $5
       where tenant_id = $1 and ${column} = $2 and ${where}`,
      [ctx.tenantId, fromUserId, toUserId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
    );
  }
}

/** Marks the tokens that the member owns as having no owner (platform.md §4). */
export async function flagOwnerMissing(ctx: TenantContext, userId: string): Promise<void> {
  for (const { table, column } of MEMBER_REFERENCES.filter(({ onRemoval }) => onRemoval === 'flagged')) {
    await ctx.tx.rows(
      `update ${table} set owner_missing_since = $3, updated_at = $3 where tenant_id = $1 and ${column} = $2`,
      [ctx.tenantId, userId, ctx.now],
    );
  }
}
