// The models of competitors and of the published versions of their battlecards.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';

/** The sections of a battlecard as they are stored. */
export interface BattlecardSections {
  overview: string | null;
  whyWeWin: string | null;
  whyWeLose: string | null;
  landmines: string | null;
  objections: { claim: string; response: string }[];
  talkTrack: string | null;
  proofPoints: { text: string; url: string | null }[];
}

export class Competitor extends RecordModel {
  static override tableName = 'competitors';
  static override entity = 'competitors';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'battlecardDraft'];

  declare name: string;
  declare website: string | null;
  declare companyId: string | null;
  declare status: 'active' | 'watch' | 'archived';
  declare threatLevel: 'low' | 'medium' | 'high' | null;
  declare positioning: string | null;
  declare strengths: string[];
  declare weaknesses: string[];
  declare pricingNotes: string | null;
  declare products: string[];
  declare differentiators: string[];
  declare battlecardDraft: BattlecardSections | null;
  declare customFields: Record<string, unknown>;
}

export class BattlecardVersion extends TenantModel {
  static override tableName = 'battlecard_versions';
  static override idColumn = ['tenant_id', 'competitor_id', 'number'];
  static override jsonAttributes = ['sections', 'publishedBy'];

  declare competitorId: string;
  declare number: number;
  declare sections: BattlecardSections;
  declare publishedAt: Date;
  declare publishedBy: ActorRecord;
}
