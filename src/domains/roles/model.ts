// The table of roles as a class.
import type { RecordScopes } from '../../access/roles.ts';
import { RecordModel } from '../../db/record-model.ts';

export class Role extends RecordModel {
  static override tableName = 'roles';
  static override entity = 'roles';
  static override jsonAttributes = ['createdBy', 'updatedBy', 'recordScope'];
  // A role goes for good: nothing refers to it then.
  static override live = RecordModel.of as typeof RecordModel.live;

  declare key: string;
  declare name: string;
  declare description: string;
  declare isSystem: boolean;
  /** Empty on a system role, whose grants stand in access/roles.ts. */
  declare grants: string[];
  declare recordScope: RecordScopes;
}
