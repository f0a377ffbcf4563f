// The models of calls and their participants.
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export type CallOutcome = 'connected' | 'voicemail' | 'no_answer' | 'busy' | 'wrong_number' | 'refused';

export class Call extends RecordModel {
  static override tableName = 'calls';
  static override entity = 'calls';

  declare subject: string;
  declare direction: 'inbound' | 'outbound';
  declare status: 'planned' | 'in_progress' | 'completed' | 'cancelled';
  declare outcome: CallOutcome | null;
  declare startedAt: Date;
  declare durationS: number | null;
  declare companyId: string | null;
  declare dealId: string | null;
  declare projectId: string | null;
  declare roomId: string | null;
  declare templateId: string | null;
  declare templateRevision: number | null;
  declare summary: string | null;
  declare providerCallId: string | null;
  declare tags: string[];
  /** Its line on timelines. */
  declare activityId: string | null;
  declare completedWith: string | null;
}

export class CallParticipant extends TenantModel {
  static override tableName = 'call_participants';

  declare callId: string;
  declare position: number;
  declare role: 'from' | 'to';
  declare address: string | null;
  declare name: string | null;
  declare contactId: string | null;
  declare userId: string | null;
}
