// The model of roles.
import type { RecordScopes } from '../../access/roles.ts';
import { RecordModel } from '../../db/record-model.ts';

export class Role extends RecordModel {
  static override tableName = 'roles';
  static override entity = 'roles';
  static override jsonAttributes = ['createdBy', 'updatedBy', 'recordScope'];
  // Deleted roles are removed from the table, because only unused roles can be deleted.
  static override live = RecordModel.of as typeof RecordModel.live;

  declare key: string;
  declare name: string;
  declare description: string;
  declare isSystem: boolean;
  /** Empty for system roles, whose grants are defined in access/roles.ts. */
  declare grants: string[];
  declare recordScope: RecordScopes;
}
