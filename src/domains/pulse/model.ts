// The models of signals and watched topics.
import { RecordModel } from '../../db/record-model.ts';
import type { PulseStatus } from './rules.ts';

export class PulseItem extends RecordModel {
  static override tableName = 'pulse_items';
  static override entity = 'pulse';

  declare title: string;
  declare summary: string | null;
  declare sourceUrl: string | null;
  declare sourceKey: string | null;
  declare sourceName: string | null;
  declare publishedAt: Date | null;
  declare kind: string;
  declare sentiment: 'positive' | 'neutral' | 'negative' | null;
  declare relevance: number | null;
  declare status: PulseStatus;
  declare topicId: string | null;
}

export class PulseTopic extends RecordModel {
  static override tableName = 'pulse_topics';
  static override entity = 'pulse';

  declare name: string;
  declare terms: string[];
  declare companyId: string | null;
  declare competitorId: string | null;
  declare isMuted: boolean;
  declare archivedAt: Date | null;
}
