// Moves of a deal from stage to stage: forward and back, closed and opened again, with the history that they leave.
import { raiseRisk } from '../../access/automation.ts';
import { permissionDenied } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';

import { settleAll } from '../../db/transaction.ts';
import { fail } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit, type Link } from '../../events/emit.ts';
import { type BulkResult, bulk } from '../bulk.ts';
import { liveCompanyId } from '../companies/loaders.ts';
import { lockRecord } from '../records/verbs.ts';
import { dealKind } from './kind.ts';
import { contactsOfDeal, stageEntriesOfDeal } from './loaders.ts';
import { Deal, DealStageEntry } from './model.ts';
import { findStage } from './pipelines.ts';
import {
  assertMove,
  fieldsIn,
  isClosing,
  type MoveKind,
  type MoveWords,
  moveOf,
  type StageFacts,
} from './rules.ts';

export interface StageMove extends MoveWords {
  stage?: string | null;
  pipelineId?: string | null;
  expectedStage?: string | null;
}

const EVENT_OF: Record<Exclude<MoveKind, 'none'>, EventType> = {
  advance: 'deal.stage_changed',
  win: 'deal.won',
  lose: 'deal.lost',
  reopen: 'deal.reopened',
};

/** The timelines on which a change of a deal shows: its own, its company's and its contacts'. */
export async function linksOf(
  ctx: TenantContext,
  deal: { id: string; companyId: string | null },
  formerCompanyId: string | null = null,
): Promise<Link[]> {
  const companies = new Set([deal.companyId, formerCompanyId].filter((id) => id !== null));
  const contacts = await contactsOfDeal(ctx, deal.id);
  return [
    { entity: 'deal', id: deal.id },
    ...[...companies].map((id): Link => ({ entity: 'company', id })),
    ...contacts.map(({ contactId }): Link => ({ entity: 'contact', id: contactId })),
  ];
}

/** Every stage that a deal entered, in order. @throws NOT_FOUND */
export async function listStageEntries(ctx: TenantContext, dealId: string): Promise<DealStageEntry[]> {
  await Deal.find(ctx, dealId);
  return stageEntriesOfDeal(ctx, dealId);
}

/**
 * Moves a deal to a stage by the table of crm.md section 6; to the stage that it is in, nothing happens.
 * @throws NOT_FOUND, PRECONDITION_FAILED, STALE_STATE when it is not in `expectedStage`, VALIDATION_ERROR,
 * INVALID_STATE_TRANSITION, DEAL_NOT_CLOSABLE, DEAL_HANDED_OFF, PERMISSION_DENIED to reopen without deals.manage
 */
export async function moveStage(
  ctx: TenantContext,
  id: string,
  move: StageMove,
  expectedVersion?: number | null,
): Promise<Deal> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion });
  if (move.expectedStage != null && move.expectedStage !== deal.stage) {
    fail('STALE_STATE', `The deal is in the stage ${deal.stage} now; read it again.`, {
      details: { current_stage: deal.stage, current_version: deal.version },
    });
  }
  const to = await findStage(ctx, move.pipelineId ?? deal.pipelineId, move.stage);
  const kind = moveOf(deal, to);
  if (kind === 'none') return deal;
  assertMayClose(ctx, to.key);
  if (kind === 'reopen' && !ctx.principal.permissions.has('deals.manage')) {
    throw permissionDenied('deals.manage');
  }
  // A link to a deleted company reads null, so it does not make the deal winnable either.
  const companyId = kind === 'win' ? await liveCompanyId(ctx, deal.companyId) : deal.companyId;
  assertMove(kind, { ...deal, companyId }, move);
  return enter(ctx, deal, to, kind, move);
}

/** The same move of many deals, each on its own. @throws ApprovalRequired to an agent that would close them */
export function bulkMoveStage(ctx: TenantContext, ids: string[], move: StageMove): Promise<BulkResult> {
  assertMayClose(ctx, move.stage!);
  return bulk(ctx, 'deal.bulk_moved', ids, (id) => moveStage(ctx, id, move));
}

/** Closing is a matter of money, so for an agent it is risky (crm.md section 6). @throws ApprovalRequired */
export function assertMayClose(ctx: TenantContext, stage: string): void {
  if (isClosing(stage)) raiseRisk(ctx, 'financial');
}

/** The first line of the history of a deal, or a further one; sent before the call returns. */
export function writeEntry(
  ctx: TenantContext,
  dealId: string,
  to: StageFacts,
  at: Date,
  { reason, lostReason, lostNote }: MoveWords,
): Promise<DealStageEntry[]> {
  return DealStageEntry.insertAll(ctx, [
    {
      dealId,
      pipelineId: to.pipelineId,
      stage: to.key,
      label: to.label,
      status: to.category,
      enteredAt: at,
      actor: actorOf(ctx.principal),
      reason: reason?.trim() || null,
      lostReason: lostReason ?? null,
      lostNote: lostNote?.trim() || null,
    },
  ]);
}

async function enter(
  ctx: TenantContext,
  deal: Deal,
  to: StageFacts,
  kind: Exclude<MoveKind, 'none'>,
  words: MoveWords,
): Promise<Deal> {
  // The history stays in order even where the clock of a second process is behind.
  const at = new Date(Math.max(ctx.now.getTime(), deal.stageEnteredAt.getTime()));
  const fields = fieldsIn(to, at, words, deal.probabilityOverride ? deal.probability : undefined);
  const links = await linksOf(ctx, deal);
  const left = ctx.tx.rows(
    `update deal_stage_entries set left_at = $3, updated_at = $4
     where tenant_id = $1 and deal_id = $2 and left_at is null`,
    [ctx.tenantId, deal.id, at, ctx.now],
  );
  const [, , after] = await settleAll([
    left,
    writeEntry(ctx, deal.id, to, at, words),
    deal.change(ctx, fields),
    emit(ctx, EVENT_OF[kind], {
      object: { id: deal.id, version: deal.version + 1 },
      label: deal.name,
      before: deal.toJSON(),
      after: { ...deal.toJSON(), ...fields },
      withheld: dealKind.withheld,
      links,
      data: { stage: to.key, status: to.category, pipeline_id: to.pipelineId },
    }),
  ]);
  return after;
}
