// Conversions: what was made of a quote or work order, given back when the document made of it is deleted or voided.
import type { TenantContext } from '../../context.ts';

/** Gives back what a document took of its source. */
export async function releaseConversions(ctx: TenantContext, documentId: string): Promise<void> {
  const released = await ctx.tx.rows<{ quoteId: string | null; workOrderId: string | null }>(
    `update document_conversions set released_at = $3, updated_at = $3
     where tenant_id = $1 and document_id = $2 and released_at is null
     returning quote_id as "quoteId", work_order_id as "workOrderId"`,
    [ctx.tenantId, documentId, ctx.now],
  );
  for (const { quoteId, workOrderId } of released) {
    if (quoteId) await countQuote(ctx, quoteId);
    if (workOrderId) await countWorkOrder(ctx, workOrderId);
  }
}

/** Stores how much of a quote is converted. */
export async function countQuote(ctx: TenantContext, id: string): Promise<void> {
  await ctx.tx.rows(
    `update quotes q set updated_at = $3, version = q.version + 1, converted_percent = case when q.net_total = 0
       then (case when exists (select from document_conversions c where c.tenant_id = $1 and c.quote_id = $2
         and c.released_at is null) then 100 else 0 end)
       else least(100, round(100 * (select coalesce(sum(c.net), 0) from document_conversions c
         where c.tenant_id = $1 and c.quote_id = $2 and c.released_at is null) / q.net_total, 2)) end
     where q.tenant_id = $1 and q.id = $2`,
    [ctx.tenantId, id, ctx.now],
  );
}

/** Stores what of the lines of a work order is invoiced, and its billing status. */
export async function countWorkOrder(ctx: TenantContext, id: string): Promise<void> {
  const values = [ctx.tenantId, id, ctx.now];
  await ctx.tx.rows(
    `update document_lines l set updated_at = $3, quantity_invoiced = coalesce((
       select sum((part ->> 'quantity')::numeric) from document_conversions c, jsonb_array_elements(c.lines) part
       where c.tenant_id = $1 and c.work_order_id = $2 and c.released_at is null and part ->> 'lineId' = l.id::text), 0)
     where l.tenant_id = $1 and l.work_order_id = $2 and l.kind = 'item'`,
    values,
  );
  await ctx.tx.rows(
    `update work_orders w set updated_at = $3, version = w.version + 1, billing_status = (
       select case when count(*) = 0 then 'not_billable'
         when bool_and(l.quantity_invoiced >= l.quantity) then 'billed'
         when bool_or(l.quantity_invoiced > 0) then 'partially_billed' else 'unbilled' end
       from document_lines l where l.tenant_id = $1 and l.work_order_id = $2 and l.kind = 'item')
     where w.tenant_id = $1 and w.id = $2`,
    values,
  );
}
