// Models of webhooks, deliveries and attempts.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { AttemptError } from './outcomes.ts';
import type { FieldFilter, Signature, WebhookStatus } from './rules.ts';

export class Webhook extends RecordModel {
  static override tableName = 'webhooks';
  static override entity = 'webhooks';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'filter'];

  declare name: string;
  declare url: string;
  declare eventTypes: string[];
  declare filter: FieldFilter;
  declare status: WebhookStatus;
  declare signature: Signature;
  declare publicKey: string | null;
  declare sealedSecret: string;
  declare sealedPreviousSecret: string | null;
  declare previousSecretExpiresAt: Date | null;
  declare apiVersion: string;
  declare headerNames: string[];
  declare sealedHeaders: string | null;
  declare maxInFlight: number;
  declare activatedAt: Date;
  declare lastSuccessAt: Date | null;
  declare firstFailureAt: Date | null;

  /** The signing secret, set only in the response that shows it. */
  secret?: string;
}

export type DeliveryState =
  | 'pending'
  | 'delivering'
  | 'succeeded'
  | 'retrying'
  | 'held'
  | 'failed'
  | 'cancelled';

/** The delivery of one event to one endpoint; deleted only by its age. */
export class WebhookDelivery extends RecordModel {
  static override tableName = 'webhook_deliveries';
  static override entity = 'webhooks';
  static override jsonAttributes = ['payload'];
  static override live = this.of as never;

  declare webhookId: string;
  declare eventId: string;
  declare eventType: string;
  declare payload: object;
  declare state: DeliveryState;
  declare attemptCount: number;
  declare scheduleAttempts: number;
  declare nextAttemptAt: Date | null;
  declare lastAttemptAt: Date | null;
  declare lastStatusCode: number | null;
  declare lastError: AttemptError | null;
}

export class WebhookAttempt extends TenantModel {
  static override tableName = 'webhook_attempts';

  declare deliveryId: string;
  declare webhookId: string;
  declare number: number;
  declare at: Date;
  declare statusCode: number | null;
  declare durationMs: number;
  declare error: AttemptError | null;
  declare response: string | null;
}

type RecoveredState = 'failed' | 'cancelled' | 'missing';

/** The payload of a recovery job; times are ISO 8601. */
export interface Recovery {
  webhookId: string;
  since: string;
  until: string;
  states: RecoveredState[];
}
