// The tables of the assistant as classes.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { DataClass } from '../models/rules.ts';
import type { Citation } from './rules.ts';

/** One row a workspace, under its id. */
export class AssistantSettings extends RecordModel {
  static override tableName = 'assistant_settings';
  static override entity = 'assistant';

  declare enabled: boolean;
  declare retentionDays: number;
  declare dataClasses: DataClass[];
  declare allowProposals: boolean;
}

/** What a person and the assistant said to each other; it belongs to that person alone. */
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
  declare proposals: Proposed[];
  /** No model answered. */
  declare byRule: boolean;
  declare model: string | null;
  declare inputTokens: number | null;
  declare outputTokens: number | null;
  /** Governed fields that were read for it. */
  declare governedFields: string[];
}

/** A proposal that the assistant made, as its answer names it. */
export interface Proposed {
  proposalId: string;
  operation: string;
  title: string;
}
