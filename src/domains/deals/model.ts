// The models of deals, their contacts, stages and pipelines.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { ContractStructure, DealStatus, LostReason } from './rules.ts';

export class Deal extends RecordModel implements ContractStructure {
  static override tableName = 'deals';
  static override entity = 'deals';

  declare name: string;
  declare companyId: string | null;
  declare value: string | null;
  declare currency: string;
  declare pipelineId: string;
  declare stage: string;
  declare status: DealStatus;
  declare probability: number;
  declare probabilityOverride: boolean;
  declare kind: string;
  declare expectedCloseOn: string | null;
  declare stageEnteredAt: Date;
  declare closedAt: Date | null;
  declare lostReason: LostReason | null;
  declare lostNote: string | null;
  declare nextStep: string | null;
  declare ownerUserId: string | null;
  declare source: string;
  declare predecessorDealId: string | null;
  declare projectId: string | null;
  declare contractModel: string | null;
  declare billingFrequency: string | null;
  declare pricingBasis: string | null;
  declare revenueRecognition: string | null;
  declare valueBasis: string | null;
  declare hasOverages: boolean | null;
  declare includesPassThroughCosts: boolean | null;
  declare unitLabel: string | null;
  declare unitPrice: string | null;
  declare unitQuantity: string | null;
  declare termLength: number | null;
  declare termUnit: string | null;
  declare termStartOn: string | null;
  declare termEndOn: string | null;
  declare autoRenews: boolean | null;
  declare renewalNoticeDays: number | null;
  declare overageRate: string | null;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
}

/** The link of a contact to a deal; deleted and restored together with the deal. */
export class DealContact extends RecordModel {
  static override tableName = 'deal_contacts';
  static override entity = 'deals';

  declare dealId: string;
  declare contactId: string;
  declare role: string | null;
}

/** A competitor met in a deal. */
export class DealCompetitor extends TenantModel {
  static override tableName = 'deal_competitors';
  static override idColumn = ['tenant_id', 'deal_id', 'competitor_id'];

  declare dealId: string;
  declare competitorId: string;
  declare status: 'in_play' | 'beaten' | 'lost_to';
}

/** A period that a deal spent in a stage. */
export class DealStageEntry extends TenantModel {
  static override tableName = 'deal_stage_entries';
  static override jsonAttributes = ['actor'];

  declare dealId: string;
  declare pipelineId: string;
  declare stage: string;
  declare label: string;
  declare status: DealStatus;
  declare enteredAt: Date;
  declare leftAt: Date | null;
  declare secondsInStage: number | null;
  declare actor: ActorRecord;
  declare reason: string | null;
  declare lostReason: LostReason | null;
  declare lostNote: string | null;
}

export class DealPipeline extends RecordModel {
  static override tableName = 'deal_pipelines';
  static override entity = 'deal_pipelines';

  declare key: string;
  declare name: string;
  declare isDefault: boolean;
}

export class DealStage extends TenantModel {
  static override tableName = 'deal_stages';

  declare pipelineId: string;
  declare key: string;
  declare label: string;
  declare probability: number;
  declare category: DealStatus;
  declare rottingDays: number | null;
  declare position: number;
}
