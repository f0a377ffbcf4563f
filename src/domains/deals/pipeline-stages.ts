// The stages of a pipeline: open ones can be added, changed and deleted; the two closed ones are fixed (crm.md
// section 6).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { keyFrom } from '../keys.ts';
import { DealPipeline, DealStage } from './model.ts';
import { type Destination, relocateDeals } from './relocation.ts';
import { isClosedStage } from './rules.ts';

/** The maximum number of open stages of a pipeline. */
const MAX_OPEN_STAGES = 30;

export interface StageInput {
  key?: string | null;
  label?: string | null;
  probability?: number | null;
  rottingDays?: number | null;
  position?: number | null;
}

/**
 * Adds an open stage, by default as the last one before the closed stages.
 * @throws NOT_FOUND, CONFLICT stage_key_taken, VALIDATION_ERROR
 */
export async function addStage(
  ctx: TenantContext,
  pipelineId: string,
  input: StageInput,
): Promise<DealStage> {
  const pipeline = await DealPipeline.lock(ctx, pipelineId);
  const stages = await openStages(ctx, pipelineId);
  if (stages.length >= MAX_OPEN_STAGES) {
    throw invalid('label', 'max_items', `A pipeline can have at most ${MAX_OPEN_STAGES} open stages.`);
  }
  const label = readLabel(input.label);
  const taken = new Set([...stages.map(({ key }) => key), 'closed_won', 'closed_lost']);
  if (input.key && taken.has(input.key)) {
    fail('CONFLICT', `The pipeline already has a stage ${input.key}.`, {
      details: { reason: 'stage_key_taken' },
    });
  }
  const stage = await DealStage.insert(ctx, {
    pipelineId,
    key: input.key ?? keyFrom(label, taken, 'stage'),
    label,
    probability: input.probability ?? 50,
    category: 'open',
    rottingDays: input.rottingDays ?? null,
    position: stages.length + 1,
  });
  await reorderStages(ctx, pipelineId, stages, stage, input.position ?? stages.length + 1);
  await emitStage(ctx, 'deal_pipeline.stage_added', pipeline, stage);
  return findStage(ctx, pipelineId, stage.id);
}

/**
 * Updates an open stage. A new probability also applies to its deals, unless they override it.
 * @throws NOT_FOUND, CONFLICT stage_fixed for a closed stage, VALIDATION_ERROR
 */
export async function updateStage(
  ctx: TenantContext,
  pipelineId: string,
  stageId: string,
  input: StageInput,
): Promise<DealStage> {
  const pipeline = await DealPipeline.lock(ctx, pipelineId);
  const before = await findOpenStage(ctx, pipelineId, stageId);
  if (input.key != null && input.key !== before.key) {
    throw invalid('key', 'fixed', 'The key of a stage cannot be changed, because integrations refer to it.');
  }
  const patch = {
    ...(input.label !== undefined && { label: readLabel(input.label) }),
    ...(input.probability != null && { probability: input.probability }),
    ...(input.rottingDays !== undefined && { rottingDays: input.rottingDays }),
  };
  const others = (await openStages(ctx, pipelineId)).filter(({ id }) => id !== before.id);
  const position = Math.min(input.position ?? before.position, others.length + 1);
  const changed = await before.change(ctx, patch);
  if (changed === before && position === before.position) return before;
  if (position !== before.position) await reorderStages(ctx, pipelineId, others, before, position);
  if (patch.probability !== undefined && patch.probability !== before.probability) {
    await ctx.tx.rows(
      `update deals set probability = $4, version = version + 1
       where tenant_id = $1 and pipeline_id = $2 and stage = $3 and not probability_override`,
      [ctx.tenantId, pipelineId, before.key, patch.probability],
    );
  }
  const after = await findStage(ctx, pipelineId, before.id);
  await emitStage(ctx, 'deal_pipeline.stage_updated', pipeline, after, before);
  return after;
}

/**
 * Deletes an open stage and moves its deals to the given stage.
 * @throws NOT_FOUND, CONFLICT stage_fixed or last_open_stage, RESOURCE_IN_USE if it has deals and no stage is given
 */
