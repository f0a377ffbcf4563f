// The model of proposals.
import type { RiskClass } from '../../access/automation-policy.ts';
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';
import type { PreviewLine, ProposalState } from './rules.ts';

export interface Evidence {
  type: string;
  id: string;
  label?: string | null;
}

/** A call of an operation that waits for approval, with its decision and outcome. */
export class ActionProposal extends RecordModel {
  static override tableName = 'action_proposals';
  static override entity = 'proposals';
  static override jsonAttributes = [
    ...RecordModel.jsonAttributes,
    'arguments',
    'evidence',
    'preview',
    'proposedBy',
    'decidedBy',
    'executionResult',
  ];

  declare operation: string;
  /** The arguments of the call in wire names. */
  declare arguments: Record<string, unknown>;
  declare argumentsHash: string;
  declare riskClass: RiskClass;
  declare targetType: string | null;
  declare targetId: string | null;
  declare targetVersion: number | null;
  declare title: string;
  declare rationale: string | null;
  declare evidence: Evidence[];
  declare preview: PreviewLine[];
  declare proposedBy: ActorRecord;
  declare proposedById: string;
  declare agentId: string | null;
  declare onBehalfOfUserId: string | null;
  declare state: ProposalState;
  declare expiresAt: Date;
  declare decidedBy: ActorRecord | null;
  declare decidedAt: Date | null;
  declare decisionNote: string | null;
  declare executionState: 'pending' | 'succeeded' | 'failed' | null;
  declare executionErrorCode: string | null;
  declare executionResult: { type: string | null; id: string } | null;
  declare executionAt: Date | null;
  /** Only in the answer of the approval: a secret that the call has created. Not a column. */
  declare executionSecret?: string | null;
}
