// The tables of activities as classes.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export class Activity extends RecordModel {
  static override tableName = 'activities';
  static override entity = 'activities';
  static override nameColumn = 'subject';
  static override jsonAttributes = ['actor'];

  declare type: string;
  declare subject: string;
  declare occurredAt: Date;
  declare actor: ActorRecord;
  declare source: 'user' | 'service' | 'system' | 'visitor';
  declare event: string | null;
}

/** A record on whose timeline an activity stands. */
export class ActivityLink extends TenantModel {
  static override tableName = 'activity_links';
  static override idColumn = ['tenant_id', 'entity', 'entity_id', 'occurred_at', 'activity_id'];

  declare entity: string;
  declare entityId: string;
  declare activityId: string;
  declare occurredAt: Date;
}
