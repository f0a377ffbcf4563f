// The models of outreach sequences with their steps, and of enrolments.
import { RecordModel } from '../../db/record-model.ts';
import type { SendingWindow } from '../enrolments/sending-window.ts';
import type { EnrolmentState } from '../enrolments/states.ts';

/** The texts of a step: those of a mail, or those of a task. */
export interface Template {
  subject: string | null;
  bodyText: string | null;
  bodyHtml: string | null;
  title: string | null;
  body: string | null;
}

export interface Step {
  id: string;
  kind: 'email' | 'call_task' | 'manual_task';
  waitDays: number;
  template: Template;
}

export class OutreachSequence extends RecordModel {
  static override tableName = 'outreach_sequences';
  static override entity = 'outreach';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'steps', 'sendingWindow'];

  declare name: string;
  declare description: string | null;
  declare status: 'draft' | 'active' | 'paused' | 'archived';
  declare steps: Step[];
  declare sendingWindow: SendingWindow;
  declare connectorId: string | null;
  declare ownerUserId: string;
}

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
