// Refresh tokens: issued with a session, rotated with each use; reuse of a spent one ends the session.
import type { Knex } from 'knex';
import { announceChange } from '../../access/purge.ts';
import { signAccessToken } from '../../access/signing-keys.ts';
import { makeRefreshToken } from '../../access/token-format.ts';
import type { Context } from '../../context.ts';
import type { ErrorCode } from '../../error-codes.ts';
import { ServiceError } from '../../errors.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import { queueMail } from '../../mail/queue.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import type { Services } from '../../services.ts';
import { sessionEndedMail } from './mails.ts';
import type { SessionRow } from './model.ts';
import { isWithinGrace, sessionExpiry } from './rules.ts';

export interface SessionTokens {
  sessionId: string;
  accessToken: string;
  tokenType: 'Bearer';
  expiresAt: Date;
  expiresIn: number;
  refreshToken: string;
  refreshExpiresAt: Date;
}

/** The columns of a session that its tokens contain. */
type SessionClaims = Pick<
  SessionRow,
  'id' | 'user_id' | 'active_tenant_id' | 'auth_time' | 'amr' | 'expires_at'
>;

/** Stores a new refresh token of a session and returns it in plain text. */
export async function storeRefreshToken(
  db: Knex,
  services: Services,
  sessionId: string,
  now: Date,
): Promise<string> {
  const token = makeRefreshToken();
  await db('refresh_tokens').insert({
    hash: services.keys.hashToken(token),
    session_id: sessionId,
    created_at: now,
  });
  return token;
}

/** Returns a new access token together with the refresh token. */
export async function tokensOf(
  services: Services,
  session: SessionClaims,
  refreshToken: string,
): Promise<SessionTokens> {
  const access = await accessTokenOf(services, session);
  return { sessionId: session.id, ...access, refreshToken, refreshExpiresAt: session.expires_at };
}

/** Signs an access token of a session, bound to its active workspace if it has one. */
export async function accessTokenOf(
  services: Services,
  session: Omit<SessionClaims, 'expires_at'>,
): Promise<{ accessToken: string; tokenType: 'Bearer'; expiresAt: Date; expiresIn: number }> {
  const { token, expiresAt } = await signAccessToken(services, {
    userId: session.user_id,
    sessionId: session.id,
    ...(session.active_tenant_id && { tenantId: session.active_tenant_id }),
    authTime: session.auth_time,
    amr: session.amr,
  });
  const expiresIn = Math.round((expiresAt.getTime() - services.clock.now().getTime()) / 1000);
  return { accessToken: token, tokenType: 'Bearer', expiresAt, expiresIn };
}

type Rotation = { tokens: [SessionClaims, refreshToken: string] } | { errorCode: ErrorCode };

/**
 * Exchanges a refresh token for the next one. Its repeated use within 10 s returns the same successor, as the
 * response may have been lost. Later reuse means that one of the two tokens was stolen, and ends the session
 * (platform.md §4).
 * @throws UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_REVOKED, REFRESH_TOKEN_REUSED, RATE_LIMITED
 */
export async function refreshSession(ctx: Context, refreshToken: string): Promise<SessionTokens> {
  const { services } = ctx;
  const hash = services.keys.hashToken(refreshToken);
  const stored = await services.database.read({}, ({ db }) =>
    db('refresh_tokens').where({ hash }).first('session_id'),
  );
  if (!stored) throw new ServiceError('UNAUTHENTICATED');
  const sessionId: string = stored.session_id;
  await services.limiter.assertLeft('refresh', sessionId);
  // In a transaction of its own: the error rolls that of the request back, but the revocation must be committed.
  const rotation = await services.database.write({}, (tx) => rotate(deriveContext(ctx, { tx }), hash));
  if ('tokens' in rotation) return tokensOf(services, ...rotation.tokens);
  if (rotation.errorCode === 'REFRESH_TOKEN_REUSED') {
    ctx.log.warn({ sessionId, ip: ctx.ip }, 'a spent refresh token came back: the session is ended');
  }
  await services.limiter.penalize('refresh', sessionId);
  throw new ServiceError(rotation.errorCode);
}

async function rotate(ctx: Context, hash: string): Promise<Rotation> {
  const { db, services, now } = ctx;
  // The row lock orders two concurrent refreshes into a first use and a repeat.
  const row = await db('refresh_tokens as r')
    .join('sessions as s', 's.id', 'r.session_id')
    .join('users as u', 'u.id', 's.user_id')
    .where('r.hash', hash)
    .forUpdate('r', 's')
    .first('s.*', 'r.spent_at', 'r.successor', 'u.status as user_status', 'u.name', 'u.email');
  if (!row) return { errorCode: 'UNAUTHENTICATED' };
  const isRepeat = row.spent_at && isWithinGrace(row.spent_at, now);
  if (row.spent_at && !isRepeat) {
    if (!row.revoked_at) await endStolenSession(ctx, row);
    return { errorCode: 'REFRESH_TOKEN_REUSED' };
  }
  if (row.revoked_at || row.user_status !== 'active') return { errorCode: 'TOKEN_REVOKED' };
  if (row.expires_at <= now) return { errorCode: 'TOKEN_EXPIRED' };
  if (isRepeat) return { tokens: [row, services.keys.open(row.successor, sealContext(hash))] };
  const expiresAt = sessionExpiry(row.created_at, now);
  const next = await storeRefreshToken(db, services, row.id, now);
  await db('refresh_tokens')
    .where({ hash })
    .update({ spent_at: now, successor: services.keys.seal(next, sealContext(hash)) });
  await db('sessions').where({ id: row.id }).update({ last_used_at: now, expires_at: expiresAt });
  return { tokens: [{ ...row, expires_at: expiresAt }, next] };
}

/** Ends a session after token reuse, and notifies the user and their workspaces (platform.md §4). */
async function endStolenSession(
  ctx: Context,
  row: SessionClaims & { name: string; email: string },
): Promise<void> {
  await ctx
    .db('sessions')
    .where({ id: row.id })
    .update({ revoked_at: ctx.now, revoke_reason: 'refresh_token_reused' });
  await announceChange(ctx, row.id);
  await queueMail(ctx, sessionEndedMail(row));
  const person = { id: row.user_id, name: row.name };
  await emitForPerson(ctx, person, 'auth.refresh_reuse_detected', { data: { session_id: row.id } });
}

function sealContext(hash: string): string {
  return `refresh_tokens:${hash}`;
}
