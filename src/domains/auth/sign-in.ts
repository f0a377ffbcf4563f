// Signing in: address and password, a one-time code where the account asks for one, and the session that opens.
import { v7 as uuid } from 'uuid';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emitForPerson, recordRefusal } from '../../events/emit-for-person.ts';
import { findUser } from './accounts.ts';
import { checkCode, MFA_METHODS, spendCode } from './mfa.ts';
import { type Account, type Membership, type SessionRow, toAccount, type UserRow } from './model.ts';
import { isPassword, upgradedHash } from './passwords.ts';
import { proven } from './proof.ts';
import { type SessionTokens, storeRefreshToken, tokensOf } from './refresh.ts';
import { normalizeEmail, sessionExpiry } from './rules.ts';
import { membershipsOf } from './workspaces.ts';

export interface SignedIn extends SessionTokens {
  user: Account;
  memberships: Membership[];
}

export interface Credentials {
  email: string;
  password: string;
  /** Of the authenticator, or a recovery code. */
  code?: string | null;
}

/**
 * Opens a session with address and password. Unknown address, wrong password, wrong code and closed account look and
 * cost the same.
 * @throws ServiceError UNAUTHENTICATED; MFA_REQUIRED where only the code is missing; RATE_LIMITED after too many failures
 *   (platform.md §3, §4)
 */
export async function signIn(ctx: Context, { email: given, password, code }: Credentials): Promise<SignedIn> {
  const email = normalizeEmail(given);
  const user = await findUser(ctx, { email });
  const proof = await proven(ctx, email, async () => {
    const matches = await isPassword(user?.password_hash ?? null, password);
    if (!matches || user?.status !== 'active') return undefined;
    if (user.mfa_enabled && !code) fail('MFA_REQUIRED', undefined, { details: { methods: MFA_METHODS } });
    const right = user.mfa_enabled ? await checkCode(ctx, user, code!) : null;
    if (right === undefined) return undefined;
    return { user, right, newHash: await upgradedHash(user.password_hash!, password) };
  });
  // From here on the transaction of the request: while a password is hashed no connection waits for it.
  if (!proof || (proof.right && !(await spendCode(ctx, proof.user, proof.right)))) {
    // Nobody waits for it: an account that is there must not take longer than one that is not.
    if (user) void recordRefusal(ctx, user, 'auth.sign_in_failed', 'UNAUTHENTICATED');
    fail('UNAUTHENTICATED', 'The mail address, the password or the code is wrong.');
  }
  if (proof.newHash)
    await ctx.db('users').where({ id: proof.user.id }).update({ password_hash: proof.newHash });
  const amr = proof.user.mfa_enabled ? ['pwd', 'otp'] : ['pwd'];
  return openSession(ctx, proof.user, { amr, authTime: ctx.now });
}

/** How a person proved who they are. */
export interface IdentityProof {
  /** Methods, by the names of RFC 8176. */
  amr: string[];
  authTime: Date;
  /** The workspace whose identity provider vouches; the session enters no other one. */
  ssoTenantId?: string;
}

/** Opens a session for a person who has proven who they are, in the transaction of the context. */
export async function openSession(
  ctx: Context,
  user: UserRow,
  { amr, authTime, ssoTenantId }: IdentityProof,
): Promise<SignedIn> {
  const { services, now } = ctx;
  const session: SessionRow = {
    id: uuid(),
    user_id: user.id,
    active_tenant_id: ssoTenantId ?? null,
    auth_time: authTime,
    amr,
    sso_tenant_id: ssoTenantId ?? null,
    user_agent: ctx.userAgent?.slice(0, 500) ?? null,
    ip: ctx.ip ?? null,
    created_at: now,
    last_used_at: now,
    expires_at: sessionExpiry(now, now),
    revoked_at: null,
    revoke_reason: null,
  };
  await ctx.db('sessions').insert(session);
  await ctx.db('users').where({ id: user.id }).update({ last_sign_in_at: now });
  const memberships = await ctx.tx.withVisibility({ userId: user.id }, () => membershipsOf(ctx.db, user.id));
  const refreshToken = await storeRefreshToken(ctx.db, services, session.id, now);
  await emitForPerson(ctx, user, 'auth.signed_in', { after: { sessionId: session.id, amr } });
  const tokens = await tokensOf(services, session, refreshToken);
  return { ...tokens, user: { ...toAccount(user), lastSignInAt: now }, memberships };
}
