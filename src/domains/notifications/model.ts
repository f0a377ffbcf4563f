// The model of notifications.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';
import type { Category, MailMode, NotificationState, Priority } from './rules.ts';

export class Notification extends RecordModel {
  static override tableName = 'notifications';
  static override entity = 'notifications';
  static override jsonAttributes = ['actor'];

  /** Notifications are never soft-deleted; they are purged after 180 days. */
  static override live = this.of as typeof RecordModel.live;

  declare userId: string;
  declare category: Category;
  declare title: string;
  declare body: string;
  declare entityType: string;
  declare entityId: string;
  declare actor: ActorRecord;
  declare priority: Priority;
  declare state: NotificationState;
  declare count: number;
  declare inApp: boolean;
  declare mail: MailMode;
  declare mailedAt: Date | null;
  declare readAt: Date | null;
}
