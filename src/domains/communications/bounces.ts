// What follows from a hard bounce or a complaint: the address is suppressed, and sequences of its contact end.
import type { TenantContext } from '../../context.ts';
import { suppressAddress } from './suppression.ts';

/** Applies a hard bounce of an address: it is suppressed, and no longer valid as a method of its contact. */
export async function applyHardBounce(ctx: TenantContext, address: string): Promise<void> {
  await suppressAddress(ctx, address, 'bounced');
  await ctx.tx.rows(
    `update contact_methods set is_valid = false, updated_at = $3
     where tenant_id = $1 and kind = 'email' and value = $2 and is_valid`,
    [ctx.tenantId, address, ctx.now],
  );
}
