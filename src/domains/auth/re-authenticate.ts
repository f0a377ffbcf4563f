// Re-authentication, which renews the period in which a session counts as fresh (platform.md §4).

import { freshUntil } from '../../access/freshness.ts';
import type { Context } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emitForPerson, recordRefusal } from '../../events/emit-for-person.ts';
import { findUser } from './accounts.ts';
import { checkCode, spendCode, type UsableCode } from './mfa.ts';
import type { SessionRow, UserRow } from './model.ts';
import { isPassword } from './passwords.ts';
import { proveIdentity } from './proof.ts';
import { accessTokenOf } from './refresh.ts';

export interface Proofs {
  password?: string | null;
  code?: string | null;
}

export interface ReAuthenticated {
  accessToken: string;
  tokenType: 'Bearer';
  expiresAt: Date;
  expiresIn: number;
  authTime: Date;
  freshUntil: Date;
}

/**
 * Re-authenticates with the password, a one-time code, or both, all of which must be correct. The session and its
 * refresh token stay valid.
 * @throws VALIDATION_ERROR without either; UNAUTHENTICATED for a wrong one; RATE_LIMITED
 */
export async function reAuthenticate(ctx: Context, { password, code }: Proofs): Promise<ReAuthenticated> {
  if (!password && !code) throw invalid('password', 'required', 'Give the password or a one-time code.');
  const user = (await findUser(ctx, { id: ctx.principal.id })) ?? fail('UNAUTHENTICATED');
  const proof = await proveIdentity(
    ctx,
    user.email,
    async (): Promise<{ usableCode?: UsableCode } | undefined> => {
      if (password && !(await isPassword(user.password_hash, password))) return undefined;
      if (!code) return {};
      const usableCode = user.mfa_enabled ? await checkCode(ctx, user, code) : undefined;
      return usableCode && { usableCode };
    },
  );
  if (!proof || (proof.usableCode && !(await spendCode(ctx, user, proof.usableCode)))) {
    await recordRefusal(ctx, user, 'auth.re_authentication_failed', 'UNAUTHENTICATED');
    fail('UNAUTHENTICATED', 'The password or the code is wrong.');
  }
  return renewSession(ctx, user, [...(password ? ['pwd'] : []), ...(code ? ['otp'] : [])]);
}

/**
 * Makes the caller's session fresh again, for a user who has authenticated by these methods.
 * @param authTime when the user authenticated
 */
export async function renewSession(
  ctx: Context,
  user: UserRow,
  methods: string[],
  authTime = ctx.now,
): Promise<ReAuthenticated> {
  const [session] = await ctx
    .db<SessionRow>('sessions')
    .where({ id: ctx.principal.sessionId!, user_id: user.id })
    .update({
      auth_time: authTime,
      amr: ctx.db.raw('(select array_agg(distinct method) from unnest(amr || ?::text[]) as method)', [
        methods,
      ]),
    } as never)
    .returning('*');
  await emitForPerson(ctx, user, 'auth.re_authenticated', {
    after: { sessionId: session!.id, amr: methods },
  });
  const token = await accessTokenOf(ctx.services, session!);
  return { ...token, authTime, freshUntil: freshUntil(authTime) };
}
