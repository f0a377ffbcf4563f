// Pipelines, one of which is the default (crm.md section 6).
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { ActorRecord } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { keyFrom } from '../keys.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { DealPipeline, DealStage } from './model.ts';
import { relocateDeals } from './relocation.ts';
import { DEFAULT_STAGES, type StageDefinition } from './rules.ts';

export interface PipelineInput {
  name?: string | null;
  isDefault?: boolean | null;
  stageOrder?: string[] | null;
}

const pipelineKind = partKind({ model: DealPipeline, title: 'name' });

const SYSTEM: ActorRecord = { type: 'system', id: null, label: 'system' };

/** Creates the first pipeline of a new workspace. Must run with the visibility of that workspace. */
export async function createDefaultPipeline(db: Knex, tenantId: string, now: Date): Promise<void> {
  const id = uuid();
  const actor = JSON.stringify(SYSTEM);
  const times = { created_at: now, updated_at: now };
  await db('deal_pipelines').insert({
    tenant_id: tenantId,
    id,
    key: 'sales',
    name: 'Sales',
    is_default: true,
    created_by: actor,
    updated_by: actor,
    ...times,
  });
  await db('deal_stages').insert(
    defaultStages(id).map(({ pipelineId, rottingDays, ...stage }) => ({
      tenant_id: tenantId,
      id: uuid(),
      pipeline_id: pipelineId,
      rotting_days: rottingDays,
      ...stage,
      ...times,
    })),
  );
}

function defaultStages(pipelineId: string) {
  return DEFAULT_STAGES.map((stage, index) => ({ ...stage, pipelineId, position: index + 1 }));
}

/** Returns all live pipelines, the default one first. */
export async function listPipelines(ctx: TenantContext): Promise<DealPipeline[]> {
  return await DealPipeline.live(ctx).orderBy([{ column: 'isDefault', order: 'desc' }, 'createdAt', 'id']);
}

/**
 * Finds a stage of a live pipeline; the default pipeline without an id, the first stage without a key.
 * @throws VALIDATION_ERROR exists for an unknown pipeline or stage
 */
export async function findStage(
  ctx: TenantContext,
  pipelineId: string | null | undefined,
  key: string | null | undefined,
): Promise<StageDefinition> {
  const [found] = await ctx.tx.rows<{ id: string; stage: StageDefinition | null; known: string[] }>(
    `select p.id, s.stage, s.known from deal_pipelines p cross join lateral (
       select array_agg(t.key order by t.position) as known,
         (array_agg(json_build_object('pipelineId', p.id, 'key', t.key, 'label', t.label, 'probability', t.probability,
           'category', t.category, 'openStages', open.keys) order by t.position)
           filter (where t.key = $3 or ($3::text is null and t.category = 'open')))[1] as stage
       from deal_stages t, (
         select array_agg(o.key order by o.position) as keys from deal_stages o
         where o.tenant_id = p.tenant_id and o.pipeline_id = p.id and o.category = 'open') open
       where t.tenant_id = p.tenant_id and t.pipeline_id = p.id
     ) s
     where p.tenant_id = $1 and p.deleted_at is null and case when $2::uuid is null then p.is_default else p.id = $2 end`,
    [ctx.tenantId, pipelineId ?? null, key ?? null],
  );
  if (!found) throw invalid('pipeline_id', 'exists', 'There is no such pipeline.');
  if (!found.stage) {
    throw invalid(
      'stage',
      'exists',
      `The pipeline has no such stage; give one of ${found.known.join(', ')}.`,
    );
  }
  return found.stage;
}

/** Creates a pipeline with the default stages. @throws VALIDATION_ERROR */
export async function createPipeline(ctx: TenantContext, input: PipelineInput): Promise<DealPipeline> {
  if (input.stageOrder != null) {
    throw invalid(
      'stage_order',
      'unexpected',
      'A new pipeline starts with the default stages; reorder them with an update.',
    );
  }
  const name = readName(input.name);
  // Serialized per workspace, because keys and the default are unique in it.
  await lockPipelines(ctx);
  const taken = await ctx.db('deal_pipelines').where({ tenant_id: ctx.tenantId }).pluck('key');
  if (input.isDefault) await clearDefault(ctx);
  const id = uuid();
  const pipeline = await insertRecord(ctx, pipelineKind, {
    id,
    key: keyFrom(name, new Set(taken as string[]), 'pipeline'),
    name,
    isDefault: input.isDefault ?? false,
  });
  await DealStage.insertAll(ctx, defaultStages(id));
  return pipeline;
}

