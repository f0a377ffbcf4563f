// What keeps agents from writing to contacts about whose relationship they have read (service.md 4.1): a person must do that.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';

/** How long a reading counts. */
const DAY_MS = 24 * 3_600_000;

/** Notes that the caller learned how the relationship with a contact stands, if it is an agent. */
export function noteRelationshipRead(ctx: TenantContext, contactId: string): void {
  if (ctx.principal.kind === 'agent') ctx.services.deferredAudit.relationshipRead(ctx, contactId);
}

/**
 * Refuses a message of an agent to contacts whose relationship any token of it has read within a day.
 * @throws RELATIONSHIP_OUTREACH_FORBIDDEN with the contacts
 */
export async function assertNoRelationshipOutreach(
  ctx: TenantContext,
  contactIds: readonly string[],
): Promise<void> {
  const { principal, now, tenantId } = ctx;
  if (principal.kind !== 'agent' || contactIds.length === 0) return;
  const rows = await ctx.tx.rows<{ id: string }>(
    `select distinct a.target_id as id from audit_entries a
     where a.tenant_id = $1 and a.target_id = any ($2) and a.action = 'contact.relationship_read' and a.occurred_at > $3
       and (a.actor_id = $4 or a.actor_id in (select t.id from api_tokens t where t.tenant_id = $1 and t.agent_id = $5))
     order by 1`,
    [tenantId, contactIds, new Date(now.getTime() - DAY_MS), principal.id, principal.agent?.id ?? null],
  );
  if (rows.length)
    fail('RELATIONSHIP_OUTREACH_FORBIDDEN', undefined, {
      details: { contact_ids: rows.map(({ id }) => id) },
    });
}
