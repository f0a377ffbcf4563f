// Accepts an invitation with the account of its address, which is created if it does not exist (platform.md §4).
import { sessionPrincipal } from '../../access/authenticate.ts';
import { type ActorRecord, ANONYMOUS } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import { verifyAccessToken } from '../../access/signing-keys.ts';
import type { Context, TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { createUser, findUser } from '../auth/accounts.ts';
import { isPassword } from '../auth/passwords.ts';
import { lookUpMailedSecret, proveIdentity } from '../auth/proof.ts';
import { type Account, accountOf, type Workspace, workspaceOf } from '../auth/workspaces.ts';
import { Invitation, Membership } from './model.ts';
import { INVITATION_ROLES, MEMBER_ROLES, rolesOf, setRoles } from './roles.ts';
import { auditFields } from './service.ts';

export interface Acceptance {
  token: string;
  name?: string | null;
  password?: string | null;
  accessToken?: string | null;
}

export interface AcceptedInvitation {
  user: Account;
  tenant: Workspace;
  accountCreated: boolean;
}

interface InvitationRow {
  id: string;
  tenant_id: string;
  email: string;
  status: Invitation['status'];
  expires_at: Date;
}

/**
 * Accepts an invitation and joins its workspace.
 * @throws ServiceError NOT_FOUND for an unknown token; GONE for one that is used, withdrawn or expired;
 *   UNAUTHENTICATED without proof of an account that exists; CONFLICT email_mismatch for a session of another address;
 *   TENANT_SUSPENDED; VALIDATION_ERROR for a new account without name or with a password that breaks a rule;
 *   RATE_LIMITED
 */
export async function acceptInvitation(ctx: Context, acceptance: Acceptance): Promise<AcceptedInvitation> {
  const secretHash = ctx.services.keys.hashToken(acceptance.token);
  const invitation = await lookUpMailedSecret(ctx, () =>
    ctx.services.database.read(
      { secretHash },
      ({ db }) =>
        db('invitations').where({ token_hash: secretHash }).first() as Promise<InvitationRow | undefined>,
    ),
  );
  if (!invitation) fail('NOT_FOUND', 'There is no such invitation; ask for a new one.');
  if (invitation.status !== 'open' || invitation.expires_at <= ctx.now) failGone();
  const tenant = await ctx.services.database.read({}, ({ db }) => workspaceOf(db, invitation.tenant_id));
  if (tenant.status !== 'active') fail('TENANT_SUSPENDED');
  const existingId = await provenAccount(ctx, invitation, acceptance);
  const userId = existingId ?? (await newAccount(ctx, invitation, acceptance));
  const { tenant_id: tenantId } = invitation;
  await ctx.tx.withVisibility({ tenantId }, () =>
    joinWorkspace({ ...ctx, tenantId }, invitation.id, secretHash, userId),
  );
  await ctx.db('users').where({ id: userId, email_verified_at: null }).update({ email_verified_at: ctx.now });
  return {
    user: await accountOf(ctx.db, userId),
    tenant,
    accountCreated: existingId === undefined,
  };
}

/** Returns the account of the invited address after verifying its owner; undefined if there is none. */
async function provenAccount(
  ctx: Context,
  { email }: InvitationRow,
  { password, accessToken }: Acceptance,
): Promise<string | undefined> {
  if (accessToken) {
    const identity = await verifyAccessToken(ctx.services, accessToken);
    await sessionPrincipal(ctx.services, identity, undefined);
    const user = await findUser(ctx, { id: identity.userId });
    if (user?.email === email) return user.id;
    fail('CONFLICT', 'The invitation is for another mail address; sign in with that address.', {
      details: { reason: 'email_mismatch' },
    });
  }
  const user = await findUser(ctx, { email });
  if (!user) return undefined;
  const isVerified = await proveIdentity(ctx, email, async () =>
    (await isPassword(user.password_hash, password ?? '')) && user.status === 'active' ? true : undefined,
  );
  if (!isVerified)
    fail(
      'UNAUTHENTICATED',
      'There is an account with this address; send its password or one of its access tokens.',
    );
  return user.id;
}

async function newAccount(
  ctx: Context,
  { email }: InvitationRow,
  { name, password }: Acceptance,
): Promise<string> {
  if (!name?.trim()) throw invalid('name', 'required', 'Send your name for the new account.');
  if (!password) throw invalid('password', 'required', 'Send a password for the new account.');
  return createUser(ctx.db, { email, name: name.trim(), password, now: ctx.now });
}

/** Creates or restores the membership and closes the invitation. @throws GONE if it was used meanwhile */
async function joinWorkspace(
  base: TenantContext,
  id: string,
  tokenHash: string,
  userId: string,
): Promise<void> {
  const user = await accountOf(base.db, userId);
  const ctx = { ...base, principal: { ...ANONYMOUS, kind: 'user' as const, id: userId, label: user.name } };
  const invitation = await Invitation.live(ctx).where({ id, tokenHash }).forUpdate().first();
  if (!invitation) return failGone();
  const roles = await rolesOf(ctx, INVITATION_ROLES, id);
  const former = await Membership.of(ctx).where({ userId }).forUpdate().first();
  if (former && former.status !== 'removed') {
    fail('CONFLICT', 'You are already a member of this workspace.', {
      details: { reason: 'already_member' },
    });
  }
  const fields = {
    status: 'active' as const,
    moduleAccess: invitation.moduleAccess,
    joinedAt: ctx.now,
    invitedBy: invitation.createdBy as ActorRecord,
  };
  const member = former
    ? await former.change(ctx, { ...fields, deletedAt: null })
    : await Membership.create(ctx, { userId, ...fields });
  await setRoles(ctx, MEMBER_ROLES, member.id, roles);
  await setRoles(ctx, INVITATION_ROLES, id, []);
  await invitation.change(ctx, { status: 'accepted', deletedAt: ctx.now });
  await announceChange(ctx, userId);
  await emit(ctx, 'member.joined', {
    object: member,
    label: user.name,
    after: auditFields(member, roles),
    links: [],
    data: { user_id: userId },
  });
}

function failGone(): never {
  return fail(
    'GONE',
    'This invitation was used or withdrawn, or is more than 7 days old; ask for a new one.',
  );
}
