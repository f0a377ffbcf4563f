// The ledger of a number series: every used number with its document, and the gaps between them.
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { NumberLedgerEntry } from './model.ts';
import type { SeriesName } from './rules.ts';

const ledgerListing: Listing = { model: NumberLedgerEntry };

/** Numbers of a period that no document has. */
export interface NumberGap {
  period: string;
  from: number;
  to: number;
}

/** A page of the ledger, with the series that it is of. */
export type LedgerPage = PageOf<NumberLedgerEntry> & { docType: SeriesName };

/** Returns a page of the numbers of a series, newest first. */
export async function listLedger(
  ctx: TenantContext,
  docType: SeriesName,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<LedgerPage> {
  const page = await listPage<NumberLedgerEntry>(
    ctx,
    ledgerListing,
    { ...args, sort: args.sort ?? ['-issued_at', '-seq'] },
    lookahead,
    (query) => query.where({ series: docType }),
  );
  return { ...page, docType };
}

/**
 * Returns the gaps of a series in all periods; a series without gaps has none. After a change of the reset rule numbers go
 * on where they were, so a number of a period that contains another one, or is contained in it, counts as used in both.
 */
export function gapsOf(ctx: TenantContext, { docType }: LedgerPage): Promise<NumberGap[]> {
  return ctx.tx.rows<NumberGap>(
    `with used as (
       select distinct period, seq from number_ledger where tenant_id = $1 and series = $2
     ), periods as (
       select period, min(seq) as first, max(seq) as last from used group by period
     ), counted as (
       select distinct p.period, u.seq from periods p join used u on u.seq between p.first and p.last
         and (u.period = p.period or 'all' in (u.period, p.period)
           or starts_with(u.period, p.period) or starts_with(p.period, u.period))
     )
     select period, previous + 1 as "from", seq - 1 as "to" from (
       select period, seq, lag(seq, 1, seq - 1) over (partition by period order by seq) as previous from counted
     ) numbered where seq > previous + 1 order by period, seq`,
    [ctx.tenantId, docType],
  );
}
