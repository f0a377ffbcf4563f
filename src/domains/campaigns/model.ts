// The models of campaigns and their members.
import { RecordModel } from '../../db/record-model.ts';

export type CampaignChannel = 'email' | 'sms' | 'event' | 'post' | 'social';
export type CampaignStatus = 'draft' | 'scheduled' | 'sending' | 'paused' | 'completed' | 'cancelled';

/** Who is added to a campaign at its launch. */
export interface Audience {
  contactIds: string[];
  savedViewId: string | null;
  tag: string | null;
}

/** Who of the audience is not added. */
export interface Exclusion {
  contactIds: string[];
  tag: string | null;
}

export class Campaign extends RecordModel {
  static override tableName = 'campaigns';
  static override entity = 'campaigns';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'audience', 'exclude'];

  declare name: string;
  declare channel: CampaignChannel;
  declare status: CampaignStatus;
  declare subject: string | null;
  declare body: string | null;
  declare bodyHtml: string | null;
  declare fromConnectorId: string | null;
  declare scheduledAt: Date | null;
  declare startedAt: Date | null;
  declare endedAt: Date | null;
  declare audience: Audience;
  declare exclude: Exclusion;
  declare requiresOptIn: boolean;
  declare launchedByUserId: string | null;
  declare customFields: Record<string, unknown>;
}

export type MemberStatus =
  | 'pending'
  | 'skipped'
  | 'sent'
  | 'delivered'
  | 'opened'
  | 'clicked'
  | 'replied'
  | 'bounced'
  | 'opted_out';

export type SkipReason =
  | 'deleted'
  | 'no_address'
  | 'do_not_contact'
  | 'opted_out'
  | 'no_consent'
  | 'suppressed'
  | 'duplicate_address'
  | 'unresolved_fields'
  | 'failed'
  | 'cancelled'
  | 'unconfirmed';

export class CampaignMember extends RecordModel {
  static override tableName = 'campaign_members';
  static override entity = 'campaigns';

  declare campaignId: string;
  declare contactId: string;
  /** Follows from the times; the database sets it. */
  declare status: MemberStatus;
  declare skipReason: SkipReason | null;
  declare source: 'added' | 'audience';
  declare communicationId: string | null;
  declare address: string | null;
  declare sentAt: Date | null;
  declare deliveredAt: Date | null;
  declare openedAt: Date | null;
  declare clickedAt: Date | null;
  declare repliedAt: Date | null;
  declare bouncedAt: Date | null;
  declare optedOutAt: Date | null;
}
