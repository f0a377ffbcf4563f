// The sessions of a user: listing them, and ending one or several.
import { announceChange } from '../../access/purge.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import { fail } from '../../errors.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import type { Services } from '../../services.ts';
import { type Device, type SessionRow, toDevice } from './model.ts';

/** Ends the session of the caller, or all sessions of the user. */
export async function signOut(ctx: Context, everywhere = false): Promise<{ sessionsEnded: number }> {
  const { id, label, sessionId } = ctx.principal;
  const ended = await endSessions(
    ctx,
    { userId: id, ...(!everywhere && { only: sessionId! }) },
    'signed_out',
  );
  await emitForPerson(ctx, { id, name: label }, 'auth.signed_out', { after: { sessionId, everywhere } });
  return { sessionsEnded: ended };
}

/**
 * Ends sessions of a user; their access tokens stop working on commit (platform.md §4). Used on sign-out, suspension,
 * password change and device loss, and with `inTenant` on the loss of a membership.
 * @returns the number of sessions that were active
 */
export async function endSessions(
  ctx: { tx: Transaction; now: Date; services: Pick<Services, 'principals'> },
  { userId, only, except, inTenant }: { userId: string; only?: string; except?: string; inTenant?: string },
  reason: string,
): Promise<number> {
  const ended = await ctx.tx
    .db('sessions')
    .where({ revoked_at: null, ...(inTenant && { active_tenant_id: inTenant }) })
    .where((own) => {
      own.where({ user_id: userId, ...(only && { id: only }) });
      // Those in which the person, an operator, acts as somebody else.
      if (!only && !inTenant)
        own.orWhereRaw(
          'id in (select session_id from impersonations where operator_id = ? and ended_at is null)',
          [userId],
        );
    })
    .modify((query) => except && query.whereNot({ id: except }))
    .update({ revoked_at: ctx.now, revoke_reason: reason });
  if (ended > 0) await announceChange(ctx, only ?? userId);
  return ended;
}

/** Lists the devices on which the user is signed in, the most recently used first; at most 100. */
export async function listSessions(ctx: Context): Promise<Device[]> {
  const rows: SessionRow[] = await ctx
    .db('sessions')
    .where({ user_id: ctx.principal.id, revoked_at: null })
    .where('expires_at', '>', ctx.now)
    .orderBy([
      { column: 'last_used_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(100);
  return rows.map((row) => toDevice(row, ctx.principal.sessionId));
}

/**
 * Signs one device out; one that is already signed out is left unchanged.
 * @throws NOT_FOUND for a session of somebody else
 */
export async function revokeSession(ctx: Context, sessionId: string): Promise<Device> {
  const { id: userId, label } = ctx.principal;
  const ended = await endSessions(ctx, { userId, only: sessionId }, 'revoked_by_user');
  if (ended > 0)
    await emitForPerson(ctx, { id: userId, name: label }, 'auth.session_revoked', { after: { sessionId } });
  const row: SessionRow | undefined = await ctx
    .db('sessions')
    .where({ id: sessionId, user_id: userId })
    .first();
  return toDevice(row ?? fail('NOT_FOUND'), ctx.principal.sessionId);
}
