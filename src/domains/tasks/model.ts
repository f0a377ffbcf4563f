// The models of tasks and of the links between them.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { LinkType } from './graph-rules.ts';
import type { ChecklistItem, TaskStatus } from './rules.ts';

export class Task extends RecordModel {
  static override tableName = 'tasks';
  static override entity = 'tasks';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'checklist'];

  declare title: string;
  declare projectId: string | null;
  declare companyId: string | null;
  declare parentId: string | null;
  declare status: TaskStatus;
  declare position: string;
  declare priority: 'low' | 'normal' | 'high' | 'urgent';
  declare assigneeIds: string[];
  declare startDate: string | null;
  declare dueDate: string | null;
  declare dueTime: string | null;
  declare scheduleMode: 'auto' | 'manual';
  declare estimateMinutes: number | null;
  declare milestoneId: string | null;
  declare description: string | null;
  declare checklist: ChecklistItem[];
  declare recurrence: string | null;
  declare seriesId: string | null;
  declare occurrence: number | null;
  declare nextTaskId: string | null;
  declare dealId: string | null;
  declare contactId: string | null;
  declare ticketId: string | null;
  declare blockedReason: string | null;
  declare completedAt: Date | null;
  declare deletedWith: string | null;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
}

/** A link between two tasks. */
export class TaskDependency extends TenantModel {
  static override tableName = 'task_dependencies';

  declare predecessorId: string;
  declare successorId: string;
  declare type: LinkType;
  declare lagDays: number;
  declare crosses: boolean;
}
