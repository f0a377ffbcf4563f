// Password reset: a link by mail, and a new password in exchange for its token (platform.md §4).
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { ANONYMOUS } from '../../access/principal.ts';
import { makeRefreshToken } from '../../access/token-format.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import type { Log } from '../../log.ts';
import { queueMail } from '../../mail/queue.ts';
import { contextOf, type Origin } from '../../operations/call.ts';
import type { Services } from '../../services.ts';
import { passwordChangedMail, passwordResetMail } from './mails.ts';
import type { UserRow } from './model.ts';
import { hashNewPassword } from './passwords.ts';
import { lookUpMailedSecret } from './proof.ts';
import { normalizeEmail } from './rules.ts';
import { endSessions } from './sessions.ts';

const HOUR = 3_600_000;
const LINK_LIFETIME = HOUR;
/** Links sent to one user per hour, whoever requests them, so that nobody can flood a mailbox. */
const MAX_LINKS_PER_HOUR = 5;
const MAX_ATTEMPTS = 5;

/** The input of the job; sealed, because an address is personal data. */
interface SealedRequest {
  id: string;
  sealed: string;
}

/** The address for which a link was requested, and the origin of the request. */
interface ResetRequest extends Pick<Origin, 'surface' | 'requestId' | 'ip' | 'userAgent'> {
  email: string;
}

/**
 * Requests a mail with a reset link. Whether the address is known is decided later in a job, so the response does not
 * reveal it.
 * @throws RATE_LIMITED per caller and address (platform.md §3)
 */
export async function requestPasswordReset(ctx: Context, rawEmail: string): Promise<{ accepted: true }> {
  const { keys, limiter } = ctx.services;
  const email = normalizeEmail(rawEmail);
  await limiter.consume('auth-recovery', keys.hashToken(`${ctx.ip}\n${email}`));
  const id = uuid();
  const { surface, requestId, ip, userAgent } = ctx;
  const request: ResetRequest = { email, surface, requestId, ip, userAgent };
  const stored: SealedRequest = { id, sealed: keys.seal(JSON.stringify(request), sealContext(id)) };
  await ctx.db.raw('select enqueue_job(?, ?, null, null, ?, null)', [
    'send_password_reset',
    JSON.stringify(stored),
    MAX_ATTEMPTS,
  ]);
  return { accepted: true };
}

/**
 * Runs the job behind a request: sends the link to an active account and logs it in the audit of each of the user's
 * workspaces. Does nothing for any other address.
 */
export async function sendPasswordReset(
  services: Services,
  { id, sealed }: SealedRequest,
  log: Log,
): Promise<void> {
  const { database, keys, clock, config } = services;
  const { email, ...origin } = JSON.parse(keys.open(sealed, sealContext(id))) as ResetRequest;
  const now = clock.now();
  await database.write({}, async (tx) => {
    const { db } = tx;
    const user = await db<UserRow>('users').where({ email, status: 'active' }).forUpdate().first();
    if (!user) return;
    const since = new Date(now.getTime() - HOUR);
    const sent = await db('password_resets').where({ user_id: user.id }).where('created_at', '>', since);
    if (sent.length >= MAX_LINKS_PER_HOUR) return;
    const token = makeRefreshToken();
    await db('password_resets').insert({
      hash: keys.hashToken(token),
      user_id: user.id,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_LIFETIME),
    });
    await queueMail({ db, services }, passwordResetMail(user, config.pagesUrl, token));
    const ctx = contextOf(services, { ...origin, log, principal: ANONYMOUS }, tx, true);
    ctx.operation = 'RequestPasswordReset';
    await emitForPerson(ctx, user, 'auth.password_reset_requested');
  });
}

/**
 * Sets a new password with the token of a mail. Spends the token, ends all sessions of the user, and notifies the
 * user and their workspaces.
 * @throws NOT_FOUND for an unknown token; GONE for a spent or expired one; VALIDATION_ERROR for a password that
 *   breaks a rule; RATE_LIMITED
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<{ sessionsEnded: number }> {
  const { keys, database } = ctx.services;
  const hash = keys.hashToken(token);
  const user = await lookUpMailedSecret(ctx, () => database.read({}, ({ db }) => findTokenOwner(db, hash)));
  if (!user) fail('NOT_FOUND', 'There is no such link; request a new one.');
  if (user.reset_used_at || user.reset_expires_at <= ctx.now || user.status !== 'active') failExpired();
  const passwordHash = await hashNewPassword(password, user.email);
  // Spends all open links of the user; this one must be among them.
  const spent = await ctx
    .db('password_resets')
    .where({ user_id: user.id, used_at: null })
    .update({ used_at: ctx.now })
    .returning('hash');
  if (!spent.some((row) => row.hash === hash)) failExpired();
  await setPassword(ctx, user, passwordHash, { emailVerified: true });
  const sessionsEnded = await endSessions(ctx, { userId: user.id }, 'password_reset');
  await emitForPerson(ctx, user, 'auth.password_reset');
  return { sessionsEnded };
}

type TokenOwner = UserRow & { reset_used_at: Date | null; reset_expires_at: Date };

function findTokenOwner(db: Knex, hash: string): Promise<TokenOwner | undefined> {
  return db('password_resets as p')
    .join('users as u', 'u.id', 'p.user_id')
    .where('p.hash', hash)
    .first('u.*', 'p.used_at as reset_used_at', 'p.expires_at as reset_expires_at');
}

/** Stores a new password and notifies the user by mail. */
export async function setPassword(
  ctx: Context,
  user: UserRow,
  passwordHash: string,
  { emailVerified = false } = {},
): Promise<void> {
  await ctx
    .db('users')
    .where({ id: user.id })
    .update({
      password_hash: passwordHash,
      ...(emailVerified && { email_verified_at: user.email_verified_at ?? ctx.now }),
      updated_at: ctx.now,
    });
  await queueMail(ctx, passwordChangedMail(user));
}

function failExpired(): never {
  return fail('GONE', 'This link was used or is more than an hour old; request a new one.');
}

const sealContext = (id: string): string => `password_reset:${id}`;
