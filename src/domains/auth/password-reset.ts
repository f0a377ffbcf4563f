// A forgotten password: a link by mail, and a new password for it (platform.md §4).
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
import { looked } from './proof.ts';
import { normalizeEmail } from './rules.ts';
import { endSessions } from './sessions.ts';

const HOUR = 3_600_000;
const LIFETIME = HOUR;
/** Links to one person in an hour, from wherever they are asked for: nobody's mailbox is filled by others. */
const MAX_LINKS = 5;
const ATTEMPTS = 5;

/** What a job holds of a request; sealed, because addresses are personal. */
interface SealedRequest {
  id: string;
  sealed: string;
}

/** Who asked for a link: for whom, and from where. */
interface ResetRequest extends Pick<Origin, 'surface' | 'requestId' | 'ip' | 'userAgent'> {
  email: string;
}

/**
 * Asks for a mail with a link. Whether the address is known decides a job, later: here it makes no difference.
 * @throws ServiceError RATE_LIMITED by caller and address together (platform.md §3)
 */
export async function requestPasswordReset(ctx: Context, given: string): Promise<{ accepted: true }> {
  const { keys, limiter } = ctx.services;
  const email = normalizeEmail(given);
  await limiter.consume('auth-recovery', keys.hashToken(`${ctx.ip}\n${email}`));
  const id = uuid();
  const { surface, requestId, ip, userAgent } = ctx;
  const request: ResetRequest = { email, surface, requestId, ip, userAgent };
  const stored: SealedRequest = { id, sealed: keys.seal(JSON.stringify(request), about(id)) };
  await ctx.db.raw('select enqueue_job(?, ?, null, null, ?, null)', [
    'send_password_reset',
    JSON.stringify(stored),
    ATTEMPTS,
  ]);
  return { accepted: true };
}

/**
 * The job behind a request: for an active account the link, with an entry in the audit of each workspace of the person,
 * and nothing for any other address.
 */
export async function sendPasswordReset(
  services: Services,
  { id, sealed }: SealedRequest,
  log: Log,
): Promise<void> {
  const { database, keys, clock, config } = services;
  const { email, ...asked } = JSON.parse(keys.open(sealed, about(id))) as ResetRequest;
  const now = clock.now();
  await database.write({}, async (tx) => {
    const { db } = tx;
    const user = await db<UserRow>('users').where({ email, status: 'active' }).forUpdate().first();
    if (!user) return;
    const since = new Date(now.getTime() - HOUR);
    const sent = await db('password_resets').where({ user_id: user.id }).where('created_at', '>', since);
    if (sent.length >= MAX_LINKS) return;
    const token = makeRefreshToken();
    await db('password_resets').insert({
      hash: keys.hashToken(token),
      user_id: user.id,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME),
    });
    await queueMail({ db, services }, passwordResetMail(user, config.publicUrl, token));
    const ctx = contextOf(services, { ...asked, log, principal: ANONYMOUS }, tx, true);
    ctx.operation = 'RequestPasswordReset';
    await emitForPerson(ctx, user, 'auth.password_reset_requested');
  });
}

/**
 * Sets a new password with the token of a mail. The token is spent, every session of the person ends, and the person
 * and each of their workspaces are told.
 * @throws ServiceError NOT_FOUND for a token that nobody was sent; GONE for one that is spent or over;
 *   VALIDATION_ERROR for a password that breaks a rule; RATE_LIMITED
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<{ sessionsEnded: number }> {
  const { keys, database } = ctx.services;
  const hash = keys.hashToken(token);
  const user = await looked(ctx, () => database.read({}, ({ db }) => whoHas(db, hash)));
  if (!user) fail('NOT_FOUND', 'There is no such link; ask for a new one.');
  if (user.reset_used_at || user.reset_expires_at <= ctx.now || user.status !== 'active') gone();
  const passwordHash = await hashNewPassword(password, user.email);
  // Every open link of the person goes with this one; only this one must still be open.
  const spent = await ctx
    .db('password_resets')
    .where({ user_id: user.id, used_at: null })
    .update({ used_at: ctx.now })
    .returning('hash');
  if (!spent.some((row) => row.hash === hash)) gone();
  await setPassword(ctx, user, passwordHash, { emailVerified: true });
  const sessionsEnded = await endSessions(ctx, { userId: user.id }, 'password_reset');
  await emitForPerson(ctx, user, 'auth.password_reset');
  return { sessionsEnded };
}

type Holder = UserRow & { reset_used_at: Date | null; reset_expires_at: Date };

function whoHas(db: Knex, hash: string): Promise<Holder | undefined> {
  return db('password_resets as p')
    .join('users as u', 'u.id', 'p.user_id')
    .where('p.hash', hash)
    .first('u.*', 'p.used_at as reset_used_at', 'p.expires_at as reset_expires_at');
}

/** Stores a new password and tells the person. */
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

function gone(): never {
  return fail('GONE', 'This link was used or is over an hour old; ask for a new one.');
}

const about = (id: string): string => `password_reset:${id}`;