/**
 * Renames a pipeline, reorders its open stages, or makes it the default.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function updatePipeline(
  ctx: TenantContext,
  id: string,
  input: PipelineInput,
  expectedVersion?: number | null,
): Promise<DealPipeline> {
  const before = await lockRecord(ctx, pipelineKind, id, { expectedVersion: expectedVersion ?? null });
  const patch: { name?: string; isDefault?: boolean } = {};
  if (input.name !== undefined) patch.name = readName(input.name);
  if (input.isDefault !== undefined && input.isDefault !== before.isDefault) {
    if (!input.isDefault) {
      throw invalid(
        'is_default',
        'default',
        'One pipeline must be the default; make another one the default instead.',
      );
    }
    await lockPipelines(ctx);
    await clearDefault(ctx);
    patch.isDefault = true;
  }
  const order = input.stageOrder && (await reorder(ctx, id, input.stageOrder));
  return changeRecord(ctx, pipelineKind, before, patch, {
    changesParts: !!order,
    ...(order && { audit: { before: { stageOrder: order.before }, after: { stageOrder: order.after } } }),
  });
}

/**
 * Deletes a pipeline. Its deals move to the stages with the same keys in another pipeline, or to a given stage.
 * @throws NOT_FOUND, CONFLICT default_pipeline, RESOURCE_IN_USE if it has deals and no other pipeline is given
 */
export async function deletePipeline(
  ctx: TenantContext,
  id: string,
  to: { moveToPipelineId?: string | null; moveToStage?: string | null },
  expectedVersion?: number | null,
): Promise<Deletion> {
  const pipeline = await lockRecord(ctx, pipelineKind, id, { expectedVersion: expectedVersion ?? null });
  if (pipeline.isDefault) {
    fail('CONFLICT', 'The default pipeline cannot be deleted; make another one the default first.', {
      details: { reason: 'default_pipeline' },
    });
  }
  if (to.moveToPipelineId === id) {
    throw invalid('move_to_pipeline_id', 'exists', 'Give a pipeline other than the one to delete.');
  }
  const moved = await relocateDeals(
    ctx,
    { pipelineId: id },
    to,
    `The pipeline ${pipeline.name} was deleted.`,
  );
  return deleteRecord(ctx, pipelineKind, pipeline, { data: { moved_deals: moved } });
}

function readName(name: string | null | undefined): string {
  const text = name?.replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Give the pipeline a name.');
  return text;
}

function lockPipelines(ctx: TenantContext): Promise<unknown> {
  return ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [`deal_pipelines:${ctx.tenantId}`]);
}

/** Clears the current default; the caller sets the new one in the same transaction. */
async function clearDefault(ctx: TenantContext): Promise<void> {
  await ctx
    .db('deal_pipelines')
    .where({ tenant_id: ctx.tenantId, is_default: true })
    .update({ is_default: false, updated_at: ctx.now, version: ctx.db.raw('version + 1') });
}

/**
 * Reorders the open stages; the closed ones stay last.
 * @throws VALIDATION_ERROR unless each stage is named exactly once
 */
async function reorder(
  ctx: TenantContext,
  pipelineId: string,
  keys: string[],
): Promise<{ before: string[]; after: string[] }> {
  const stages = (await DealStage.of(ctx)
    .where({ pipelineId, category: 'open' })
    .orderBy('position')) as DealStage[];
  const before = stages.map(({ key }) => key);
  if (new Set(keys).size !== keys.length || [...keys].sort().join() !== [...before].sort().join()) {
    throw invalid('stage_order', 'permutation', `Give each open stage exactly once: ${before.join(', ')}.`);
  }
  await ctx.tx.rows(
    `update deal_stages s set position = o.position, updated_at = $4
     from unnest($3::text[]) with ordinality as o(key, position)
     where s.tenant_id = $1 and s.pipeline_id = $2 and s.key = o.key`,
    [ctx.tenantId, pipelineId, keys, ctx.now],
  );
  return { before, after: keys };
}
