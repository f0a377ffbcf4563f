// Loads what belongs to accounts: memberships, sessions, sign-ins, and until when sign-in is locked.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { PlatformUser } from './model.ts';

interface Membership {
  tenant: object;
  status: 'invited' | 'active' | 'deactivated';
  roles: string[];
  joinedAt: string | null;
}

interface Session {
  id: string;
  userAgent: string | null;
  ip: string | null;
  createdAt: string;
  authTime: string;
  lastUsedAt: string;
  expiresAt: string;
}

interface SignIn {
  at: string;
  succeeded: boolean;
  ip: string | null;
  userAgent: string | null;
}

const MEMBERSHIPS = `
  select m.user_id as "userId", jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'status', t.status,
      'locale', t.locale, 'timeZone', t.time_zone, 'currency', t.currency) as tenant, m.status, m.joined_at as "joinedAt",
    array(select r.key from membership_roles mr join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
      where mr.tenant_id = m.tenant_id and mr.membership_id = m.id order by r.key) as roles
  from memberships m join tenants t on t.id = m.tenant_id
  where m.user_id = any ($1) and m.deleted_at is null
  order by t.name, t.id`;

const SESSIONS = `
  select u.id as "userId", s.* from unnest($1::uuid[]) as u(id) cross join lateral (
    select id, user_agent as "userAgent", host(ip) as ip, created_at as "createdAt", auth_time as "authTime",
      last_used_at as "lastUsedAt", expires_at as "expiresAt"
    from sessions where user_id = u.id and revoked_at is null and expires_at > $2
    order by last_used_at desc, id desc limit 50) as s`;

/** A sign-in is in the audit of each of the person's workspaces, under the same request. */
const SIGN_INS = `
  select u.id as "userId", e.* from unnest($1::uuid[]) as u(id) cross join lateral (
    select min(occurred_at) as at, bool_and(outcome = 'success') as succeeded, min(host(ip)) as ip, min(user_agent) as "userAgent"
    from memberships m cross join lateral (
      select * from audit_entries where tenant_id = m.tenant_id and target_id = u.id
        and action in ('auth.signed_in', 'auth.sign_in_failed')
      order by occurred_at desc, id desc limit 50) as one
    where m.user_id = u.id
    group by request_id order by at desc limit 50) as e`;

/** Loads the memberships of an account, by the name of the workspace. */
export function membershipsOf(ctx: TenantContext, userId: string): Promise<Membership[]> {
  return loadAll<Membership>(ctx, 'memberships', MEMBERSHIPS, [], userId);
}

/** Loads the sessions of an account that have not ended. */
export function sessionsOf(ctx: TenantContext, userId: string): Promise<Session[]> {
  return loadAll<Session>(ctx, 'sessions', SESSIONS, [ctx.now], userId);
}

/** Loads sign-ins and refused ones, newest first. */
export function signInsOf(ctx: TenantContext, userId: string): Promise<SignIn[]> {
  return loadAll<SignIn>(ctx, 'sign_ins', SIGN_INS, [], userId);
}

/** Loads until when sign-in is refused because of failures; null if it is not. */
export function lockedUntil(ctx: TenantContext, { email }: PlatformUser): Promise<Date | null> {
  const { keys, limiter } = ctx.services;
  return loaderOf<string, Date | null>(ctx, 'platform_users.locked_until', async (emails) => {
    const hashes = emails.map((one) => keys.hashToken(one));
    const expiries = await limiter.exhaustedUntil('auth-identity', hashes);
    return hashes.map((hash) => expiries.get(hash) ?? null);
  }).load(email);
}

/** Loads the rows of many accounts with one statement, which takes the ids of the accounts as $1. */
function loadAll<Row>(
  ctx: TenantContext,
  name: string,
  statement: string,
  values: unknown[],
  userId: string,
): Promise<Row[]> {
  return loaderOf<string, Row[]>(ctx, `platform_users.${name}`, async (ids) => {
    const rows = await ctx.tx.rows<Row & { userId: string }>(statement, [ids, ...values]);
    const groups = Map.groupBy(rows, (row) => row.userId);
    return ids.map((id) => groups.get(id) ?? []);
  }).load(userId);
}
