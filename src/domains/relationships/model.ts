// The table of relationship outcomes as a class, and what is told of contacts without being stored.
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

/** The members of an outcome that hold text. */
export interface OutcomeTexts {
  summary?: string | null;
  evidence?: Evidence[] | null;
  proofAssetRefs?: ProofAssetRef[] | null;
}

/** What stood before a correction. */
export interface Correction {
  at: string;
  by: ActorRecord;
  confirmationState: ConfirmationState;
  /** Former values, under the names that they have on the wire. */
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

/** A contact, seen as the relationship with it. */
export interface RelationshipSummary extends Contact {
  id: string;
}

/** A contact, seen as what people wrote of the relationship. */
export interface RelationshipContext extends Contact {
  id: string;
}

/** Somebody to get back to. */
export interface RelationshipFollowUp {
  contactId: string;
  displayName: string;
  companyId: string | null;
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

/** An interaction with a contact; `isTouch` is what the activity says of itself. */
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
