// Events of providers, as operators see them.
import { RecordModel } from '../../db/record-model.ts';

/** A row of the view `platform_ingress_events`. */
export class IngressEvent extends RecordModel {
  static override tableName = 'platform_ingress_events';
  static override entity = 'platform_ingress';
  static override live = this.of as typeof RecordModel.live;

  declare workspaceId: string | null;
  declare source: 'mail' | 'voice' | 'signing' | 'payments' | 'billing';
  declare provider: string;
  declare connection: string | null;
  declare eventId: string | null;
  declare type: string;
  declare signatureValid: boolean;
  declare state: 'waiting' | 'applied' | 'stale' | 'parked' | 'ignored' | 'failed' | 'dead' | 'refused';
  /** Whether its body is still stored. */
  declare hasBody: boolean;
  declare occurrences: number;
}
