// The model of relationship outcomes, and the types of computed relationship data.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';
import type { Contact } from '../contacts/model.ts';

export type RecencyBand = 'fresh' | 'stable' | 'stale' | 'dormant';

export type ConfirmationState = 'agent_suggested' | 'human_confirmed' | 'corrected';

export interface Evidence {
  category: string;
  count: number;
  note?: string | null;
}

/** A reference to an asset in another system. */
export interface ProofAssetRef {
  sourceUrl?: string | null;
  sourceSystem: string;
  sourceId: string;
  eventType?: string | null;
}

/** The fields of an outcome that contain text. */
export interface OutcomeTexts {
  summary?: string | null;
  evidence?: Evidence[] | null;
  proofAssetRefs?: ProofAssetRef[] | null;
}

/** The former values of a corrected outcome. */
export interface Correction {
  at: string;
  by: ActorRecord;
  confirmationState: ConfirmationState;
  /** The former values, by wire name. */
  former: Record<string, unknown>;
}

export class RelationshipOutcome extends RecordModel {
  static override tableName = 'relationship_outcomes';
  static override entity = 'relationship_outcomes';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'evidence', 'proofAssetRefs', 'history'];

  declare contactId: string;
  declare companyId: string | null;
  declare dealId: string | null;
  declare outcomeType: string;
  declare direction: 'inbound' | 'outbound' | 'mutual';
  declare occurredOn: string;
  declare summary: string | null;
  declare evidence: Evidence[];
  declare proofAssetRefs: ProofAssetRef[];
  declare confirmationState: ConfirmationState;
  declare suggestionRef: string | null;
  declare history: Correction[];
}

/** A contact as the source of its relationship summary. */
export interface RelationshipSummary extends Contact {
  id: string;
}

/** A contact as the source of its relationship context. */
export interface RelationshipContext extends Contact {
  id: string;
}

/** A contact that is due for a follow-up. */
export interface RelationshipFollowUp {
  contactId: string;
  displayName: string;
  companyId: string | null;
  companyName: string | null;
  stewardUserId: string | null;
  reason: string;
  reasons: string[];
  priority: string;
  overdueDays: number;
  suppression: { status: string; until: string | null };
  lastMeaningfulTouchAt: string | null;
  recencyBand: RecencyBand;
  evidenceVersion: string;
}

/** An interaction with a contact; `isTouch` is the stored classification of the activity. */
export interface ContactTouch {
  id: string;
  type: string;
  channel: string | null;
  direction: string | null;
  status: string | null;
  meaningfulOverride: boolean | null;
  isTouch: boolean;
  occurredAt: Date;
  meaningful: boolean;
  rule: string;
}
