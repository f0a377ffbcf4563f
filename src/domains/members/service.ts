// The members of a workspace: list, change roles, modules and status, transfer ownership (platform.md §4).

import { assertWithinPlan } from '../../access/plan-limits.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { endSessions } from '../auth/sessions.ts';
import { memberListing } from './loaders.ts';
import { Member, Membership } from './model.ts';
import { assertGrant, findRoles, MEMBER_ROLES, rolesOf, setRoles, systemRole } from './roles.ts';
import { assertMayChange, type GrantableRole, ownerRequired } from './rules.ts';

export interface MemberInput {
  roleIds?: string[] | null;
  moduleAccess?: string[] | null;
  status?: 'active' | 'deactivated' | null;
  transferOwnership?: boolean | null;
}

/** Returns a page of members and of open invitations that have not expired. */
export function listMembers(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Member>> {
  return listPage<Member>(ctx, memberListing, args, lookahead, (query) =>
    query.whereRaw('(members.expires_at is null or members.expires_at > ?)', [ctx.now]),
  );
}

/**
 * Changes a member, or transfers the ownership of the workspace to them.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; PERMISSION_DENIED for a role with permissions that the
 *   caller lacks, and for changes to an owner by a caller who is not one; CONFLICT last_owner
 */
export async function updateMember(
  ctx: TenantContext,
  id: string,
  input: MemberInput,
  expectedVersion?: number | null,
): Promise<Member> {
  await lockOwners(ctx);
  const membership = await Membership.lock(ctx, id, { expectedVersion });
  const held = await rolesOf(ctx, MEMBER_ROLES, id);
  if (input.transferOwnership) await transferOwnership(ctx, membership, held, input);
  else await changeMember(ctx, membership, held, input);
  return Member.find(ctx, id);
}

async function changeMember(
  ctx: TenantContext,
  membership: Membership,
  held: GrantableRole[],
  input: MemberInput,
): Promise<void> {
  assertMayChange(keysOf(held), ctx.principal);
  if (input.roleIds === null)
    throw invalid('role_ids', 'required', 'A member needs at least one role; send role_ids.');
  if (input.status === null)
    throw invalid('status', 'required', 'Send active or deactivated, or leave status out.');
  const roles = input.roleIds ? await findRoles(ctx, input.roleIds) : held;
  assertGrant(
    ctx,
    roles.filter(({ id }) => !held.some((role) => role.id === id)),
  );
  const patch = {
    ...(input.moduleAccess !== undefined && {
      moduleAccess: input.moduleAccess && [...new Set(input.moduleAccess)].sort(),
    }),
    ...(input.status && { status: input.status }),
  };
  const after = { ...membership, ...patch };
  if (isOwner(membership, held) && !isOwner(after, roles)) await assertOtherOwner(ctx, membership);
  if (membership.status !== 'active' && after.status === 'active') await assertWithinPlan(ctx, 'seats');
  const isSame = JSON.stringify(auditFields(membership, held)) === JSON.stringify(auditFields(after, roles));
  if (!isSame) await updateMembership(ctx, membership, patch, held, roles);
}

/** Transfers ownership: the member becomes an owner and the caller an admin. */
async function transferOwnership(
  ctx: TenantContext,
  membership: Membership,
  held: GrantableRole[],
  { roleIds, moduleAccess, status }: MemberInput,
): Promise<void> {
  // Read after the lock, so that a caller who has just lost ownership is refused.
  const ownMembership = await Membership.live(ctx).where({ userId: ctx.principal.id }).forUpdate().first();
  const ownRoles = ownMembership ? await rolesOf(ctx, MEMBER_ROLES, ownMembership.id) : [];
  if (!ownMembership || !isOwner(ownMembership, ownRoles))
    throw ownerRequired('Only an owner can transfer the ownership.');
  const refuse = (rule: string, message: string) => invalid('transfer_ownership', rule, message);
  if ([roleIds, moduleAccess, status].some((other) => other !== undefined))
    throw refuse('alone', 'Send transfer_ownership without other changes.');
  if (membership.id === ownMembership.id)
    throw refuse('other_member', 'You are already an owner; choose another member.');
  if (membership.status !== 'active') {
    fail(
      'INVALID_STATE_TRANSITION',
      'Activate the member first; only an active member can become an owner.',
      {
        details: { from: membership.status, to: 'owner', allowed: ['active'] },
      },
    );
  }
  const [owner, admin] = [await systemRole(ctx, 'owner'), await systemRole(ctx, 'admin')];
  const keptRoles = ownRoles.filter(({ id }) => id !== owner.id);
  await updateMembership(ctx, membership, {}, held, withRole(held, owner));
  await updateMembership(ctx, ownMembership, {}, ownRoles, withRole(keptRoles, admin));
}

function withRole(roles: GrantableRole[], role: GrantableRole): GrantableRole[] {
  return [...roles.filter(({ id }) => id !== role.id), role];
}

async function updateMembership(
  ctx: TenantContext,
  membership: Membership,
  patch: Partial<Pick<Membership, 'moduleAccess' | 'status'>>,
  held: GrantableRole[],
  roles: GrantableRole[],
): Promise<void> {
  const { id, userId } = membership;
  await setRoles(ctx, MEMBER_ROLES, id, roles);
  const after = await membership.changeVersion(ctx, patch);
  if (membership.status === 'active' && after.status !== 'active')
    await endSessions(ctx, { userId, inTenant: ctx.tenantId }, 'membership_deactivated');
  await announceChange(ctx, userId);
  await emit(ctx, 'member.updated', {
    object: after,
    label: await nameOf(ctx, userId),
    before: auditFields(membership, held),
    after: auditFields(after, roles),
    links: [],
    data: { user_id: userId },
  });
}

/** Returns the fields of a membership that audit and events record. */
export function auditFields(
  { status, moduleAccess }: Pick<Membership, 'status' | 'moduleAccess'>,
  roles: GrantableRole[],
) {
  return { roles: keysOf(roles), moduleAccess, status };
}

export function keysOf(roles: readonly GrantableRole[]): string[] {
  return roles.map(({ key }) => key).sort();
}

export function isOwner({ status }: Pick<Membership, 'status'>, roles: readonly GrantableRole[]): boolean {
  return status === 'active' && roles.some(({ key }) => key === 'owner');
}

/** Locks the ownership of the workspace until the transaction ends, so that changes to it are serialized. */
export async function lockOwners(ctx: TenantContext): Promise<void> {
  await ctx.tx.rows('select lock_owners($1)', [ctx.tenantId]);
}

/**
 * Refuses to remove the last active owner. Call it after `lockOwners`; the database checks it again at commit.
 * @throws CONFLICT last_owner
 */
export async function assertOtherOwner(ctx: TenantContext, { id }: Membership): Promise<void> {
  const others = await ctx.tx.rows(
    `select from memberships m join membership_roles mr on mr.tenant_id = m.tenant_id and mr.membership_id = m.id
     join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
     where m.tenant_id = $1 and m.id <> $2 and m.status = 'active' and r.key = 'owner' limit 1`,
    [ctx.tenantId, id],
  );
  if (others.length === 0) {
    fail('CONFLICT', 'A workspace needs at least one active owner; make another member an owner first.', {
      details: { reason: 'last_owner' },
    });
  }
}

/** Returns the name of a user. */
export async function nameOf(ctx: TenantContext, userId: string): Promise<string> {
  const [user] = await ctx.tx.rows<{ name: string }>('select name from users where id = $1', [userId]);
  return user!.name;
}
