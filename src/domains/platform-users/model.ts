// Accounts of people, as operators see them.
import type { OperatorRole } from '../../access/operators.ts';
import { RecordModel } from '../../db/record-model.ts';

/** A row of the view `platform_users`. */
export class PlatformUser extends RecordModel {
  static override tableName = 'platform_users';
  static override entity = 'platform_users';
  /** Accounts are never deleted. */
  static override live = this.of as typeof RecordModel.live;

  declare email: string;
  declare name: string;
  declare status: 'active' | 'invited' | 'suspended' | 'erased';
  declare operatorRole: OperatorRole | null;
  declare locale: string;
  declare timeZone: string;
  declare emailVerifiedAt: Date | null;
  declare mfaEnabled: boolean;
  declare lastSignInAt: Date | null;
}
