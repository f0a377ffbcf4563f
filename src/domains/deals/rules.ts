// Pure rules of deals: the default stages of a pipeline, and the effects and conditions of a move.
import { fail, invalid, ServiceError } from '../../errors.ts';

export type DealStatus = 'open' | 'won' | 'lost';
export type { ContractStructure } from './contract-rules.ts';

export type LostReason =
  | 'price'
  | 'product_fit'
  | 'competitor'
  | 'no_budget'
  | 'no_decision'
  | 'timing'
  | 'lost_contact'
  | 'duplicate'
  | 'other';

/** The attributes of a stage that the rules need. */
export interface StageDefinition {
  pipelineId: string;
  key: string;
  label: string;
  probability: number;
  category: DealStatus;
  /** Keys of the open stages of its pipeline. */
  openStages: readonly string[];
}

/** The attributes of a deal that the rules need. */
export interface DealState {
  companyId: string | null;
  value: string | null;
  pipelineId: string;
  stage: string;
  status: DealStatus;
  probability: number;
  probabilityOverride: boolean;
  stageEnteredAt: Date;
  projectId: string | null;
}

/** The reasons that a caller gives for a move. */
export interface MoveReasons {
  reason?: string | null;
  lostReason?: LostReason | null;
  lostNote?: string | null;
}

/** The stages of a new pipeline (crm.md section 6). */
export const DEFAULT_STAGES: readonly (Omit<StageDefinition, 'pipelineId' | 'openStages'> & {
  rottingDays: number | null;
})[] = [
  { key: 'prospecting', label: 'Prospecting', probability: 10, category: 'open', rottingDays: 30 },
  { key: 'qualification', label: 'Qualification', probability: 20, category: 'open', rottingDays: 21 },
  { key: 'discovery', label: 'Discovery', probability: 35, category: 'open', rottingDays: 21 },
  { key: 'proposal', label: 'Proposal', probability: 50, category: 'open', rottingDays: 14 },
  { key: 'negotiation', label: 'Negotiation', probability: 75, category: 'open', rottingDays: 14 },
  { key: 'closed_won', label: 'Closed won', probability: 100, category: 'won', rottingDays: null },
  { key: 'closed_lost', label: 'Closed lost', probability: 0, category: 'lost', rottingDays: null },
];

export type MoveKind = 'none' | 'advance' | 'win' | 'lose' | 'reopen';

/**
 * Classifies a move by the table of crm.md section 6; the same stage of the same pipeline is no move.
 * @throws INVALID_STATE_TRANSITION from one closed stage to the other
 */
export function classifyMove(
  deal: Pick<DealState, 'pipelineId' | 'stage' | 'status'>,
  to: StageDefinition,
): MoveKind {
  if (deal.pipelineId === to.pipelineId && deal.stage === to.key) return 'none';
  if (deal.status === 'open') return ({ open: 'advance', won: 'win', lost: 'lose' } as const)[to.category];
  if (to.category === 'open') return 'reopen';
  return fail('INVALID_STATE_TRANSITION', 'Reopen the deal before closing it with another outcome.', {
    details: { from: deal.stage, to: to.key, allowed: to.openStages },
  });
}

/** Returns whether a stage closes a deal; the two closed stages have the same keys in every pipeline. */
export function isClosedStage(stage: string): boolean {
  return stage === 'closed_won' || stage === 'closed_lost';
}

/**
 * Throws if the conditions of a move are not met.
 * @throws DEAL_NOT_CLOSABLE with what is missing, DEAL_HANDED_OFF, VALIDATION_ERROR for reasons that do not fit the
 *   move
 */
export function assertMove(
  kind: MoveKind,
  deal: Pick<DealState, 'companyId' | 'value' | 'projectId'>,
  reasons: MoveReasons,
): void {
  if (kind !== 'lose') {
    for (const field of ['lostReason', 'lostNote'] as const) {
      if (reasons[field] == null) continue;
      const path = field === 'lostReason' ? 'lost_reason' : 'lost_note';
      throw invalid(path, 'unexpected', 'Give this only with the stage closed_lost.');
    }
  }
  if (kind === 'win') assertWinnable(deal);
  if (kind === 'lose') assertLoss(reasons);
  if (kind !== 'reopen') return;
  if (deal.projectId) {
    fail('DEAL_HANDED_OFF', 'The deal was handed off to a project and cannot be reopened.', {
      details: { project_id: deal.projectId },
    });
  }
  if (!reasons.reason?.trim()) throw invalid('reason', 'required', 'Give the reason for reopening the deal.');
}

function assertWinnable({ companyId, value }: Pick<DealState, 'companyId' | 'value'>): void {
  const missing = [...(companyId ? [] : ['company_id']), ...(value === null ? ['value'] : [])];
  if (missing.length === 0) return;
  throw new ServiceError(
    'DEAL_NOT_CLOSABLE',
    `A deal needs a company and a value to be won; set ${missing.join(' and ')}.`,
    { details: { missing } },
  );
}

function assertLoss({ lostReason, lostNote }: MoveReasons): void {
  if (!lostReason) throw invalid('lost_reason', 'required', 'Give the reason why the deal was lost.');
  if (lostReason === 'other' && !lostNote?.trim()) {
    throw invalid('lost_note', 'required', 'For the reason other, explain it in lost_note.');
  }
}

/** Returns the columns of a deal that enters a stage; a probability override survives only in open stages. */
export function stageFields(
  to: StageDefinition,
  enteredAt: Date,
  { lostReason, lostNote }: MoveReasons,
  override?: number,
): Record<string, unknown> {
  const isOpen = to.category === 'open';
  return {
    pipelineId: to.pipelineId,
    stage: to.key,
    status: to.category,
    probability: isOpen ? (override ?? to.probability) : to.probability,
    probabilityOverride: isOpen && override !== undefined,
    stageEnteredAt: enteredAt,
    closedAt: isOpen ? null : enteredAt,
    lostReason: to.category === 'lost' ? lostReason : null,
    lostNote: to.category === 'lost' ? lostNote?.trim() || null : null,
  };
}
