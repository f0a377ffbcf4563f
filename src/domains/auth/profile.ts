// Lets users change their own profile and password.
import { announceChange } from '../../access/purge.ts';
import type { Context } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import { readLocale, readTimeZone } from '../locales.ts';
import { findUser } from './accounts.ts';
import { type Account, toAccount, type UserRow } from './model.ts';
import { setPassword } from './password-reset.ts';
import { hashNewPassword, isPassword } from './passwords.ts';
import { proveIdentity } from './proof.ts';
import { readAvatarUrl } from './rules.ts';
import { endSessions } from './sessions.ts';

export interface ProfileInput {
  name?: string | null;
  locale?: string | null;
  timeZone?: string | null;
  avatarUrl?: string | null;
  currentPassword?: string | null;
  newPassword?: string | null;
}

/**
 * Changes the given fields. A new password requires the current one and ends the other sessions of the user.
 * @throws VALIDATION_ERROR; RATE_LIMITED after too many wrong passwords
 */
export async function updateProfile(ctx: Context, input: ProfileInput): Promise<Account> {
  const user = (await findUser(ctx, { id: ctx.principal.id })) ?? fail('UNAUTHENTICATED');
  const fields = changesOf(user, readFields(input));
  const passwordHash = input.newPassword ? await hashChangedPassword(ctx, user, input) : undefined;
  const isChanged = Object.keys(fields).length > 0;
  if (!isChanged && !passwordHash) return toAccount(user);
  const [after] = await ctx
    .db<UserRow>('users')
    .where({ id: user.id })
    .update({ ...fields, updated_at: ctx.now } as never)
    .returning('*');
  if (isChanged) {
    await announceChange(ctx, user.id);
    await emitForPerson(ctx, after!, 'auth.profile_updated', {
      before: auditedFields(user),
      after: auditedFields(after!),
    });
  }
  if (passwordHash) {
    await setPassword(ctx, user, passwordHash);
    await ctx.db('password_resets').where({ user_id: user.id, used_at: null }).update({ used_at: ctx.now });
    await endSessions(ctx, { userId: user.id, except: ctx.principal.sessionId! }, 'password_changed');
    await emitForPerson(ctx, user, 'auth.password_changed');
  }
  return toAccount(after!);
}

function readFields({ name, locale, timeZone, avatarUrl }: ProfileInput): Partial<UserRow> {
  const required = (path: string) => invalid(path, 'required', `${path} can be changed but not emptied.`);
  if (name === null || name?.trim() === '') throw required('name');
  if (locale === null) throw required('locale');
  if (timeZone === null) throw required('time_zone');
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(locale !== undefined && { locale: readLocale(locale, 'locale') }),
    ...(timeZone !== undefined && { time_zone: readTimeZone(timeZone, 'time_zone') }),
    ...(avatarUrl !== undefined && { avatar_url: avatarUrl && readAvatarUrl(avatarUrl) }),
  };
}

/** Returns the fields that differ from the stored ones (spec README point 30). */
function changesOf(user: UserRow, fields: Partial<UserRow>): Partial<UserRow> {
  return Object.fromEntries(
    Object.entries(fields).filter(([column, value]) => value !== user[column as keyof UserRow]),
  );
}

async function hashChangedPassword(
  ctx: Context,
  user: UserRow,
  { currentPassword, newPassword }: ProfileInput,
): Promise<string> {
  if (!currentPassword)
    throw invalid('current_password', 'required', 'Give the current password along with the new one.');
  const isProven = await proveIdentity(ctx, user.email, async () =>
    (await isPassword(user.password_hash, currentPassword)) ? true : undefined,
  );
  if (!isProven) throw invalid('current_password', 'password', 'The current password is wrong.');
  return hashNewPassword(newPassword!, user.email, 'new_password');
}

function auditedFields({ name, locale, time_zone: timeZone, avatar_url: avatarUrl }: UserRow): object {
  return { name, locale, timeZone, avatarUrl };
}
