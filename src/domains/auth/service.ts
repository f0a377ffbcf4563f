// Signing in and out, the sessions of a person, and what a credential may do.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { sessionPrincipal } from '../../access/authenticate.ts';
import { freshUntil } from '../../access/freshness.ts';
import { announceChange } from '../../access/purge.ts';
import type { Context, TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import { fail, ServiceError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import {
  type Account,
  type Device,
  type Membership,
  type SessionRow,
  toAccount,
  toDevice,
  toWorkspace,
  type UserRow,
  WORKSPACE_COLUMNS,
  type Workspace,
} from './model.ts';
import { inHashSlot, isPassword, upgradedHash } from './passwords.ts';
import { accessTokenOf, type SessionTokens, storeRefreshToken, tokensOf } from './refresh.ts';
import { normalizeEmail, sessionExpiry } from './rules.ts';

export { jwks } from '../../access/signing-keys.ts';
export { hashNewPassword } from './passwords.ts';
export { refreshSession } from './refresh.ts';
export { normalizeEmail } from './rules.ts';

export interface SignedIn extends SessionTokens {
  user: Account;
  memberships: Membership[];
}

/**
 * Opens a session with address and password. Unknown address, wrong password and closed account look and cost the same.
 * @throws ServiceError UNAUTHENTICATED; RATE_LIMITED after too many failures (platform.md §3, §4)
 */
export async function signIn(
  ctx: Context,
  credentials: { email: string; password: string },
): Promise<SignedIn> {
  const { services, now } = ctx;
  const { user, passwordHash } = await proveIdentity(ctx, credentials);
  const memberships = await membershipsOf(services, user.id);
  // From here on the transaction of the request: while a password is hashed no connection waits for it.
  const session: SessionRow = {
    id: uuid(),
    user_id: user.id,
    active_tenant_id: null,
    auth_time: now,
    amr: ['pwd'],
    user_agent: ctx.userAgent?.slice(0, 500) ?? null,
    ip: ctx.ip ?? null,
    created_at: now,
    last_used_at: now,
    expires_at: sessionExpiry(now, now),
    revoked_at: null,
    revoke_reason: null,
  };
  await ctx.db('sessions').insert(session);
  await ctx
    .db('users')
    .where({ id: user.id })
    .update({ last_sign_in_at: now, ...(passwordHash && { password_hash: passwordHash }) });
  const refreshToken = await storeRefreshToken(ctx.db, services, session.id, now);
  const tokens = await tokensOf(services, session, refreshToken);
  return { ...tokens, user: { ...toAccount(user), lastSignInAt: now }, memberships };
}

/** @returns the person, and the hash to store when today's parameters differ from those of the stored one */
async function proveIdentity(
  ctx: Context,
  { email: given, password }: { email: string; password: string },
): Promise<{ user: UserRow; passwordHash: string | undefined }> {
  const { database, keys, limiter } = ctx.services;
  const email = normalizeEmail(given);
  // Limits count failures only (spec README point 24). Hashed, so that no list of addresses gathers among the counters.
  const attempt: ['auth-identity' | 'auth-ip', string][] = [
    ['auth-identity', keys.hashToken(email)],
    ['auth-ip', ctx.ip ?? 'unknown'],
  ];
  const check = () => Promise.all(attempt.map(([policy, key]) => limiter.assertLeft(policy, key)));
  await check();
  const user = await database.read({}, ({ db }) => db<UserRow>('users').where({ email }).first());
  return inHashSlot(async () => {
    // Those ahead in the queue may have failed meanwhile; a burst gets no more guesses than a trickle.
    await check();
    const matches = await isPassword(user?.password_hash ?? null, password);
    if (!matches || user?.status !== 'active') {
      await Promise.all(attempt.map(([policy, key]) => limiter.penalize(policy, key)));
      throw new ServiceError('UNAUTHENTICATED', 'The mail address or the password is wrong.');
    }
    return { user, passwordHash: await upgradedHash(user.password_hash!, password) };
  });
}

/** Ends the session of the caller, or every session of the person. */
export async function signOut(ctx: Context, everywhere = false): Promise<{ sessionsEnded: number }> {
  const { id, sessionId } = ctx.principal;
  const ended = await endSessions(
    ctx,
    { userId: id, ...(!everywhere && { only: sessionId! }) },
    'signed_out',
  );
  return { sessionsEnded: ended };
}

/**
 * Ends sessions of a person; their access tokens die with the commit (platform.md §4). For suspension, password change
 * and loss of a device too.
 * @returns how many were alive
 */
export async function endSessions(
  on: { tx: Transaction; now: Date; services: Pick<Services, 'principals'> },
  { userId, only, except }: { userId: string; only?: string; except?: string },
  reason: string,
): Promise<number> {
  const ended = await on.tx
    .db('sessions')
    .where({ user_id: userId, revoked_at: null, ...(only && { id: only }) })
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
  const userId = ctx.principal.id;
  await endSessions(ctx, { userId, only: sessionId }, 'revoked_by_user');
  const row: SessionRow | undefined = await ctx
    .db('sessions')
    .where({ id: sessionId, user_id: userId })
    .first();
  return toDevice(row ?? fail('NOT_FOUND'), ctx.principal.sessionId);
}

export interface SelectedTenant {
  accessToken: string;
  tokenType: 'Bearer';
  expiresAt: Date;
  expiresIn: number;
  tenant: Workspace;
}

/**
 * Makes a workspace the active one of the session and gives an access token bound to it.
 * @throws ServiceError TENANT_ACCESS_DENIED without an active membership; TENANT_SUSPENDED, but for owners
 */
export async function selectTenant(ctx: Context, tenantId: string): Promise<SelectedTenant> {
  const { id: userId, sessionId, authTime } = ctx.principal;
  await sessionPrincipal(ctx.services, { userId, sessionId: sessionId!, authTime: authTime! }, tenantId);
  const [session] = await ctx
    .db<SessionRow>('sessions')
    .where({ id: sessionId!, user_id: userId })
    .update({ active_tenant_id: tenantId })
    .returning('*');
  const tenant = await workspaceOf(ctx.db, tenantId);
  return { ...(await accessTokenOf(ctx.services, session!)), tenant };
}

export interface CurrentSession {
  kind: string;
  user: Account | null;
  token: { id: string; name: string; expiresAt: Date } | null;
  sessionId: string | null;
  tenant: Workspace;
  memberships: Membership[];
  roles: string[];
  permissions: string[];
  /** null for a person, whom scopes do not bind. */
  scopes: string[] | null;
  modules: string[];
  automationEnabled: boolean;
  authTime: Date | null;
  freshUntil: Date | null;
}

/** Who calls and what the call may do, for people and tokens alike. */
export async function currentSession(ctx: TenantContext): Promise<CurrentSession> {
  const { principal, services, db, tenantId } = ctx;
  const isPerson = principal.kind === 'user';
  const [tenant, user, token, memberships] = await Promise.all([
    workspaceOf(db, tenantId),
    isPerson ? db<UserRow>('users').where({ id: principal.id }).first() : undefined,
    isPerson
      ? undefined
      : db('api_tokens').where({ tenant_id: tenantId, id: principal.id }).first('id', 'name', 'expires_at'),
    isPerson ? membershipsOf(services, principal.id) : [],
  ]);
  return {
    kind: principal.kind,
    user: user ? toAccount(user) : null,
    token: token ? { id: token.id, name: token.name, expiresAt: token.expires_at } : null,
    sessionId: principal.sessionId ?? null,
    tenant,
    memberships,
    roles: [...principal.roles],
    permissions: [...principal.permissions].sort(),
    scopes: principal.scopes && [...principal.scopes].sort(),
    modules: [...principal.modules].sort(),
    automationEnabled: principal.automation.enabled && !principal.automation.killSwitch,
    authTime: principal.authTime ?? null,
    freshUntil: principal.authTime ? freshUntil(principal.authTime) : null,
  };
}

async function workspaceOf(db: Knex, tenantId: string): Promise<Workspace> {
  return toWorkspace(await db('tenants as t').where('t.id', tenantId).first(WORKSPACE_COLUMNS));
}

/** In a transaction of its own, because memberships show themselves across workspaces only to their person. */
async function membershipsOf({ database }: Services, userId: string): Promise<Membership[]> {
  const rows = await database.read({ userId }, ({ db }) =>
    db('memberships as m')
      .join('tenants as t', 't.id', 'm.tenant_id')
      .where({ 'm.user_id': userId, 'm.status': 'active' })
      .whereNot('t.status', 'deleted')
      .orderBy(['t.name', 't.id'])
      .select(...WORKSPACE_COLUMNS, 'm.joined_at'),
  );
  return rows.map((row) => ({ tenant: toWorkspace(row), joinedAt: row.joined_at }));
}
