// The models of tickets, and of the policy of their service level.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { TicketPriority, TicketStatus } from './sla-rules.ts';

export type Audience = 'client' | 'platform';
export type TicketChannel = 'email' | 'portal' | 'phone' | 'api' | 'room';

export class TicketMessage extends RecordModel {
  static override tableName = 'support_messages';
  static override entity = 'support';

  declare ticketId: string;
  declare visibility: 'public' | 'internal';
  declare body: string;
  declare fromRequester: boolean;
  declare contactId: string | null;
  declare movedFromId: string | null;
}

/** A file of a message. */
export class TicketFile extends TenantModel {
  static override tableName = 'support_message_files';

  declare messageId: string;
  declare fileId: string;
}

export class Ticket extends RecordModel {
  static override tableName = 'support_tickets';
  static override entity = 'support';

  declare number: string;
  declare audience: Audience;
  declare subject: string;
  declare status: TicketStatus;
  declare priority: TicketPriority;
  declare channel: TicketChannel;
  declare companyId: string | null;
  declare contactId: string | null;
  declare projectId: string | null;
  declare assigneeUserId: string | null;
  declare mergedIntoId: string | null;
  declare followUpOfId: string | null;
  declare satisfaction: number | null;
  declare firstRespondedAt: Date | null;
  declare waitingSince: Date | null;
  declare lastMessageAt: Date | null;
  declare resolvedAt: Date | null;
  declare closesAt: Date | null;
  declare closedAt: Date | null;
  declare firstResponseDueAt: Date | null;
  declare nextResponseDueAt: Date | null;
  declare resolutionDueAt: Date | null;
  declare riskAt: Date | null;
  declare breachAt: Date | null;
  declare slaResult: 'met' | 'breached' | null;
  declare slaMissed: string[];
  declare slaWarned: string[];
  declare slaCheckAt: Date | null;
  declare slaPolicyVersion: number;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
}
