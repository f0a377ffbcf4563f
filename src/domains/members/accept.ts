// Accepting an invitation: the account that has its address joins, or is made (platform.md §4).
import { sessionPrincipal } from '../../access/authenticate.ts';
import { type ActorRecord, ANONYMOUS } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import { verifyAccessToken } from '../../access/signing-keys.ts';
import type { Context, TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { createUser, findUser } from '../auth/accounts.ts';
import { isPassword } from '../auth/passwords.ts';
import { looked, proven } from '../auth/proof.ts';
import { type Account, accountOf, type Workspace, workspaceOf } from '../auth/workspaces.ts';
import { Invitation, Membership } from './model.ts';
import { HELD, PROMISED, rolesOf, setRoles } from './roles.ts';
import { shown } from './service.ts';

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

interface Found {
  id: string;
  tenant_id: string;
  email: string;
  status: Invitation['status'];
  expires_at: Date;
}

/**
 * Joins the workspace of an invitation.
 * @throws ServiceError NOT_FOUND for a token that nobody was sent; GONE for one that is spent, withdrawn or over;
 *   UNAUTHENTICATED without proof of an account that exists; CONFLICT email_mismatch for a session of another address;
 *   TENANT_SUSPENDED; VALIDATION_ERROR for a new account without name or with a password that breaks a rule; RATE_LIMITED
 */
export async function acceptInvitation(ctx: Context, acceptance: Acceptance): Promise<AcceptedInvitation> {
  const secretHash = ctx.services.keys.hashToken(acceptance.token);
  const invitation = await looked(ctx, () =>
    ctx.services.database.read(
      { secretHash },
      ({ db }) => db('invitations').where({ token_hash: secretHash }).first() as Promise<Found | undefined>,
    ),
  );
  if (!invitation) fail('NOT_FOUND', 'There is no such invitation; ask for a new one.');
  if (invitation.status !== 'open' || invitation.expires_at <= ctx.now) gone();
  const tenant = await ctx.services.database.read({}, ({ db }) => workspaceOf(db, invitation.tenant_id));
  if (tenant.status !== 'active') fail('TENANT_SUSPENDED');
  const known = await provenAccount(ctx, invitation, acceptance);
  const userId = known ?? (await newAccount(ctx, invitation, acceptance));
  const { tenant_id: tenantId } = invitation;
  await ctx.tx.withVisibility({ tenantId }, () =>
    join({ ...ctx, tenantId }, invitation.id, secretHash, userId),
  );
  await ctx.db('users').where({ id: userId, email_verified_at: null }).update({ email_verified_at: ctx.now });
  return {
    user: await accountOf(ctx.db, userId),
    tenant,
    accountCreated: known === undefined,
  };
}

/** The account that has the address, proven; undefined where there is none. */
async function provenAccount(
  ctx: Context,
  { email }: Found,
  { password, accessToken }: Acceptance,
): Promise<string | undefined> {
  if (accessToken) {
    const identity = await verifyAccessToken(ctx.services, accessToken);
    await sessionPrincipal(ctx.services, identity, undefined);
    const user = await findUser(ctx, { id: identity.userId });
    if (user?.email === email) return user.id;
    fail('CONFLICT', 'The invitation is for another mail address; sign in with that one.', {
      details: { reason: 'email_mismatch' },
    });
  }
  const user = await findUser(ctx, { email });
  if (!user) return undefined;
  const right = await proven(ctx, email, async () =>
    (await isPassword(user.password_hash, password ?? '')) && user.status === 'active' ? true : undefined,
  );
  if (!right)
    fail('UNAUTHENTICATED', 'An account has this address; send its password, or an access token of it.');
  return user.id;
}

async function newAccount(ctx: Context, { email }: Found, { name, password }: Acceptance): Promise<string> {
  if (!name?.trim()) throw invalid('name', 'required', 'Send your name for the new account.');
  if (!password) throw invalid('password', 'required', 'Send a password for the new account.');
  return createUser(ctx.db, { email, name: name.trim(), password, now: ctx.now });
}

/** Makes the membership, anew or again, and ends the invitation. @throws GONE where it was spent meanwhile */
async function join(base: TenantContext, id: string, tokenHash: string, userId: string): Promise<void> {
  const user = await accountOf(base.db, userId);
  const ctx = { ...base, principal: { ...ANONYMOUS, kind: 'user' as const, id: userId, label: user.name } };
  const invitation = await Invitation.live(ctx).where({ id, tokenHash }).forUpdate().first();
  if (!invitation) return gone();
  const roles = await rolesOf(ctx, PROMISED, id);
  const former = await Membership.of(ctx).where({ userId }).forUpdate().first();
  if (former && former.status !== 'removed') {
    fail('CONFLICT', 'You belong to this workspace already.', { details: { reason: 'already_member' } });
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
  await setRoles(ctx, HELD, member.id, roles);
  await setRoles(ctx, PROMISED, id, []);
  await invitation.change(ctx, { status: 'accepted', deletedAt: ctx.now });
  await announceChange(ctx, userId);
  await emit(ctx, 'member.joined', {
    object: member,
    label: user.name,
    after: shown(member, roles),
    links: [],
    data: { user_id: userId },
  });
}

function gone(): never {
  return fail('GONE', 'This invitation was used, withdrawn or is over 7 days old; ask for a new one.');
}
