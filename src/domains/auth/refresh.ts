// Refresh tokens: opened with a session, rotated with each use, and the whole family ended when a spent one returns.
import type { Knex } from 'knex';
import { announceChange } from '../../access/purge.ts';
import { signAccessToken } from '../../access/signing-keys.ts';
import { makeRefreshToken } from '../../access/token-format.ts';
import type { Context } from '../../context.ts';
import { type ErrorCode, ServiceError } from '../../errors.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import { queueMail } from '../../mail/queue.ts';
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

/** The columns of a session that its tokens are made of. */
type Family = Pick<SessionRow, 'id' | 'user_id' | 'active_tenant_id' | 'auth_time' | 'amr' | 'expires_at'>;

/** Stores the first refresh token of a family, or the next one, and gives it in clear. */
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

/** The answer to whoever holds the session: a new access token beside the refresh token. */
export async function tokensOf(
  services: Services,
  family: Family,
  refreshToken: string,
): Promise<SessionTokens> {
  const access = await accessTokenOf(services, family);
  return { sessionId: family.id, ...access, refreshToken, refreshExpiresAt: family.expires_at };
}

/** An access token of the session, bound to its active workspace if it has one. */
export async function accessTokenOf(
  services: Services,
  family: Omit<Family, 'expires_at'>,
): Promise<{ accessToken: string; tokenType: 'Bearer'; expiresAt: Date; expiresIn: number }> {
  const { token, expiresAt } = await signAccessToken(services, {
    userId: family.user_id,
    sessionId: family.id,
    ...(family.active_tenant_id && { tenantId: family.active_tenant_id }),
    authTime: family.auth_time,
    amr: family.amr,
  });
  const expiresIn = Math.round((expiresAt.getTime() - services.clock.now().getTime()) / 1000);
  return { accessToken: token, tokenType: 'Bearer', expiresAt, expiresIn };
}

type Rotation = { tokens: [Family, refreshToken: string] } | { refused: ErrorCode };

/**
 * Changes a refresh token for the next one. The predecessor, repeated within 10 s, gets the same successor: its answer
 * may have been lost. Later it is a theft, of this token or of the next, and the session ends (platform.md §4).
 * @throws ServiceError UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_REVOKED, REFRESH_TOKEN_REUSED, RATE_LIMITED
 */
export async function refreshSession(ctx: Context, refreshToken: string): Promise<SessionTokens> {
  const { services } = ctx;
  const hash = services.keys.hashToken(refreshToken);
  const known = await services.database.read({}, ({ db }) =>
    db('refresh_tokens').where({ hash }).first('session_id'),
  );
  if (!known) throw new ServiceError('UNAUTHENTICATED');
  const family: string = known.session_id;
  await services.limiter.assertLeft('refresh', family);
  // Not in the transaction of the request: that one is rolled back with the refusal, and the revocation must stand.
  const rotation = await services.database.write({}, (tx) =>
    rotate({ ...ctx, tx, db: tx.db, loaders: new Map() }, hash),
  );
  if ('tokens' in rotation) return tokensOf(services, ...rotation.tokens);
  if (rotation.refused === 'REFRESH_TOKEN_REUSED') {
    ctx.log.warn({ sessionId: family, ip: ctx.ip }, 'a spent refresh token came back: the session is ended');
  }
  await services.limiter.penalize('refresh', family);
  throw new ServiceError(rotation.refused);
}

async function rotate(ctx: Context, hash: string): Promise<Rotation> {
  const { db, services, now } = ctx;
  // The lock makes of two concurrent refreshes a first one and a repeat.
  const row = await db('refresh_tokens as r')
    .join('sessions as s', 's.id', 'r.session_id')
    .join('users as u', 'u.id', 's.user_id')
    .where('r.hash', hash)
    .forUpdate('r', 's')
    .first('s.*', 'r.spent_at', 'r.successor', 'u.status as user_status', 'u.name', 'u.email');
  if (!row) return { refused: 'UNAUTHENTICATED' };
  const isRepeat = row.spent_at && isWithinGrace(row.spent_at, now);
  if (row.spent_at && !isRepeat) {
    if (!row.revoked_at) await endFamily(ctx, row);
    return { refused: 'REFRESH_TOKEN_REUSED' };
  }
  if (row.revoked_at || row.user_status !== 'active') return { refused: 'TOKEN_REVOKED' };
  if (row.expires_at <= now) return { refused: 'TOKEN_EXPIRED' };
  if (isRepeat) return { tokens: [row, services.keys.open(row.successor, sealedAbout(hash))] };
  const expiresAt = sessionExpiry(row.created_at, now);
  const next = await storeRefreshToken(db, services, row.id, now);
  await db('refresh_tokens')
    .where({ hash })
    .update({ spent_at: now, successor: services.keys.seal(next, sealedAbout(hash)) });
  await db('sessions').where({ id: row.id }).update({ last_used_at: now, expires_at: expiresAt });
  return { tokens: [{ ...row, expires_at: expiresAt }, next] };
}

/** Ends the session whose token was stolen, and tells the person and their workspaces (platform.md §4). */
async function endFamily(ctx: Context, row: Family & { name: string; email: string }): Promise<void> {
  await ctx
    .db('sessions')
    .where({ id: row.id })
    .update({ revoked_at: ctx.now, revoke_reason: 'refresh_token_reused' });
  await announceChange(ctx, row.id);
  await queueMail(ctx, sessionEndedMail(row));
  const person = { id: row.user_id, name: row.name };
  await emitForPerson(ctx, person, 'auth.refresh_reuse_detected', { data: { session_id: row.id } });
}

function sealedAbout(hash: string): string {
  return `refresh_tokens:${hash}`;
}
