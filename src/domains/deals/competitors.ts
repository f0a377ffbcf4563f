// The competitors met in a deal, and how the deals end in which a competitor is met.
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { listOf, loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { dealKind } from './kind.ts';
import { type Deal, DealCompetitor } from './model.ts';
import type { LostReason } from './rules.ts';
import { timelineLinks } from './stages.ts';

export interface DealCompetitorInput {
  competitorId: string;
  status?: DealCompetitor['status'] | null;
}

type Meeting = Pick<DealCompetitor, 'competitorId' | 'status'>;

const OF_DEAL: RelationSql = {
  name: 'deal_competitors.deal',
  kind: 'all',
  model: DealCompetitor,
  where: (table, key) => `${table}.deal_id = ${key} and exists (select from competitors c
    where c.tenant_id = ${table}.tenant_id and c.id = ${table}.competitor_id and c.deleted_at is null)`,
  order: (table) => `${table}.created_at, ${table}.competitor_id`,
};

/** The competitors met in a deal, those first that were met first; deleted ones are left out. */
export const competitorsOfDeal = relation(
  (ctx: TenantContext, dealId: string): Promise<DealCompetitor[]> =>
    loaderOf<string, DealCompetitor[]>(ctx, OF_DEAL.name, async (ids) => {
      const rows = await ctx.tx.rows<{ deal_id: string }>(
        `select t.* from deal_competitors t where t.tenant_id = $1 and ${OF_DEAL.where('t', 'any($2)')}
         order by ${OF_DEAL.order!('t')}`,
        [ctx.tenantId, ids],
      );
      const groups = Map.groupBy(rows, (row) => row.deal_id);
      return ids.map((id) =>
        (groups.get(id) ?? []).map((row) => DealCompetitor.fromDatabaseJson(row) as DealCompetitor),
      );
    }).load(dealId),
  OF_DEAL,
);

/** The deals in which a competitor is met, most recently changed first. */
export const dealsOfCompetitor = listOf<Deal>('deals.competitor', {
  listing: dealKind.listing,
  parent: 'deal_competitors.competitor_id',
  join: `join deal_competitors on deal_competitors.tenant_id = deals.tenant_id and deal_competitors.deal_id = deals.id`,
});

/**
 * Replaces the competitors of a deal. A competitor without a status keeps the one it has, or is in play.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; VALIDATION_ERROR exists, unique
 */
export async function setCompetitors(
  ctx: TenantContext,
  id: string,
  competitors: readonly DealCompetitorInput[],
  expectedVersion?: number | null,
): Promise<Deal> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion });
  const before = await competitorsOfDeal(ctx, id);
  const after = await resolveCompetitors(ctx, competitors, before);
  if (meetingsText(before) === meetingsText(after)) return deal;
  await writeCompetitors(ctx, id, after);
  ctx.loaders.delete(OF_DEAL.name);
  const met = new Set([...before, ...after].map(({ competitorId }) => competitorId));
  return changeRecord(
    ctx,
    dealKind,
    deal,
    {},
    {
      changesParts: true,
      audit: { before: { competitors: before.map(asMember) }, after: { competitors: after.map(asMember) } },
      links: [
        ...(await timelineLinks(ctx, deal)),
        ...[...met].map((competitorId) => ({ entity: 'competitor' as const, id: competitorId })),
      ],
    },
  );
}

/** Returns the competitors of a deal as they shall be. @throws VALIDATION_ERROR exists, unique */
export async function resolveCompetitors(
  ctx: TenantContext,
  competitors: readonly DealCompetitorInput[],
  before: readonly Meeting[] = [],
): Promise<Meeting[]> {
  const ids = competitors.map(({ competitorId }) => competitorId.toLowerCase());
  if (ids.length === 0) return [];
  const rows = await ctx.tx.rows<{ id: string }>(
    // The lock keeps a competitor from being deleted meanwhile.
    'select id from competitors where tenant_id = $1 and id = any($2) and deleted_at is null order by id for key share',
    [ctx.tenantId, ids],
  );
  const found = new Set(rows.map(({ id }) => id));
  const faults = ids.flatMap((id, index) => {
    const path = `competitors[${index}].competitor_id`;
    if (!found.has(id)) return [{ path, rule: 'exists', message: 'There is no such competitor.' }];
    if (ids.indexOf(id) < index) return [{ path, rule: 'unique', message: 'Name each competitor once.' }];
    return [];
  });
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', faults[0]!.message, { fields: faults });
  const statuses = new Map(before.map(({ competitorId, status }) => [competitorId, status]));
  return ids.map((competitorId, index) => ({
    competitorId,
    status: competitors[index]!.status ?? statuses.get(competitorId) ?? 'in_play',
  }));
}

