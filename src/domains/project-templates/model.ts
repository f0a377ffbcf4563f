// The model of project templates.
import { RecordModel } from '../../db/record-model.ts';
import type { WorkingCalendar } from '../working-days.ts';

export class ProjectTemplate extends RecordModel {
  static override tableName = 'project_templates';
  static override entity = 'project_templates';
  static override jsonAttributes = ['createdBy', 'updatedBy', 'calendar', 'structure'];

  declare name: string;
  declare description: string | null;
  declare status: 'draft' | 'published' | 'archived';
  declare calendar: WorkingCalendar;
  /** A structure with snake_case members (`storedStructure`). */
  declare structure: object;
  declare taskCount: number;
  declare milestoneCount: number;
  declare durationDays: number;
}
