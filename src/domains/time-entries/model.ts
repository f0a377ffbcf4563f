// The model of time entries; a running timer is one of them.
import { RecordModel } from '../../db/record-model.ts';

export type TimeEntryStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'invoiced';

export class TimeEntry extends RecordModel {
  static override tableName = 'time_entries';
  static override entity = 'time_entries';

  declare userId: string;
  declare taskId: string;
  declare projectId: string | null;
  declare companyId: string | null;
  declare workDate: string;
  declare minutes: number;
  declare note: string | null;
  declare billable: boolean;
  declare rate: string | null;
  declare currency: string;
  declare status: TimeEntryStatus;
  declare decisionNote: string | null;
  declare approvedBy: string | null;
  declare approvedAt: Date | null;
  declare startedAt: Date | null;
  declare running: boolean;
  declare autoStopped: boolean;
  declare invoiceId: string | null;
  declare invoiceLineId: string | null;
}
