// The models of the assistant.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { DataClass } from '../models/rules.ts';
import type { Citation } from './rules.ts';

/** One row per workspace, whose id is that of the workspace. */
export class AssistantSettings extends RecordModel {
  static override tableName = 'assistant_settings';
  static override entity = 'assistant';

  declare enabled: boolean;
  declare retentionDays: number;
  declare dataClasses: DataClass[];
  declare allowProposals: boolean;
}

/** A conversation between a person and the assistant; only that person can read it. */
export class AssistantConversation extends RecordModel {
  static override tableName = 'assistant_conversations';
  static override entity = 'assistant';

  declare userId: string;
  declare title: string;
}

export class AssistantMessage extends TenantModel {
  static override tableName = 'assistant_messages';
  static override jsonAttributes = ['citations', 'proposals'];

  declare conversationId: string;
  declare role: 'user' | 'assistant';
  declare text: string;
  declare citations: Citation[];
  declare proposals: QueuedProposal[];
  /** Whether the answer was made by rule, because no model answered. */
  declare byRule: boolean;
  declare model: string | null;
  declare inputTokens: number | null;
  declare outputTokens: number | null;
  /** The governed fields that were read for the answer. */
  declare governedFields: string[];
}

/** A proposal that the assistant queued, as the answer lists it. */
export interface QueuedProposal {
  proposalId: string;
  operation: string;
  title: string;
}
