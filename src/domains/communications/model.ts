// The models of communications, their participants and threads.
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export type Channel = 'email' | 'sms' | 'chat' | 'social' | 'letter' | 'video' | 'in_person';
export type Direction = 'inbound' | 'outbound' | 'internal';
export type Purpose = 'general' | 'relationship' | 'deal' | 'support' | 'campaign';
export type Status =
  | 'draft'
  | 'scheduled'
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'bounced'
  | 'failed'
  | 'logged'
  | 'received';

export interface Attachment {
  name: string;
  mime: string | null;
  bytes: number | null;
}

export class Communication extends RecordModel {
  static override tableName = 'communications';
  static override entity = 'communications';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'attachments'];

  declare channel: Channel;
  declare direction: Direction;
  declare purpose: Purpose;
  declare status: Status;
  declare subject: string | null;
  declare bodyText: string | null;
  declare bodyHtml: string | null;
  declare snippet: string | null;
  declare threadId: string;
  declare inReplyTo: string | null;
  declare messageId: string | null;
  declare companyId: string | null;
  declare dealId: string | null;
  declare projectId: string | null;
  declare roomId: string | null;
  declare occurredAt: Date | null;
  declare scheduledAt: Date | null;
  declare sentAt: Date | null;
  declare connectorId: string | null;
  declare isAutoReply: boolean;
  declare attachments: Attachment[];
  declare failureReason: string | null;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
  /** Its line on timelines. */
  declare activityId: string | null;
  declare attempts: number;
  declare nextAttemptAt: Date | null;
  declare claimId: string | null;
  declare claimedUntil: Date | null;
  /** Since when the mail server may have the message. */
  declare handedOverAt: Date | null;
}

export type ParticipantRole = 'from' | 'to' | 'cc' | 'bcc';
export type DeliveryState = 'queued' | 'sent' | 'delivered' | 'bounced' | 'failed';

export class CommunicationParticipant extends TenantModel {
  static override tableName = 'communication_participants';

  declare communicationId: string;
  declare position: number;
  declare role: ParticipantRole;
  declare address: string | null;
  declare name: string | null;
  declare contactId: string | null;
  declare userId: string | null;
  declare deliveryState: DeliveryState | null;
  declare deliveryAt: Date | null;
  declare deliveryReason: string | null;
}

export class CommunicationThread extends RecordModel {
  static override tableName = 'communication_threads';
  static override entity = 'communications';

  declare subject: string | null;
  declare channel: Channel;
  declare messageCount: number;
  declare lastMessageId: string | null;
  declare lastMessageAt: Date | null;
  declare waiting: 'us' | 'them' | 'none';
  declare companyId: string | null;
  declare dealId: string | null;
  declare projectId: string | null;
  declare roomId: string | null;
}