/** Makes the given competitors those of a deal, in one statement; links to deleted competitors stay. */
export async function writeCompetitors(
  ctx: TenantContext,
  dealId: string,
  competitors: readonly Meeting[],
): Promise<void> {
  await ctx.tx.rows(
    `with removed as (
       delete from deal_competitors d where ${OF_DEAL.where('d', '$2')} and d.tenant_id = $1 and d.competitor_id <> all($3::uuid[])
     )
     insert into deal_competitors as d (tenant_id, deal_id, competitor_id, status, created_at, updated_at)
     select $1, $2, w.id, w.status, $5, $5 from unnest($3::uuid[], $4::text[]) as w(id, status)
     on conflict (tenant_id, deal_id, competitor_id) do update set status = excluded.status, updated_at = excluded.updated_at
       where d.status <> excluded.status`,
    [
      ...[ctx.tenantId, dealId],
      competitors.map(({ competitorId }) => competitorId),
      competitors.map(({ status }) => status),
      ctx.now,
    ],
  );
}

export interface WinLoss {
  competitorId: string;
  met: number;
  won: number;
  lost: number;
  lostTo: number;
  open: number;
  winRate: number | null;
  value: { currency: string; won: string; lost: string; open: string }[];
  lostReasons: { reason: LostReason; count: number }[];
}

/** Returns how the live deals end in which a competitor is met, in one statement. */
export async function winLossAgainst(ctx: TenantContext, competitorId: string): Promise<WinLoss> {
  const [row] = await ctx.tx.rows<Omit<WinLoss, 'competitorId' | 'winRate'>>(SELECT_WIN_LOSS, [
    ctx.tenantId,
    competitorId,
  ]);
  const { won, lost } = row!;
  return { competitorId, ...row!, winRate: won + lost ? Math.round((100 * won) / (won + lost)) : null };
}

const SUM_OF = (status: string) =>
  `coalesce(sum(m.value) filter (where m.status = '${status}'), 0)::text as ${status}`;

const SELECT_WIN_LOSS = `
  with met as materialized (
    select d.status, d.value, d.currency, d.lost_reason, l.status as against
    from deal_competitors l join deals d on d.tenant_id = $1 and d.id = l.deal_id and d.deleted_at is null
    where l.tenant_id = $1 and l.competitor_id = $2
  )
  select count(*)::int as met,
    (count(*) filter (where status = 'won'))::int as won,
    (count(*) filter (where status = 'lost'))::int as lost,
    (count(*) filter (where status = 'lost' and against = 'lost_to'))::int as "lostTo",
    (count(*) filter (where status = 'open'))::int as open,
    (select coalesce(json_agg(v order by v.currency), '[]') from (
      select m.currency, ${SUM_OF('won')}, ${SUM_OF('lost')}, ${SUM_OF('open')}
      from met m where m.value is not null group by m.currency) v) as value,
    (select coalesce(json_agg(r order by r.count desc, r.reason), '[]') from (
      select m.lost_reason as reason, count(*)::int as count from met m where m.status = 'lost' group by 1) r) as "lostReasons"
  from met`;

/** Returns competitors in the form in which two sets of them can be compared. */
function meetingsText(competitors: readonly Meeting[]): string {
  return competitors
    .map(({ competitorId, status }) => `${competitorId} ${status}`)
    .sort()
    .join();
}

function asMember({ competitorId, status }: Meeting): { competitor_id: string; status: string } {
  return { competitor_id: competitorId, status };
}
