// The sessions of a person: seeing them, and ending them one by one or together.
import { announceChange } from '../../access/purge.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import { fail } from '../../errors.ts';
import { emitForPerson } from '../../events/emit-for-person.ts';
import type { Services } from '../../services.ts';
import { type Device, type SessionRow, toDevice } from './model.ts';

/** Ends the session of the caller, or every session of the person. */
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
 * Ends sessions of a person; their access tokens die with the commit (platform.md §4). For suspension, password change,
 * loss of a device and, of those that act in a workspace, loss of its membership too.
 * @returns how many were alive
 */
export async function endSessions(
  on: { tx: Transaction; now: Date; services: Pick<Services, 'principals'> },
  { userId, only, except, inTenant }: { userId: string; only?: string; except?: string; inTenant?: string },
  reason: string,
): Promise<number> {
  const ended = await on.tx
    .db('sessions')
    .where({
      user_id: userId,
      revoked_at: null,
      ...(only && { id: only }),
      ...(inTenant && { active_tenant_id: inTenant }),
    })
    .modify((query) => except && query.whereNot({ id: except }))
    .update({ revoked_at: on.now, revoke_reason: reason });
  if (ended > 0) await announceChange(on, only ?? userId);
  return ended;
}

/** The devices on which the person is signed in, the last used first; at most 100. */
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
 * Signs one device out; one that is signed out already stays so.
 * @throws ServiceError NOT_FOUND for a session that is not the person's own
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
