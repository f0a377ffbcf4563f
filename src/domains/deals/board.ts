// The board of a pipeline: every stage with its count, sums and first cards, read in one statement.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { roundMoney } from '../money.ts';
import { Deal, DealPipeline } from './model.ts';
import type { DealStatus } from './rules.ts';

const DAY = 24 * 3600 * 1000;
/** The closed stages show deals closed within this many days (crm.md section 6). */
const CLOSED_WITHIN_DAYS = 90;
const DEFAULT_CARDS = 20;

export interface BoardArguments {
  pipelineId?: string | null;
  ownerUserId?: string | null;
  /** The most cards per stage. */
  cards?: number | null;
}

interface DealTotal {
  currency: string;
  value: string;
  weightedValue: string;
}

interface BoardStage {
  stage: string;
  label: string;
  category: DealStatus;
  probability: number;
  rottingDays: number | null;
  count: number;
  totals: DealTotal[];
  rottingCount: number;
  cards: Deal[];
  hasMore: boolean;
}

export interface DealBoard {
  pipeline: DealPipeline;
  stages: BoardStage[];
  /** The sums of the open deals by currency. */
  totals: DealTotal[];
}

/**
 * Returns a pipeline as a board; the default pipeline without an id.
 * @throws VALIDATION_ERROR exists if there is no such pipeline
 */
export async function getBoard(ctx: TenantContext, args: BoardArguments): Promise<DealBoard> {
  const limit = args.cards ?? DEFAULT_CARDS;
  const [board] = await ctx.tx.rows<{ pipeline: object; totals: DealTotal[]; stages: BoardStage[] }>(
    SELECT_BOARD,
    [
      ctx.tenantId,
      args.pipelineId ?? null,
      args.ownerUserId ?? null,
      new Date(ctx.now.getTime() - CLOSED_WITHIN_DAYS * DAY),
      ctx.now,
      limit + 1,
    ],
  );
  if (!board) throw invalid('pipeline_id', 'exists', 'There is no such pipeline.');
  return {
    pipeline: DealPipeline.fromDatabaseJson(board.pipeline) as DealPipeline,
    totals: board.totals.map(roundTotal),
    stages: board.stages.map((stage) => ({
      ...stage,
      totals: stage.totals.map(roundTotal),
      cards: stage.cards.slice(0, limit).map((card) => Deal.fromDatabaseJson(card) as Deal),
      hasMore: stage.cards.length > limit,
    })),
  };
}

/** Rounds the sums only now: a sum of rounded amounts would not be the rounded sum. */
function roundTotal({ currency, value, weightedValue }: DealTotal): DealTotal {
  return {
    currency,
    value: roundMoney(value, currency),
    weightedValue: roundMoney(weightedValue, currency),
  };
}

/** SQL for the sums of deals by currency, as JSON; amounts are text because JSON numbers lose precision. */
const sumsSql = (deals: string) => `
  select coalesce(sum(n), 0)::int as count, coalesce(sum(rotting), 0)::int as rotting_count,
    coalesce(json_agg(json_build_object('currency', currency, 'value', value::text, 'weightedValue', weighted::text)
      order by currency), '[]'::json) as totals
  from (
    select d.currency, count(*) as n, coalesce(sum(d.value), 0) as value,
      coalesce(sum(d.value * d.probability * 0.01), 0) as weighted,
      count(*) filter (where d.status = 'open' and d.stage_entered_at < $5::timestamptz - s.rotting_days * interval '1 day') as rotting
    from ${deals} and d.deleted_at is null and ($3::uuid is null or d.owner_user_id = $3)
    group by d.currency
  ) by_currency`;

/** A card as JSON with the column names; amounts are text. */
const CARD = `to_jsonb(d) || jsonb_build_object('value', d.value::text, 'unit_price', d.unit_price::text,
  'unit_quantity', d.unit_quantity::text, 'overage_rate', d.overage_rate::text)`;

const IN_STAGE = `d.tenant_id = s.tenant_id and d.pipeline_id = s.pipeline_id and d.stage = s.key
  and (s.category = 'open' or d.closed_at >= $4)`;

const SELECT_BOARD = `
  select row_to_json(p) as pipeline, overall.totals, columns.stages
  from deal_pipelines p
  cross join lateral (${sumsSql(`deals d join deal_stages s on s.tenant_id = d.tenant_id and s.pipeline_id = d.pipeline_id and s.key = d.stage
    where d.tenant_id = p.tenant_id and d.pipeline_id = p.id and d.status = 'open'`)}) overall
  cross join lateral (
    select json_agg(json_build_object('stage', s.key, 'label', s.label, 'category', s.category, 'probability', s.probability,
      'rottingDays', s.rotting_days, 'count', summed.count, 'totals', summed.totals, 'rottingCount', summed.rotting_count,
      'cards', first_cards.cards) order by s.position) as stages
    from deal_stages s
    cross join lateral (${sumsSql(`deals d where ${IN_STAGE}`)}) summed
    cross join lateral (
      select coalesce(json_agg(card), '[]'::json) as cards from (
        select ${CARD} as card from deals d
        where ${IN_STAGE} and d.deleted_at is null and ($3::uuid is null or d.owner_user_id = $3)
        order by d.stage_entered_at desc, d.id desc limit $6
      ) limited
    ) first_cards
    where s.tenant_id = p.tenant_id and s.pipeline_id = p.id
  ) columns
  where p.tenant_id = $1 and p.deleted_at is null and case when $2::uuid is null then p.is_default else p.id = $2 end`;
