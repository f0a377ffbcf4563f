// Finds accounts of people for operators, and changes them (platform.md §10).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, ServiceError } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import {
  type AccountCorrection,
  correctAccount,
  endAllSessions,
  reactivateAccount,
  removeMfa,
  suspendAccount,
} from '../auth/administration.ts';
import { PlatformUser } from './model.ts';

const listing: Listing = { model: PlatformUser };

/** Returns a page of accounts. */
export function listPlatformUsers(
  ctx: TenantContext,
  { tenantId, ...args }: ListArguments & { tenantId?: string | null },
  lookahead: Lookahead,
): Promise<PageOf<PlatformUser>> {
  const ofWorkspace = tenantId
    ? (query: { whereRaw(sql: string, values: string[]): unknown }) =>
        void query.whereRaw(
          `platform_users.id in (select m.user_id from memberships m where m.tenant_id = ? and m.deleted_at is null)`,
          [tenantId],
        )
    : undefined;
  return listPage<PlatformUser>(ctx, listing, args, lookahead, ofWorkspace as never);
}

/** Returns an account. @throws NOT_FOUND */
export async function getPlatformUser(ctx: TenantContext, id: string): Promise<PlatformUser> {
  const user = (await PlatformUser.of(ctx).where({ id }).first()) as PlatformUser | undefined;
  return user ?? fail('NOT_FOUND');
}

/**
 * Corrects name and address.
 * @throws NOT_FOUND; VALIDATION_ERROR; CONFLICT for an address that another account has, and for the address of an operator
 */
export async function updatePlatformUser(
  ctx: TenantContext,
  id: string,
  input: AccountCorrection,
): Promise<PlatformUser> {
  await correctAccount(ctx, id, input);
  return getPlatformUser(ctx, id);
}

/** @throws PERMISSION_DENIED; CONFLICT for the own account; NOT_FOUND; INVALID_STATE_TRANSITION */
export async function suspendUser(ctx: TenantContext, id: string): Promise<PlatformUser> {
  assertAdministrator(ctx);
  assertOther(ctx, id);
  await suspendAccount(ctx, id);
  return getPlatformUser(ctx, id);
}

/** @throws PERMISSION_DENIED; NOT_FOUND; INVALID_STATE_TRANSITION */
export async function reactivateUser(ctx: TenantContext, id: string): Promise<PlatformUser> {
  assertAdministrator(ctx);
  await reactivateAccount(ctx, id);
  return getPlatformUser(ctx, id);
}

/** Ends the sessions of a person. @throws NOT_FOUND */
export function revokeUserSessions(ctx: TenantContext, id: string): Promise<{ sessionsEnded: number }> {
  return endAllSessions(ctx, id);
}

/** @throws PERMISSION_DENIED; NOT_FOUND; CONFLICT for the own account, an operator, or one without one-time codes */
export async function resetUserMfa(ctx: TenantContext, id: string, ticket: string): Promise<PlatformUser> {
  assertAdministrator(ctx);
  assertOther(ctx, id);
  await removeMfa(ctx, id, ticket);
  return getPlatformUser(ctx, id);
}

/** The permission for sessions is that of support and engineers too (platform.md §5). */
function assertAdministrator({ principal }: TenantContext): void {
  if (principal.operatorRole === 'administrator') return;
  throw new ServiceError('PERMISSION_DENIED', 'Only an administrator of the platform may do this.', {
    details: { required_role: 'administrator' },
  });
}

function assertOther({ principal }: TenantContext, id: string): void {
  if (principal.id === id)
    fail('CONFLICT', 'Ask another administrator to do this to your own account.', {
      details: { reason: 'own_account' },
    });
}
