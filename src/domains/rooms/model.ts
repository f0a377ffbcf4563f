// The tables of rooms as classes.
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export type RoomStatus = 'draft' | 'published' | 'closed';
export type RoomVisibility = 'internal' | 'invited' | 'link';
export type ItemKind = 'file' | 'link' | 'note' | 'embed' | 'section' | 'action_item';

/** What a new link takes where its creator says nothing. */
export interface LinkDefaults {
  expiresInDays: number | null;
  requireEmail: boolean;
  verifyEmail: boolean;
  ndaRequired: boolean;
  allowDownload: boolean;
  allowComments: boolean;
  maxSessions: number | null;
}

export class Room extends RecordModel {
  static override tableName = 'rooms';
  static override entity = 'rooms';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'defaultLinkSettings'];

  declare title: string;
  declare description: string | null;
  declare status: RoomStatus;
  declare visibility: RoomVisibility;
  declare companyId: string | null;
  declare dealId: string | null;
  declare ownerUserId: string | null;
  declare logoFileId: string | null;
  declare accent: string | null;
  declare welcomeMessage: string | null;
  declare ndaVersion: number;
  declare ndaText: string | null;
  declare ndaUpdatedAt: Date | null;
  declare defaultLinkSettings: LinkDefaults;
  declare publishedAt: Date | null;
  declare closedAt: Date | null;
  declare lastVisitedAt: Date | null;
  declare tags: string[];
  declare customFields: Record<string, unknown>;
}

export class RoomItem extends RecordModel {
  static override tableName = 'room_items';
  static override entity = 'rooms';

  declare roomId: string;
  declare kind: ItemKind;
  declare title: string;
  declare position: number;
  declare body: string | null;
  declare url: string | null;
  declare fileId: string | null;
  declare fileVersion: number;
  declare fileUploadedAt: Date | null;
  declare isVisible: boolean;
  declare allowDownload: boolean;
  declare dueOn: string | null;
  declare done: boolean;
}

/** The gates of a link. */
export interface Gates {
  expiresAt: Date | null;
  requireEmail: boolean;
  verifyEmail: boolean;
  ndaRequired: boolean;
  allowList: string[];
  denyList: string[];
  allowDownload: boolean;
  allowComments: boolean;
  maxSessions: number | null;
}

export class RoomLink extends RecordModel implements Gates {
  static override tableName = 'room_links';
  static override entity = 'rooms';

  declare roomId: string;
  declare label: string | null;
  declare tokenHash: string;
  declare tokenLast4: string;
  declare expiresAt: Date | null;
  declare passwordHash: string | null;
  declare requireEmail: boolean;
  declare verifyEmail: boolean;
  declare ndaRequired: boolean;
  declare allowList: string[];
  declare denyList: string[];
  declare allowDownload: boolean;
  declare allowComments: boolean;
  declare maxSessions: number | null;
  declare sessionsCount: number;
  declare lastUsedAt: Date | null;
  declare contactId: string | null;
  declare revokedAt: Date | null;
}

/** A link with its token, which only the answer of its creation has. */
export class NewRoomLink extends RoomLink {
  declare token: string;
  declare url: string;
  declare secretShown: boolean;
}

export class RoomVisitor extends TenantModel {
  static override tableName = 'room_visitors';

  declare roomId: string;
  declare name: string;
  declare email: string | null;
  declare emailVerified: boolean;
  declare contactId: string | null;
}

export interface RoomSession {
  id: string;
  roomId: string;
  linkId: string;
  visitorId: string;
  createdAt: Date;
  expiresAt: Date;
}

export class RoomEvent extends RecordModel {
  static override tableName = 'room_events';
  static override entity = 'rooms';
  static override jsonAttributes = ['nda'];

  declare roomId: string;
  declare type: string;
  declare at: Date;
  declare linkId: string;
  declare sessionId: string | null;
  declare visitorId: string | null;
  declare itemId: string | null;
  declare seconds: number | null;
  declare page: number | null;
  declare url: string | null;
  declare reason: 'password' | 'code' | 'list' | 'session_limit' | null;
  declare nda: { version: number; sha256: string; ip: string | null; userAgent: string | null } | null;
}

export class RoomComment extends RecordModel {
  static override tableName = 'room_comments';
  static override entity = 'rooms';

  declare roomId: string;
  declare body: string;
  declare visitorId: string | null;
  declare itemId: string | null;
  declare parentId: string | null;
  declare isInternal: boolean;
  declare isResolved: boolean;
  declare isHidden: boolean;
  declare edited: boolean;
}