export async function deleteStage(
  ctx: TenantContext,
  pipelineId: string,
  stageId: string,
  to: Pick<Destination, 'moveToStage'>,
): Promise<{ id: string; deletedAt: Date }> {
  const pipeline = await DealPipeline.lock(ctx, pipelineId);
  const stage = await findOpenStage(ctx, pipelineId, stageId);
  const others = (await openStages(ctx, pipelineId)).filter(({ id }) => id !== stage.id);
  if (others.length === 0) {
    fail('CONFLICT', 'A pipeline needs at least one open stage; add another one first.', {
      details: { reason: 'last_open_stage' },
    });
  }
  const from = { pipelineId, stage: stage.key };
  const moved = await relocateDeals(ctx, from, to, `The stage ${stage.label} was deleted.`);
  await DealStage.of(ctx).where({ id: stage.id }).delete();
  await reorderStages(ctx, pipelineId, others);
  await emitStage(ctx, 'deal_pipeline.stage_deleted', pipeline, stage, undefined, {
    moved_deals: moved,
    move_to_stage: to.moveToStage ?? null,
  });
  return { id: stage.id, deletedAt: ctx.now };
}

async function openStages(ctx: TenantContext, pipelineId: string): Promise<DealStage[]> {
  return (await DealStage.of(ctx).where({ pipelineId, category: 'open' }).orderBy('position')) as DealStage[];
}

/** Finds a stage by its id or its key. @throws NOT_FOUND */
async function findStage(ctx: TenantContext, pipelineId: string, idOrKey: string): Promise<DealStage> {
  const stage = await DealStage.of(ctx)
    .where({ pipelineId })
    .whereRaw('(id::text = ? or key = ?)', [idOrKey.toLowerCase(), idOrKey])
    .first();
  return (stage as DealStage | undefined) ?? fail('NOT_FOUND');
}

async function findOpenStage(ctx: TenantContext, pipelineId: string, idOrKey: string): Promise<DealStage> {
  const stage = await findStage(ctx, pipelineId, idOrKey);
  if (isClosedStage(stage.key)) {
    fail('CONFLICT', 'The two closed stages are the same in every pipeline and cannot be changed.', {
      details: { reason: 'stage_fixed' },
    });
  }
  return stage;
}

function readLabel(label: string | null | undefined): string {
  const text = label?.replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('label', 'required', 'Give the stage a label.');
  return text;
}

/** Numbers the stages from 1, optionally with one at a given position; the closed ones come last. */
async function reorderStages(
  ctx: TenantContext,
  pipelineId: string,
  others: DealStage[],
  stage?: DealStage,
  position = 0,
): Promise<void> {
  const ids = others.map(({ id }) => id);
  if (stage) ids.splice(Math.min(position, ids.length + 1) - 1, 0, stage.id);
  await ctx.tx.rows(
    `update deal_stages s set position = coalesce(o.position, $4 + case s.category when 'won' then 1 else 2 end), updated_at = $5
     from deal_stages p left join unnest($3::uuid[]) with ordinality as o(id, position) on o.id = p.id
     where s.tenant_id = $1 and s.pipeline_id = $2 and p.tenant_id = s.tenant_id and p.id = s.id`,
    [ctx.tenantId, pipelineId, ids, ids.length, ctx.now],
  );
}

async function emitStage(
  ctx: TenantContext,
  event: Extract<EventType, `deal_pipeline.stage_${string}`>,
  pipeline: DealPipeline,
  stage: DealStage,
  before?: DealStage,
  extraData: Record<string, unknown> = {},
): Promise<void> {
  const { version } = await pipeline.changeVersion(ctx);
  await emit(ctx, event, {
    object: { id: pipeline.id, version },
    label: `${pipeline.name}, ${stage.label}`,
    ...(before && { before: before.toJSON(), after: stage.toJSON() }),
    links: [],
    data: { stage: stage.key, ...extraData },
  });
}
