// Sign-in: address and password, a one-time code if the account requires one, and the new session.
import { v7 as uuid } from 'uuid';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emitForPerson, recordRefusal } from '../../events/emit-for-person.ts';
import { findUser } from './accounts.ts';
import { checkCode, MFA_METHODS, spendCode } from './mfa.ts';
import { type Account, type Membership, type SessionRow, toAccount, type UserRow } from './model.ts';
import { isPassword, upgradedHash } from './passwords.ts';
import { proveIdentity } from './proof.ts';
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
  /** A code of the authenticator, or a recovery code. */
  code?: string | null;
}

/**
 * Opens a session with address and password. An unknown address, wrong password, wrong code and closed account get
 * the same response in the same time.
 * @throws UNAUTHENTICATED; MFA_REQUIRED if only the code is missing; RATE_LIMITED after too many failures
 *   (platform.md §3, §4)
 */
export async function signIn(
  ctx: Context,
  { email: rawEmail, password, code }: Credentials,
): Promise<SignedIn> {
  const email = normalizeEmail(rawEmail);
  const user = await findUser(ctx, { email });
  const proof = await proveIdentity(ctx, email, async () => {
    const matches = await isPassword(user?.password_hash ?? null, password);
    if (!matches || user?.status !== 'active') return undefined;
    if (user.mfa_enabled && !code) fail('MFA_REQUIRED', undefined, { details: { methods: MFA_METHODS } });
    const usableCode = user.mfa_enabled ? await checkCode(ctx, user, code!) : null;
    if (usableCode === undefined) return undefined;
    return { user, right: usableCode, newHash: await upgradedHash(user.password_hash!, password) };
  });
  // Only from here on is the request's transaction used: no connection is held while a password is hashed.
  if (!proof || (proof.right && !(await spendCode(ctx, proof.user, proof.right)))) {
    // Not awaited, so that the response takes as long for an existing account as for an unknown one.
    if (user) void recordRefusal(ctx, user, 'auth.sign_in_failed', 'UNAUTHENTICATED');
    fail('UNAUTHENTICATED', 'The mail address, the password or the code is wrong.');
  }
  if (proof.newHash)
    await ctx.db('users').where({ id: proof.user.id }).update({ password_hash: proof.newHash });
  const amr = proof.user.mfa_enabled ? ['pwd', 'otp'] : ['pwd'];
  return openSession(ctx, proof.user, { amr, authTime: ctx.now });
}

/** How a user proved their identity. */
export interface IdentityProof {
  /** Authentication methods, by the names of RFC 8176. */
  amr: string[];
  authTime: Date;
  /** The workspace whose identity provider authenticated the user; the session cannot enter another one. */
  ssoTenantId?: string;
}

/** Opens a session for a user who has proved their identity, in the transaction of the context. */
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
