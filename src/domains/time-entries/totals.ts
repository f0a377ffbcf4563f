// Sums over a whole list of time entries.
import type { TenantContext } from '../../context.ts';
import { listConditions } from '../../lists/filter-tree.ts';
import { listOf } from '../../lists/loaders.ts';
import { roundMoney } from '../money.ts';
import { mayReadRates } from '../projects/rates.ts';
import { TimeEntry } from './model.ts';
import { type TimeEntryPage, timeEntryListing } from './service.ts';

/** The time worked on a project, the latest first. */
export const timeEntriesOfProject = listOf<TimeEntry>('time_entries.project', {
  listing: timeEntryListing,
  parent: 'time_entries.project_id',
  sort: ['-work_date'],
});

export interface TimeTotals {
  minutes: number;
  billableMinutes: number;
  amounts: { currency: string; amount: string }[];
}

/** Returns the sums of a whole list; the list under a project has all of its time. */
export async function totalsOf(ctx: TenantContext, page: TimeEntryPage): Promise<TimeTotals> {
  const query = TimeEntry.live(ctx);
  if (page.parentId) query.where({ projectId: page.parentId });
  else (await listConditions(ctx, timeEntryListing, page.args)).apply(query as never);
  const rows = (await query
    .select(
      'currency',
      ctx.db.raw('sum(minutes)::int as minutes') as never,
      ctx.db.raw('coalesce(sum(minutes) filter (where billable), 0)::int as billable_minutes') as never,
      ctx.db.raw('(coalesce(sum(minutes * rate) filter (where billable), 0) / 60)::text as amount') as never,
    )
    .groupBy('currency')
    .orderBy('currency')) as unknown as {
    currency: string;
    minutes: number;
    billableMinutes: number;
    amount: string;
  }[];
  const sum = (name: 'minutes' | 'billableMinutes') => rows.reduce((total, row) => total + row[name], 0);
  const amounts = rows.map(({ currency, amount }) => ({ currency, amount: roundMoney(amount, currency) }));
  return {
    minutes: sum('minutes'),
    billableMinutes: sum('billableMinutes'),
    amounts: mayReadRates(ctx) ? amounts.filter(({ amount }) => Number(amount) !== 0) : [],
  };
}
