// Webhooks and deliveries of all workspaces, as operators see them.
import { RecordModel } from '../../db/record-model.ts';
import type { DeliveryState } from '../webhooks/model.ts';
import type { WebhookStatus } from '../webhooks/rules.ts';

/** A row of the view `platform_webhooks`. */
export class PlatformWebhook extends RecordModel {
  static override tableName = 'platform_webhooks';
  static override entity = 'platform_webhooks';
  static override live = this.of as typeof RecordModel.live;

  declare workspaceId: string;
  declare name: string;
  declare host: string | null;
  declare eventTypes: string[];
  declare status: WebhookStatus;
  declare lastSuccessAt: Date | null;
  declare firstFailureAt: Date | null;
}

/** A row of the view `platform_deliveries`. */
export class PlatformDelivery extends RecordModel {
  static override tableName = 'platform_deliveries';
  static override entity = 'platform_webhooks';
  static override live = this.of as typeof RecordModel.live;

  declare workspaceId: string;
  declare webhookId: string;
  declare host: string | null;
  declare eventId: string;
  declare eventType: string;
  declare state: DeliveryState;
  declare attemptCount: number;
  declare lastStatusCode: number | null;
  declare lastError: string | null;
  declare lastAttemptAt: Date | null;
  declare nextAttemptAt: Date | null;
}
