// The open invitations of a demo workspace: one for a new member of the sales team, one for a viewer.
import type { Row } from './companies.ts';
import type { Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const DAY = 24 * 3600 * 1000;
const LIFETIME = 7 * DAY;

const GUESTS = [
  { name: 'nele.harms', roleKey: 'member', moduleAccess: null, sentBefore: DAY },
  { name: 'audit', roleKey: 'viewer', moduleAccess: ['crm', 'deals'], sentBefore: 3 * DAY },
];

/**
 * Draws the invitations and their roles. No mail was sent for them, so nobody has a valid link.
 * @param roles ids by key
 */
export function drawInvitations(
  random: Random,
  slug: string,
  staff: Staff,
  roles: ReadonlyMap<string, string>,
  now: Date,
): { invitations: Row[]; roles: Row[] } {
  const owner = actor(staff.people.find(({ roleKey }) => roleKey === 'owner')!);
  const invitationRoles: Row[] = [];
  const invitations = GUESTS.map(({ name, roleKey, moduleAccess, sentBefore }) => {
    const sentAt = new Date(now.getTime() - sentBefore);
    const id = random.id(sentAt);
    invitationRoles.push({ tenant_id: staff.tenantId, invitation_id: id, role_id: roles.get(roleKey)! });
    return {
      tenant_id: staff.tenantId,
      id,
      version: 1,
      email: `${name}@${slug}.example`,
      module_access: moduleAccess,
      status: 'open',
      token_hash: `demo ${id}`,
      expires_at: new Date(sentAt.getTime() + LIFETIME),
      created_at: sentAt,
      updated_at: sentAt,
      created_by: owner,
      updated_by: owner,
    };
  });
  return { invitations, roles: invitationRoles };
}
