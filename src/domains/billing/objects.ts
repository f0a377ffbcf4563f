// Which workspace the objects of the platform's payment provider belong to.
import type { TenantContext } from '../../context.ts';
import { PROVIDER } from './stripe.ts';

/** Notes that an object of the platform's account at the provider belongs to this workspace. */
export async function registerObject(ctx: TenantContext, objectId: string): Promise<void> {
  await ctx.tx.rows(
    'insert into billing_objects (provider, object_id, workspace_id) values ($1, $2, $3) on conflict do nothing',
    [PROVIDER, objectId, ctx.tenantId],
  );
}
