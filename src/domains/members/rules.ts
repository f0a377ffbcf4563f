// Pure rules of roles and ownership: who may grant roles and change members.
import { fail, invalid, ServiceError } from '../../errors.ts';

/** A role of the workspace with its permissions. */
export interface GrantableRole {
  id: string;
  key: string;
  permissions: ReadonlySet<string>;
}

/** The caller who changes a member. */
export interface Granter {
  roles: readonly string[];
  permissions: ReadonlySet<string>;
}

const DAY = 24 * 3600 * 1000;
/** See platform.md §4. */
const INVITATION_LIFETIME = 7 * DAY;

/** Returns when an invitation that is sent now expires. */
export function invitationEnd(now: Date): Date {
  return new Date(now.getTime() + INVITATION_LIFETIME);
}

/**
 * Refuses roles with permissions that the granter lacks, and ownership unless the granter is an owner (platform.md §4,
 * §5).
 * @param reserved permissions in no system role, which an owner grants without having them (spec README point 2)
 * @throws ServiceError PERMISSION_DENIED
 */
export function assertMayGrant(
  granted: readonly GrantableRole[],
  granter: Granter,
  reserved: readonly string[],
): void {
  const isOwner = granter.roles.includes('owner');
  for (const { key, permissions } of granted) {
    if (key === 'owner' && !isOwner) throw ownerRequired('Only an owner can make somebody an owner.');
    const missing = [...permissions].find(
      (permission) => !granter.permissions.has(permission) && !(isOwner && reserved.includes(permission)),
    );
    if (missing) {
      fail('PERMISSION_DENIED', `The role ${key} includes ${missing}, a permission that you do not have.`, {
        details: { required_permission: missing },
      });
    }
  }
}

/** Refuses changes to an owner unless the granter is an owner. @throws ServiceError PERMISSION_DENIED */
export function assertMayChange(held: readonly string[], granter: Granter): void {
  if (held.includes('owner') && !granter.roles.includes('owner'))
    throw ownerRequired('Only an owner can change or remove an owner.');
}

/** Returns the error for something that only an owner can do. */
export function ownerRequired(message: string): ServiceError {
  return new ServiceError('PERMISSION_DENIED', message, { details: { required_role: 'owner' } });
}

/** Refuses a malformed mail address. @throws VALIDATION_ERROR email */
export function assertAddress(email: string): void {
  const part = String.raw`[^\s@"(),:;<>[\]\\\p{C}]+`;
  if (!new RegExp(String.raw`^${part}@${part}\.${part}$`, 'u').test(email))
    throw invalid('email', 'email', 'Send one mail address, such as ada@example.com.');
}
