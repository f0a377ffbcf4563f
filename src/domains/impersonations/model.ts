// Impersonations, as operators see them.
import type { ImpersonationMode } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';

export type ImpersonationEnd = 'operator' | 'expired' | 'signed_out' | 'support_access_off' | 'access_lost';

/** A row of the view `platform_impersonations`. */
export class Impersonation extends RecordModel {
  static override tableName = 'platform_impersonations';
  static override entity = 'platform_impersonations';
  /** Impersonations are never deleted. */
  static override live = this.of as typeof RecordModel.live;

  declare operatorId: string;
  declare operatorName: string;
  declare userId: string;
  declare userName: string;
  declare workspaceId: string;
  declare workspaceName: string;
  declare mode: ImpersonationMode;
  declare reason: string;
  declare ticket: string;
  declare requests: number;
  declare expiresAt: Date;
  declare endedAt: Date | null;
  declare endReason: ImpersonationEnd | null;
}
