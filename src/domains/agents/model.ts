// The models of agents and of the automation policy.
import type { Mode, RiskClass } from '../../access/automation-policy.ts';
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { AgentStatus } from './rules.ts';

export class Agent extends RecordModel {
  static override tableName = 'agents';
  static override entity = 'agents';

  declare name: string;
  declare purpose: string;
  declare ownerUserId: string;
  declare roleId: string;
  declare allowedScopes: string[];
  declare status: AgentStatus;
  declare dailyActionCap: number;
}

/** What agents may do in a workspace; each workspace has one policy. */
export class AutomationPolicy extends TenantModel {
  static override tableName = 'automation_policies';
  static override idColumn = 'tenant_id' as never;
  static override jsonAttributes = ['updatedBy'];

  declare version: number;
  declare enabled: boolean;
  declare modeWrite: Mode;
  declare modeExternalSend: Mode;
  declare modeFinancial: Mode;
  declare modeDestructive: Mode;
  declare modeSigning: Mode;
  declare fourEyes: RiskClass[];
  declare proposalTtlHours: number;
  declare dailyCap: number;
  declare quietFrom: string | null;
  declare quietUntil: string | null;
  declare killSwitch: boolean;
  declare updatedBy: ActorRecord;
}
