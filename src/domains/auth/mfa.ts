// One-time codes as a second factor: enrol, confirm, use at sign-in, disable (platform.md §4).
import type { Context } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import { queueMail } from '../../mail/queue.ts';
import { findUser } from './accounts.ts';
import { mfaDisabledMail } from './mails.ts';
import type { UserRow } from './model.ts';
import { isPassword } from './passwords.ts';
import { proveIdentity } from './proof.ts';
import { normalizeCode } from './rules.ts';
import { makeRecoveryCodes, makeSecret, otpauthUrl, stepOf } from './totp.ts';

/** The kinds of codes that sign-in accepts, as MFA_REQUIRED names them. */
export const MFA_METHODS = ['totp', 'recovery_code'];

export interface MfaState {
  enabled: boolean;
  secret: string | null;
  otpauthUrl: string | null;
  recoveryCodes: string[] | null;
}

export interface MfaInput {
  action: 'enrol' | 'confirm' | 'disable';
  code?: string | null;
  password?: string | null;
}

/**
 * Enrols, confirms or disables one-time codes of the caller. Secret and recovery codes are shown only this once.
 * @throws VALIDATION_ERROR for a missing or wrong password or code; CONFLICT if the state does not allow the action;
 *   RATE_LIMITED after too many failures
 */
export async function manageMfa(ctx: Context, input: MfaInput): Promise<MfaState> {
  const user = (await findUser(ctx, { id: ctx.principal.id })) ?? fail('UNAUTHENTICATED');
  const { action } = input;
  if (action === 'enrol') return enrol(ctx, user, input.password ?? undefined);
  if (!input.code) throw invalid('code', 'required', 'Give the current code of your authenticator.');
  return action === 'confirm' ? confirm(ctx, user, input.code) : disable(ctx, user, input.code);
}

/** Starts the enrolment. An account with a password must give it, so that a stolen token cannot lock its owner out. */
async function enrol(ctx: Context, user: UserRow, password: string | undefined): Promise<MfaState> {
  if (user.mfa_enabled)
    throw conflict('mfa_enabled', 'One-time codes are already enabled; disable them first.');
  if (user.password_hash !== null) {
    if (!password) throw invalid('password', 'required', 'Give the password of your account.');
    const isProven = await proveIdentity(ctx, user.email, async () =>
      (await isPassword(user.password_hash, password)) ? true : undefined,
    );
    if (!isProven) throw invalid('password', 'password', 'The password is wrong.');
  }
  const { keys, config } = ctx.services;
  const secret = makeSecret();
  const changed = await ctx
    .db('users')
    .where({ id: user.id, mfa_enabled: false })
    .update({
      mfa_secret: keys.seal(secret, sealContext(user.id)),
      mfa_last_step: null,
      updated_at: ctx.now,
    });
  if (changed === 0) throw conflict('mfa_enabled', 'One-time codes are already enabled; disable them first.');
  const url = otpauthUrl(secret, user.email, new URL(config.publicUrl).hostname);
  return { enabled: false, secret, otpauthUrl: url, recoveryCodes: null };
}

async function confirm(ctx: Context, user: UserRow, code: string): Promise<MfaState> {
  if (user.mfa_enabled) throw conflict('mfa_enabled', 'One-time codes are already enabled.');
  if (user.mfa_secret === null) throw conflict('mfa_not_enrolled', 'Enrol first, then confirm with a code.');
  const step = await proveIdentity(ctx, user.email, async () => stepOfUser(ctx, user, normalizeCode(code)));
  if (step === undefined) throw wrongCode();
  const changed = await ctx
    .db('users')
    .where({ id: user.id, mfa_enabled: false, mfa_secret: user.mfa_secret })
    .update({ mfa_enabled: true, mfa_last_step: step, updated_at: ctx.now });
  if (changed === 0)
    throw conflict('mfa_not_enrolled', 'A newer enrolment has replaced this one; confirm the newer one.');
  const recoveryCodes = makeRecoveryCodes();
  await ctx.db('recovery_codes').where({ user_id: user.id }).delete();
  await ctx.db('recovery_codes').insert(
    recoveryCodes.map((recoveryCode) => ({
      user_id: user.id,
      hash: ctx.services.keys.hashToken(normalizeCode(recoveryCode)),
      created_at: ctx.now,
    })),
  );
  await emitForPerson(ctx, user, 'auth.mfa_enabled');
  return { enabled: true, secret: null, otpauthUrl: null, recoveryCodes };
}

async function disable(ctx: Context, user: UserRow, code: string): Promise<MfaState> {
  if (!user.mfa_enabled) throw conflict('mfa_not_enabled', 'One-time codes are not enabled.');
  const usable = await proveIdentity(ctx, user.email, () => checkCode(ctx, user, code));
  if (!usable || !(await spendCode(ctx, user, usable))) throw wrongCode();
  await ctx
    .db('users')
    .where({ id: user.id })
    .update({ mfa_enabled: false, mfa_secret: null, mfa_last_step: null, updated_at: ctx.now });
  await ctx.db('recovery_codes').where({ user_id: user.id }).delete();
  await queueMail(ctx, mfaDisabledMail(user));
  await emitForPerson(ctx, user, 'auth.mfa_disabled');
  return { enabled: false, secret: null, otpauthUrl: null, recoveryCodes: null };
}

/** A code that is correct and was unused when checked. */
export type UsableCode = { step: number } | { recoveryCode: string };

/** Checks a code without spending it, so that the check holds no lock. @returns undefined for a wrong or used code */
export async function checkCode(ctx: Context, user: UserRow, input: string): Promise<UsableCode | undefined> {
  const code = normalizeCode(input);
  if (/^\d{6}$/.test(code)) {
    const step = stepOfUser(ctx, user, code);
    return step !== undefined && step > (user.mfa_last_step ?? 0) ? { step } : undefined;
  }
  const recoveryCode = ctx.services.keys.hashToken(code);
  const unused = { user_id: user.id, hash: recoveryCode, used_at: null };
  const found = await ctx.services.database.read({}, ({ db }) => db('recovery_codes').where(unused).first());
  return found && { recoveryCode };
}

/**
 * Spends a checked code in the transaction of the request. A code works only once: the row lock makes concurrent uses
 * wait for each other.
 * @returns false if it has been spent since the check
 */
export async function spendCode(ctx: Context, { id }: UserRow, code: UsableCode): Promise<boolean> {
  const spent =
    'step' in code
      ? await ctx
          .db('users')
          .where({ id, mfa_enabled: true })
          .where((or) => or.whereNull('mfa_last_step').orWhere('mfa_last_step', '<', code.step))
          .update({ mfa_last_step: code.step })
      : await ctx
          .db('recovery_codes')
          .where({ user_id: id, hash: code.recoveryCode, used_at: null })
          .update({ used_at: ctx.now });
  return spent > 0;
}

function stepOfUser(
  { services, now }: Context,
  { id, mfa_secret: secret }: UserRow,
  code: string,
): number | undefined {
  return secret === null ? undefined : stepOf(services.keys.open(secret, sealContext(id)), code, now);
}

function conflict(reason: string, message: string): never {
  return fail('CONFLICT', message, { details: { reason } });
}

function wrongCode() {
  return invalid(
    'code',
    'one_time_code',
    'The code is wrong or was used before; give the one that is displayed now.',
  );
}

const sealContext = (userId: string): string => `mfa:${userId}`;
