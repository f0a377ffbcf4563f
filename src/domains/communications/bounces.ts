// What follows from a hard bounce or a complaint: the address is suppressed, and the sequences of its contacts end.
import type { TenantContext } from '../../context.ts';
import { suppressAddress } from '../contacts/suppressions.ts';
import { endEnrolments } from '../enrolments/endings.ts';

/** Applies a hard bounce of an address: it is suppressed, and no longer valid as a method of its contact. */
export async function applyHardBounce(ctx: TenantContext, address: string): Promise<void> {
  await suppressAddress(ctx, address, 'bounced');
  await ctx.tx.rows(
    `update contact_methods set is_valid = false, updated_at = $3
     where tenant_id = $1 and kind = 'email' and value = $2 and is_valid`,
    [ctx.tenantId, address, ctx.now],
  );
  const contactIds = await contactsWithAddress(ctx, address);
  await endEnrolments(ctx, { state: 'bounced', reason: 'hard_bounce', contactIds });
}

/** Applies a complaint about a message: the address is suppressed. */
export async function applyComplaint(ctx: TenantContext, address: string): Promise<void> {
  await suppressAddress(ctx, address, 'complained');
  const contactIds = await contactsWithAddress(ctx, address);
  await endEnrolments(ctx, { state: 'stopped', reason: 'complained', contactIds });
}

/** Returns the contacts that are written to at an address. */
async function contactsWithAddress(ctx: TenantContext, address: string): Promise<string[]> {
  const rows = await ctx.tx.rows<{ id: string }>(
    `select distinct contact_id as id from contact_methods
     where tenant_id = $1 and kind = 'email' and value = $2 and live and is_primary`,
    [ctx.tenantId, address],
  );
  return rows.map(({ id }) => id);
}
