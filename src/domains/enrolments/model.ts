// The model of enrolments: contacts in an outreach sequence.
import { RecordModel } from '../../db/record-model.ts';

/** The states in which further steps may follow. */
export const LIVE_STATES = ['active', 'paused'] as const;

export type EnrolmentState =
  | (typeof LIVE_STATES)[number]
  | 'replied'
  | 'completed'
  | 'bounced'
  | 'opted_out'
  | 'stopped';

export class OutreachEnrolment extends RecordModel {
  static override tableName = 'outreach_enrolments';
  static override entity = 'outreach';

  declare sequenceId: string;
  declare contactId: string;
  declare dealId: string | null;
  declare state: EnrolmentState;
  declare currentStep: number | null;
  declare nextStepAt: Date | null;
  declare lastStepAt: Date | null;
  declare endedAt: Date | null;
  declare reason: string | null;
  declare threadId: string | null;
}
