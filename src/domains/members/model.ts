// Models of memberships, invitations, and the view of both.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';

export type MembershipStatus = 'active' | 'deactivated' | 'removed';

/** The membership of a person in the workspace; a removed one is kept and restored if the person rejoins. */
export class Membership extends RecordModel {
  static override tableName = 'memberships';
  static override entity = 'members';
  static override jsonAttributes = ['invitedBy', 'createdBy', 'updatedBy'];

  declare userId: string;
  declare moduleAccess: string[] | null;
  declare status: MembershipStatus;
  declare joinedAt: Date | null;
  declare invitedBy: ActorRecord | null;
}

export class Invitation extends RecordModel {
  static override tableName = 'invitations';
  static override entity = 'members';

  declare email: string;
  declare moduleAccess: string[] | null;
  declare status: 'open' | 'accepted' | 'revoked';
  declare tokenHash: string;
  declare expiresAt: Date;
}

/** The read-only database view of members and open invitations. */
export class Member extends RecordModel {
  static override tableName = 'members';
  static override entity = 'members';
  static override jsonAttributes = ['invitedBy', 'createdBy', 'updatedBy'];

  declare userId: string | null;
  declare email: string;
  declare name: string | null;
  declare avatarUrl: string | null;
  declare status: 'invited' | 'active' | 'deactivated';
  declare roleIds: string[];
  declare roles: string[];
  declare moduleAccess: string[] | null;
  declare joinedAt: Date | null;
  declare invitedBy: ActorRecord | null;
  declare expiresAt: Date | null;
}
