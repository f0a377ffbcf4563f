// The members of a workspace: listing them, their roles, modules and status, and who owns the workspace (platform.md §4).
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
import { assertGrant, findRoles, HELD, rolesOf, setRoles, systemRole } from './roles.ts';
import { assertMayChange, type GrantableRole, ownersOnly } from './rules.ts';

export interface MemberInput {
  roleIds?: string[] | null;
  moduleAccess?: string[] | null;
  status?: 'active' | 'deactivated' | null;
  transferOwnership?: boolean | null;
}

/** A page of members and of invitations that are open and not over. */
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
 * Changes a member, or hands the workspace over to them.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; PERMISSION_DENIED for a role beyond the caller's own, and for
 *   changes of an owner by others; CONFLICT last_owner
 */
export async function updateMember(
  ctx: TenantContext,
  id: string,
  input: MemberInput,
  expectedVersion?: number | null,
): Promise<Member> {
  await lockOwners(ctx);
  const membership = await Membership.lock(ctx, id, { expectedVersion });
  const held = await rolesOf(ctx, HELD, id);
  if (input.transferOwnership) await transferOwnership(ctx, membership, held, input);
  else await change(ctx, membership, held, input);
  return Member.find(ctx, id);
}

async function change(
  ctx: TenantContext,
  membership: Membership,
  held: GrantableRole[],
  input: MemberInput,
): Promise<void> {
  assertMayChange(keysOf(held), ctx.principal);
  if (input.roleIds === null) throw invalid('role_ids', 'required', 'A member has at least one role.');
  if (input.status === null)
    throw invalid('status', 'required', 'Give active or deactivated, or leave it out.');
  const roles = input.roleIds ? await findRoles(ctx, input.roleIds) : held;
  assertGrant(
    ctx,
    roles.filter(({ id }) => !held.some((one) => one.id === id)),
  );
  const patch = {
    ...(input.moduleAccess !== undefined && {
      moduleAccess: input.moduleAccess && [...new Set(input.moduleAccess)].sort(),
    }),
    ...(input.status && { status: input.status }),
  };
  const after = { ...membership, ...patch };
  if (isOwner(membership, held) && !isOwner(after, roles)) await assertOtherOwner(ctx, membership);
  const isSame = JSON.stringify(shown(membership, held)) === JSON.stringify(shown(after, roles));
  if (!isSame) await write(ctx, membership, patch, held, roles);
}

/** Two changes in one: the member becomes an owner, the caller an admin in their place. */
async function transferOwnership(
  ctx: TenantContext,
  membership: Membership,
  held: GrantableRole[],
  { roleIds, moduleAccess, status }: MemberInput,
): Promise<void> {
  // Read behind the lock: who was an owner a moment ago hands nothing over.
  const own = await Membership.live(ctx).where({ userId: ctx.principal.id }).forUpdate().first();
  const ownRoles = own ? await rolesOf(ctx, HELD, own.id) : [];
  if (!own || !isOwner(own, ownRoles)) throw ownersOnly('Only an owner hands the workspace over.');
  const refuse = (rule: string, message: string) => invalid('transfer_ownership', rule, message);
  if ([roleIds, moduleAccess, status].some((other) => other !== undefined))
    throw refuse('alone', 'Hand the workspace over by itself, without other changes.');
  if (membership.id === own.id)
    throw refuse('other_member', 'You own the workspace already; name another member.');
  if (membership.status !== 'active') {
    fail('INVALID_STATE_TRANSITION', 'Activate the member first; only an active one can become an owner.', {
      details: { from: membership.status, to: 'owner', allowed: ['active'] },
    });
  }
  const [owner, admin] = [await systemRole(ctx, 'owner'), await systemRole(ctx, 'admin')];
  const kept = ownRoles.filter(({ id }) => id !== owner.id);
  await write(ctx, membership, {}, held, united(held, owner));
  await write(ctx, own, {}, ownRoles, united(kept, admin));
}

function united(roles: GrantableRole[], role: GrantableRole): GrantableRole[] {
  return [...roles.filter(({ id }) => id !== role.id), role];
}

async function write(
  ctx: TenantContext,
  membership: Membership,
  patch: Partial<Pick<Membership, 'moduleAccess' | 'status'>>,
  held: GrantableRole[],
  roles: GrantableRole[],
): Promise<void> {
  const { id, userId } = membership;
  await setRoles(ctx, HELD, id, roles);
  const after = await membership.changeVersion(ctx, patch);
  if (membership.status === 'active' && after.status !== 'active')
    await endSessions(ctx, { userId, inTenant: ctx.tenantId }, 'membership_deactivated');
  await announceChange(ctx, userId);
  await emit(ctx, 'member.updated', {
    object: after,
    label: await nameOf(ctx, userId),
    before: shown(membership, held),
    after: shown(after, roles),
    links: [],
    data: { user_id: userId },
  });
}

/** What of a membership stands in audit and events. */
export function shown(
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

/** Changes of who owns the workspace take turns from here to the end of the transaction. */
export async function lockOwners(ctx: TenantContext): Promise<void> {
  await ctx.tx.rows('select lock_owners($1)', [ctx.tenantId]);
}

/**
 * Refuses to take away the last active owner. Behind `lockOwners`; the database refuses it too, at the commit.
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
    fail('CONFLICT', 'A workspace has at least one active owner; make somebody else an owner first.', {
      details: { reason: 'last_owner' },
    });
  }
}

/** How people know a user. */
export async function nameOf(ctx: TenantContext, userId: string): Promise<string> {
  const [user] = await ctx.tx.rows<{ name: string }>('select name from users where id = $1', [userId]);
  return user!.name;
}
