// Moves deals between stages, closes and reopens them, and records the history.
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
import { endEnrolments } from '../enrolments/endings.ts';
import { lockRecord } from '../records/verbs.ts';
import { dealKind } from './kind.ts';
import { contactsOfDeal, stageEntriesOfDeal } from './loaders.ts';
import { Deal, DealStageEntry } from './model.ts';
import { findStage } from './pipelines.ts';
import {
  assertMove,
  classifyMove,
  isClosedStage,
  type MoveKind,
  type MoveReasons,
  type StageDefinition,
  stageFields,
} from './rules.ts';

export interface StageMove extends MoveReasons {
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

/** Returns the records on whose timelines a change of a deal appears: the deal, its company and its contacts. */
export async function timelineLinks(
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

/** Returns the stage history of a deal, in order. @throws NOT_FOUND */
export async function listStageEntries(ctx: TenantContext, dealId: string): Promise<DealStageEntry[]> {
  await Deal.find(ctx, dealId);
  return stageEntriesOfDeal(ctx, dealId);
}

/**
 * Moves a deal to a stage by the table of crm.md section 6; a move to its current stage has no effect.
 * @throws NOT_FOUND, PRECONDITION_FAILED, STALE_STATE if it is not in `expectedStage`, VALIDATION_ERROR,
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
  const targetStage = await findStage(ctx, move.pipelineId ?? deal.pipelineId, move.stage);
  const kind = classifyMove(deal, targetStage);
  if (kind === 'none') return deal;
  assertMayClose(ctx, targetStage.key);
  if (kind === 'reopen' && !ctx.principal.permissions.has('deals.manage')) {
    throw permissionDenied('deals.manage');
  }
  // A deleted company reads as null, so it does not make the deal winnable.
  const companyId = kind === 'win' ? await liveCompanyId(ctx, deal.companyId) : deal.companyId;
  assertMove(kind, { ...deal, companyId }, move);
  return enterStage(ctx, deal, targetStage, kind, move);
}

/**
 * Moves many deals to the same stage, each independently of the others.
 * @throws ApprovalRequired to an agent that would close them
 */
export function bulkMoveStage(ctx: TenantContext, ids: string[], move: StageMove): Promise<BulkResult> {
  assertMayClose(ctx, move.stage!);
  return bulk(ctx, 'deal.bulk_moved', ids, (id) => moveStage(ctx, id, move));
}

/** Closing a deal is a financial risk when an agent does it (crm.md section 6). @throws ApprovalRequired */
export function assertMayClose(ctx: TenantContext, stage: string): void {
  if (isClosedStage(stage)) raiseRisk(ctx, 'financial');
}

/** Inserts an entry into the stage history of a deal; the statement is sent before the call returns. */
export function insertStageEntry(
  ctx: TenantContext,
  dealId: string,
  to: StageDefinition,
  enteredAt: Date,
  { reason, lostReason, lostNote }: MoveReasons,
): Promise<DealStageEntry[]> {
  return DealStageEntry.insertAll(ctx, [
    {
      dealId,
      pipelineId: to.pipelineId,
      stage: to.key,
      label: to.label,
      status: to.category,
      enteredAt,
      actor: actorOf(ctx.principal),
      reason: reason?.trim() || null,
      lostReason: lostReason ?? null,
      lostNote: lostNote?.trim() || null,
    },
  ]);
}

async function enterStage(
  ctx: TenantContext,
  deal: Deal,
  to: StageDefinition,
  kind: Exclude<MoveKind, 'none'>,
  reasons: MoveReasons,
): Promise<Deal> {
  // Keeps the history in order, even if another process has a clock that is ahead.
  const enteredAt = new Date(Math.max(ctx.now.getTime(), deal.stageEnteredAt.getTime()));
  const fields = stageFields(to, enteredAt, reasons, deal.probabilityOverride ? deal.probability : undefined);
  const links = await timelineLinks(ctx, deal);
  const closeEntry = ctx.tx.rows(
    `update deal_stage_entries set left_at = $3, updated_at = $4
     where tenant_id = $1 and deal_id = $2 and left_at is null`,
    [ctx.tenantId, deal.id, enteredAt, ctx.now],
  );
  const [, , after] = await settleAll([
    closeEntry,
    insertStageEntry(ctx, deal.id, to, enteredAt, reasons),
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
  if (kind === 'win' || kind === 'lose')
    await endEnrolments(ctx, { state: 'stopped', reason: 'deal_closed', dealId: deal.id });
  return after;
}
