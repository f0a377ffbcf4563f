// Moves the deals of a deleted stage or pipeline together, in three statements.
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { Deal, DealStage } from './model.ts';

/** The destination of the deals of a deleted stage or pipeline. */
export interface Destination {
  moveToPipelineId?: string | null;
  moveToStage?: string | null;
}

interface RelocationSource {
  pipelineId: string;
  /** All stages of the pipeline if absent. */
  stage?: string;
}

interface Relocation {
  deal: Deal;
  to: DealStage;
}

/**
 * Moves every deal out of a stage or pipeline. Open deals go to the given stage, or to the stage with the same key;
 * closed ones keep their stage and closing time. Deleted deals are moved too. The history of each deal records the
 * reason. There are no events per deal: that of the deletion covers all of them.
 * @returns the number of live deals moved
 * @throws RESOURCE_IN_USE if there are live deals and no destination; VALIDATION_ERROR for an unsuitable destination
 */
export async function relocateDeals(
  ctx: TenantContext,
  from: RelocationSource,
  to: Destination,
  reason: string,
): Promise<number> {
  const stages = await findDestinations(ctx, from, to);
  const deals = (await Deal.of(ctx)
    .where(from)
    .select('id', 'stage', 'status', 'deletedAt')
    .orderBy('id')
    .forUpdate()) as Deal[];
  const live = deals.filter(({ deletedAt }) => !deletedAt).length;
  const parameter = from.stage ? 'move_to_stage' : 'move_to_pipeline_id';
  if (live && !(from.stage ? to.moveToStage : to.moveToPipelineId)) {
    fail('RESOURCE_IN_USE', `It still has deals; give their destination in ${parameter}.`, {
      details: { references: [{ type: 'deal', count: live }] },
    });
  }
  const relocations = deals.map((deal) => ({ deal, to: destinationOf(deal, stages, to.moveToStage) }));
  await applyRelocations(ctx, relocations, reason);
  return live;
}

/** Returns the remaining stages to which the deals may move. @throws VALIDATION_ERROR exists */
async function findDestinations(
  ctx: TenantContext,
  from: RelocationSource,
  to: Destination,
): Promise<DealStage[]> {
  const query = DealStage.of(ctx)
    .joinRaw(
      'join deal_pipelines p on p.tenant_id = deal_stages.tenant_id and p.id = deal_stages.pipeline_id and p.deleted_at is null',
    )
    .select('deal_stages.*')
    .orderBy('deal_stages.position');
  if (from.stage) query.where('p.id', from.pipelineId).whereNot('deal_stages.key', from.stage);
  else if (to.moveToPipelineId) query.where('p.id', to.moveToPipelineId);
  else query.where('p.is_default', true);
  const stages = (await query) as unknown as DealStage[];
  if (stages.length === 0) throw invalid('move_to_pipeline_id', 'exists', 'There is no such pipeline.');
  const { moveToStage } = to;
  if (moveToStage && !stages.some(({ key, category }) => key === moveToStage && category === 'open')) {
    throw invalid('move_to_stage', 'exists', 'Give an open stage that is not being deleted.');
  }
  return stages;
}

function destinationOf(deal: Deal, stages: DealStage[], stageKey: string | null | undefined): DealStage {
  const byKey = (key: string) => stages.find((stage) => stage.key === key);
  const found = deal.status === 'open' && stageKey ? byKey(stageKey) : byKey(deal.stage);
  if (found) return found;
  if (deal.deletedAt) return stages[0]!;
  throw invalid(
    'move_to_stage',
    'required',
    `The other pipeline has no stage ${deal.stage}; give the stage for its deals in move_to_stage.`,
  );
}

async function applyRelocations(
  ctx: TenantContext,
  relocations: Relocation[],
  reason: string,
): Promise<void> {
  if (relocations.length === 0) return;
  const openRelocations = relocations.filter(({ to }) => to.category === 'open');
  const idsOf = (list: Relocation[]) => list.map(({ deal }) => deal.id);
  await ctx.tx.rows(
    `update deal_stage_entries set left_at = greatest($3, entered_at), updated_at = $3
     where tenant_id = $1 and deal_id = any($2) and left_at is null`,
    [ctx.tenantId, idsOf(openRelocations), ctx.now],
  );
  const stageOf = (list: Relocation[]) => list.map(({ to }) => to.id);
  await ctx.tx.rows(
    `insert into deal_stage_entries (tenant_id, id, deal_id, pipeline_id, stage, label, status, entered_at, actor, reason,
       created_at, updated_at)
     select s.tenant_id, n.id, n.deal_id, s.pipeline_id, s.key, s.label, 'open', greatest($5, d.stage_entered_at), $6, $7, $5, $5
     from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as n(id, deal_id, stage_id)
     join deals d on d.tenant_id = $1 and d.id = n.deal_id
     join deal_stages s on s.tenant_id = $1 and s.id = n.stage_id`,
    [
      ctx.tenantId,
      openRelocations.map(() => uuid()),
      idsOf(openRelocations),
      stageOf(openRelocations),
      ctx.now,
      JSON.stringify(actorOf(ctx.principal)),
      reason.slice(0, 500),
    ],
  );
  await ctx.tx.rows(
    `update deals d set pipeline_id = s.pipeline_id, stage = s.key, version = d.version + 1, updated_at = $4, updated_by = $5,
       probability = case when d.probability_override then d.probability else s.probability end,
       stage_entered_at = case s.category when 'open' then greatest($4, d.stage_entered_at) else d.stage_entered_at end
     from unnest($2::uuid[], $3::uuid[]) as n(deal_id, stage_id)
     join deal_stages s on s.tenant_id = $1 and s.id = n.stage_id
     where d.tenant_id = $1 and d.id = n.deal_id`,
    [ctx.tenantId, idsOf(relocations), stageOf(relocations), ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
}
