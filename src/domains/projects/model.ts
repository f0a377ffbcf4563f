// The models of projects, their contacts, partners, members and milestones.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { WorkingCalendar } from '../working-days.ts';
import type { BoardColumn, ProjectHealth, ProjectStatus } from './rules.ts';

export class Project extends RecordModel {
  static override tableName = 'projects';
  static override entity = 'projects';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'workingCalendar', 'board'];

  declare number: string;
  declare name: string;
  declare companyId: string;
  declare description: string | null;
  declare status: ProjectStatus;
  declare statusReason: string | null;
  declare healthOverride: ProjectHealth | null;
  declare healthReason: string | null;
  declare startDate: string | null;
  declare dueDate: string | null;
  declare completedAt: Date | null;
  declare heldSince: Date | null;
  declare ownerUserId: string | null;
  declare billingType: 'none' | 'fixed_fee' | 'time_and_materials' | 'hours_cap';
  declare budgetAmount: string | null;
  declare budgetMinutes: number | null;
  declare billRate: string | null;
  declare currency: string;
  declare workingCalendar: WorkingCalendar;
  declare autoSchedule: boolean;
  declare enforceDependencies: 'off' | 'warn' | 'block';
  declare board: BoardColumn[];
  declare templateId: string | null;
  declare templateVersion: number | null;
  declare progressPercent: number;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
}

/** A person of the client, or one whom it works with, in a project. */
export class ProjectContact extends TenantModel {
  static override tableName = 'project_contacts';
  static override idColumn = ['tenant_id', 'project_id', 'contact_id'];

  declare projectId: string;
  declare contactId: string;
  declare role: string;
  declare isPrimary: boolean;
}

/** Another company that takes part in a project. */
export class ProjectPartner extends TenantModel {
  static override tableName = 'project_partners';
  static override idColumn = ['tenant_id', 'project_id', 'company_id'];

  declare projectId: string;
  declare companyId: string;
  declare contactId: string | null;
  declare role: string;
}

/** A member of the workspace who takes part in a project. */
export class ProjectMember extends TenantModel {
  static override tableName = 'project_members';
  static override idColumn = ['tenant_id', 'project_id', 'user_id'];

  declare projectId: string;
  declare userId: string;
  declare role: 'manager' | 'contributor' | 'viewer';
  declare allocationPercent: number;
  declare billRate: string | null;
  declare costRate: string | null;
}

export class Milestone extends RecordModel {
  static override tableName = 'milestones';
  static override entity = 'projects';

  declare projectId: string;
  declare name: string;
  declare dueDate: string | null;
  declare status: 'open' | 'completed';
  declare completedAt: Date | null;
  declare billingAmount: string | null;
  declare billingPercent: string | null;
  declare invoiceId: string | null;
  declare invoiceLineId: string | null;
}
