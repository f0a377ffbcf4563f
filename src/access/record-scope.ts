// Checks roles that may only change their own records (platform.md §5).
import { ServiceError } from '../errors.ts';
import { permissionDenied } from './check.ts';
import type { Principal } from './principal.ts';

/** The fields of a record that name its owner, steward and author. */
export interface OwnedRecord {
  ownerUserId?: string | null;
  stewardUserId?: string | null;
  assigneeIds?: readonly string[];
  assigneeUserId?: string | null;
  createdBy?: { id: string | null };
}

/** Returns whether the role of the caller only allows an operation on its own records. */
export function isLimitedToOwn(
  ctx: { principal: Principal; permission?: string },
  permission = ctx.permission,
): boolean {
  return permission !== undefined && ctx.principal.ownOnly.has(permission);
}

/**
 * Refuses a change of someone else's record by a role whose scope is its own records. Own means owner, assignee,
 * steward or author.
 * @param permission the permission of the change; by default that of the running operation
 * @throws PERMISSION_DENIED with `record_scope`
 */
export function assertOwn(
  ctx: { principal: Principal; permission?: string },
  record: OwnedRecord,
  permission = ctx.permission,
): void {
  if (!permission || !isLimitedToOwn(ctx, permission)) return;
  const { id } = ctx.principal;
  if (record.ownerUserId === id || record.stewardUserId === id || record.createdBy?.id === id) return;
  if (record.assigneeIds?.includes(id) || record.assigneeUserId === id) return;
  throw new ServiceError('PERMISSION_DENIED', 'The role may only do this to its own records.', {
    details: { ...permissionDenied(permission).extras.details, record_scope: 'own' },
  });
}
