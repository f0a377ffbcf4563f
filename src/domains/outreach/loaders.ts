// Counts and lists the enrolments of sequences.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { OutreachEnrolment } from './model.ts';

export const enrolmentListing: Listing = { model: OutreachEnrolment };

/** How many contacts a sequence has, by what became of them. */
export interface Totals {
  enrolled: number;
  active: number;
  paused: number;
  replied: number;
  completed: number;
  bounced: number;
  optedOut: number;
  stopped: number;
}

/** Returns the totals of a sequence; one statement for all sequences of a page. */
export function totalsOfSequence(ctx: TenantContext, sequenceId: string): Promise<Totals> {
  return loaderOf<string, Totals>(ctx, 'outreach_sequences.totals', async (ids) => {
    const of = (state: string, name = state) =>
      `count(*) filter (where e.state = '${state}')::int as "${name}"`;
    const rows = await ctx.tx.rows<Totals & { id: string }>(
      `select s.id, count(e.id)::int as enrolled, ${of('active')}, ${of('paused')}, ${of('replied')}, ${of('completed')},
         ${of('bounced')}, ${of('opted_out', 'optedOut')}, ${of('stopped')}
       from unnest($2::uuid[]) as s(id)
       left join outreach_enrolments e on e.tenant_id = $1 and e.sequence_id = s.id group by s.id`,
      [ctx.tenantId, ids],
      'generic',
    );
    const found = new Map(rows.map(({ id, ...totals }) => [id, totals]));
    return ids.map((id) => found.get(id)!);
  }).load(sequenceId);
}
