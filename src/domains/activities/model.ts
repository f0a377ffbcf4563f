// The models of activities, their links and action items.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export type ActivityType =
  | 'note'
  | 'call'
  | 'email'
  | 'message'
  | 'meeting'
  | 'event'
  | 'task'
  | 'stage_change'
  | 'field_change'
  | 'merge'
  | 'room'
  | 'campaign'
  | 'outcome'
  | 'system';
export type ActivityStatus = 'planned' | 'held' | 'cancelled' | 'no_show';

export class Activity extends RecordModel {
  static override tableName = 'activities';
  static override entity = 'activities';
  static override jsonAttributes = ['actor', 'createdBy', 'updatedBy'];

  declare type: ActivityType;
  declare subject: string;
  declare body: string | null;
  declare occurredAt: Date;
  declare channel: string | null;
  declare direction: string | null;
  declare status: ActivityStatus | null;
  declare actor: ActorRecord;
  declare source: 'user' | 'service' | 'system' | 'visitor';
  declare event: string | null;
  declare meaningfulOverride: boolean | null;
  /** False for what is neither a touch nor an answer, whatever its type: campaigns, automatic replies. */
  declare isExchange: boolean;
}

/** Places an activity on the timeline of a record. */
export class ActivityLink extends TenantModel {
  static override tableName = 'activity_links';
  static override idColumn = ['tenant_id', 'activity_id', 'entity', 'entity_id'];

  declare entity: string;
  declare entityId: string;
  declare activityId: string;
  declare occurredAt: Date;
  declare live: boolean;
  declare isInteraction: boolean;
  declare isTouch: boolean;
}

export class ActionItem extends RecordModel {
  static override tableName = 'action_items';
  static override entity = 'activities';
  static override jsonAttributes = ['completedBy', 'createdBy', 'updatedBy'];

  declare activityId: string;
  declare title: string;
  declare dueOn: string | null;
  declare assigneeUserId: string | null;
  declare status: 'open' | 'done';
  declare completedAt: Date | null;
  declare completedBy: ActorRecord | null;

  /** For record scope, an item belongs to its assignee as well as to its author (platform.md §5). */
  get ownerUserId(): string | null {
    return this.assigneeUserId;
  }
}
