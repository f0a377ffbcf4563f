// The date of a signature in the zone and format of the workspace.
import type { TenantContext } from '../../context.ts';
import { dayOf } from '../days.ts';

/** Returns today as the workspace writes dates. */
export async function dayInFormat(ctx: TenantContext): Promise<string> {
  const [tenant] = await ctx.tx.rows<{ format: string }>(
    'select date_format as format from tenants where id = $1',
    [ctx.tenantId],
  );
  const [year, month, day] = dayOf(ctx.now, ctx.principal.timeZone).split('-') as [string, string, string];
  return tenant!.format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
