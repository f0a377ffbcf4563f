// The number series of a workspace (delivery.md section 3): one row for each, locked until the transaction ends.
import type { TenantContext } from '../context.ts';

/** Returns the next value of a series. A rolled-back value is issued again; a committed one never is. */
export async function nextInSeries(ctx: TenantContext, series: 'client'): Promise<number> {
  const [row] = await ctx.tx.rows<{ value: number }>(
    `insert into number_series as s (tenant_id, series, next_value) values ($1, $2, 2)
     on conflict (tenant_id, series) do update set next_value = s.next_value + 1 returning next_value - 1 as value`,
    [ctx.tenantId, series],
  );
  return row!.value;
}
