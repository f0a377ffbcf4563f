// Plans as operators see them, and the plan of a workspace.
import { RecordModel } from '../../db/record-model.ts';
import type { Plan, PlanPrice } from '../billing/model.ts';

/** A row of the view `platform_plans`. */
export class PlatformPlan extends RecordModel {
  static override tableName = 'platform_plans';
  static override entity = 'platform_plans';
  static override live = this.of as typeof RecordModel.live;

  declare key: string;
  declare name: string;
  declare status: Plan['status'];
  declare public: boolean;
  declare position: number;
  declare prices: PlanPrice[];
  declare limits: Plan['limits'];
  declare modules: string[];
  declare tenantCount: number;
}

/** The plan of a workspace, in the version that it has. */
export interface TenantPlan {
  key: string;
  version: number;
  latestVersion: number;
  limits: object;
  modules: string[];
  overrideUntil: Date | null;
}
