// The models of outreach sequences and enrolments.
import { RecordModel } from '../../db/record-model.ts';

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

export interface SendingWindow {
  days: number[];
  from: string;
  until: string;
  timeZone: string | null;
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
  declare ownerUserId: string | null;
}

export class OutreachEnrolment extends RecordModel {
  static override tableName = 'outreach_enrolments';
  static override entity = 'outreach';

  declare sequenceId: string;
  declare contactId: string;
  declare dealId: string | null;
  declare state: 'active' | 'paused' | 'replied' | 'completed' | 'bounced' | 'opted_out' | 'stopped';
  declare currentStep: number | null;
  declare nextStepAt: Date | null;
  declare lastStepAt: Date | null;
  declare endedAt: Date | null;
  declare reason: string | null;
  declare threadId: string | null;
  declare unsubscribeToken: string;
}
