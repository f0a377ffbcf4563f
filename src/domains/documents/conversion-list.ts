// Loads the conversions that still count, of their source or of what they became.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { DocumentConversion } from './document.ts';
import { plainDecimal } from './exact.ts';

/** Returns the mode that was asked for: all that parts by percent have left is stored as a final invoice. */
export function shownMode(mode: DocumentConversion['mode']): 'all' | 'lines' | 'percent' {
  return mode === 'final' ? 'all' : mode;
}

/** A conversion as the API returns it. */
export interface ListedConversion {
  id: string;
  target: 'work_order' | 'invoice';
  mode: DocumentConversion['mode'];
  percent: string | null;
  lines: { lineId: string; quantity: string }[];
  documentId: string;
  documentNumber: string | null;
  createdAt: Date;
}

/**
 * Returns the conversions of a quote or work order, or those by which a document was made, oldest first; one statement for
 * all of an answer.
 */
export function conversionsOf(
  ctx: TenantContext,
  column: 'quote_id' | 'work_order_id' | 'document_id',
  id: string,
): Promise<ListedConversion[]> {
  return loaderOf<string, ListedConversion[]>(ctx, `document_conversions.${column}`, async (ids) => {
    const rows = await ctx.tx.rows<ListedConversion & { parent: string }>(
      `select c.${column} as parent, c.id, c.target, c.mode, c.percent::text as percent, c.lines, c.document_id as "documentId",
         coalesce(w.number, i.number) as "documentNumber", c.created_at as "createdAt"
       from document_conversions c
       left join work_orders w on w.tenant_id = $1 and w.id = c.document_id
       left join invoices i on i.tenant_id = $1 and i.id = c.document_id
       where c.tenant_id = $1 and c.${column} = any($2) and c.released_at is null order by c.created_at, c.id`,
      [ctx.tenantId, ids],
    );
    const groups = Map.groupBy(rows, ({ parent }) => parent);
    return ids.map((parent) =>
      (groups.get(parent) ?? []).map((row) => ({
        ...row,
        mode: shownMode(row.mode),
        percent: row.percent && plainDecimal(row.percent),
      })),
    );
  }).load(id);
}
