// Who may make whom what: the rules of roles and ownership that need no database.
import { fail, invalid, ServiceError } from '../../errors.ts';

/** A role of the workspace with all that it allows. */
export interface GrantableRole {
  id: string;
  key: string;
  permissions: ReadonlySet<string>;
}

/** Whoever changes a member. */
export interface Granter {
  roles: readonly string[];
  permissions: ReadonlySet<string>;
}

const DAY = 24 * 3600 * 1000;
/** platform.md §4. */
const INVITATION_LIFETIME = 7 * DAY;

/** When an invitation that is sent now ends. */
export function invitationEnd(now: Date): Date {
  return new Date(now.getTime() + INVITATION_LIFETIME);
}

/**
 * Refuses roles that allow more than the granter may do, and ownership from anybody but an owner (platform.md §4, §5).
 * @param reserved permissions that no system role carries: an owner grants them without holding them (spec README point 2)
 * @throws ServiceError PERMISSION_DENIED
 */
export function assertMayGrant(
  granted: readonly GrantableRole[],
  granter: Granter,
  reserved: readonly string[],
): void {
  const isOwner = granter.roles.includes('owner');
  for (const { key, permissions } of granted) {
    if (key === 'owner' && !isOwner) throw ownersOnly('Only an owner makes somebody an owner.');
    const beyond = [...permissions].find(
      (permission) => !granter.permissions.has(permission) && !(isOwner && reserved.includes(permission)),
    );
    if (beyond) {
      fail('PERMISSION_DENIED', `The role ${key} allows ${beyond}, which you may not do yourself.`, {
        details: { required_permission: beyond },
      });
    }
  }
}

/** Refuses changes of an owner by anybody but an owner. @throws ServiceError PERMISSION_DENIED */
export function assertMayChange(held: readonly string[], granter: Granter): void {
  if (held.includes('owner') && !granter.roles.includes('owner'))
    throw ownersOnly('Only an owner changes or removes an owner.');
}

export function ownersOnly(message: string): ServiceError {
  return new ServiceError('PERMISSION_DENIED', message, { details: { required_role: 'owner' } });
}

/** Refuses what cannot be written on an envelope; whether it arrives is another matter. @throws VALIDATION_ERROR email */
export function assertAddress(email: string): void {
  const part = String.raw`[^\s@"(),:;<>[\]\\\p{C}]+`;
  if (!new RegExp(String.raw`^${part}@${part}\.${part}$`, 'u').test(email))
    throw invalid('email', 'email', 'Give one mail address, such as ada@example.com.');
}
