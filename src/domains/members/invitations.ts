// Invitations: a mail address gets roles by accepting a link that is valid for 7 days (platform.md §4).
import { staleSession } from '../../access/freshness.ts';
import { assertWithinPlan } from '../../access/plan-limits.ts';
import { makeRefreshToken } from '../../access/token-format.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { queueMail } from '../../mail/queue.ts';
import { normalizeEmail } from '../auth/service.ts';
import { invitationMail } from './mails.ts';
import { Invitation, Member, Membership } from './model.ts';
import { assertGrant, findRoles, INVITATION_ROLES, setRoles } from './roles.ts';
import { assertAddress, type GrantableRole, invitationEnd } from './rules.ts';
import { keysOf } from './service.ts';

export interface InvitationInput {
  email?: string | null;
  roleIds?: string[] | null;
  moduleAccess?: string[] | null;
}

/**
 * Invites an address. If it has an open invitation, that one gets the roles of this call, a new link and a new expiry.
 * @throws VALIDATION_ERROR; PERMISSION_DENIED for a role with permissions that the caller lacks; FRESH_SESSION_REQUIRED
 *   to invite an owner or admin; CONFLICT already_member
 */
export async function createInvitation(ctx: TenantContext, input: InvitationInput): Promise<Member> {
  const email = normalizeEmail(input.email!);
  assertAddress(email);
  const roles = await findRoles(ctx, input.roleIds!);
  assertGrant(ctx, roles);
  assertFreshFor(ctx, roles);
  await assertNoMember(ctx, email);
  const { keys } = ctx.services;
  const token = makeRefreshToken();
  const fields = {
    moduleAccess: input.moduleAccess ? [...new Set(input.moduleAccess)].sort() : null,
    tokenHash: keys.hashToken(token),
    expiresAt: invitationEnd(ctx.now),
  };
  const existing = await Invitation.live(ctx).where({ email }).forUpdate().first();
  if (!existing || existing.expiresAt <= ctx.now) await assertWithinPlan(ctx, 'seats');
  const invitation = existing
    ? await existing.change(ctx, fields)
    : await Invitation.create(ctx, { email, ...fields });
  await setRoles(ctx, INVITATION_ROLES, invitation.id, roles);
  await queueMail(ctx, await mailOf(ctx, email, token));
  const { moduleAccess, expiresAt } = invitation;
  await emit(ctx, 'member.invited', {
    object: invitation,
    label: email,
    after: { email, roles: keysOf(roles), moduleAccess, expiresAt },
    links: [],
    data: { email, roles: keysOf(roles) },
  });
  return Member.find(ctx, invitation.id);
}

/** Requires a fresh session to invite an owner or admin, who can take over the workspace. */
function assertFreshFor({ principal, now }: TenantContext, roles: readonly GrantableRole[]): void {
  const grantsControl = roles.some(({ key }) => key === 'owner' || key === 'admin');
  const refused = grantsControl ? staleSession(principal, now) : undefined;
  if (refused) throw refused;
}

async function assertNoMember(ctx: TenantContext, email: string): Promise<void> {
  const member = await Membership.live(ctx)
    .join('users', 'users.id', 'memberships.user_id')
    .where('users.email', email)
    .select('memberships.id')
    .first();
  if (!member) return;
  fail('CONFLICT', 'This address already belongs to a member; change the member instead.', {
    details: { reason: 'already_member', member_id: member.id },
  });
}

async function mailOf(ctx: TenantContext, email: string, token: string) {
  const { pagesUrl } = ctx.services.config;
  const [tenant] = await ctx.tx.rows<{ name: string }>('select name from tenants where id = $1', [
    ctx.tenantId,
  ]);
  return invitationMail({ email, inviter: ctx.principal.label, workspace: tenant!.name, pagesUrl, token });
}

/** Withdraws an open invitation, even if it has expired. @throws NOT_FOUND */
export async function revokeInvitation(
  ctx: TenantContext,
  id: string,
): Promise<{ id: string; deletedAt: Date }> {
  const invitation = await Invitation.lock(ctx, id);
  await setRoles(ctx, INVITATION_ROLES, id, []);
  const revoked = await invitation.change(ctx, { status: 'revoked', deletedAt: ctx.now });
  await emit(ctx, 'member.invitation_revoked', { object: revoked, label: invitation.email, links: [] });
  return { id, deletedAt: ctx.now };
}
