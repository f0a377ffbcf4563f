// Resolves the claims of a provider to a user: identity link, account, membership and roles (platform.md §4).
import { ANONYMOUS } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import type { UserRow } from '../auth/model.ts';
import { normalizeEmail } from '../auth/service.ts';
import { addMember, createUser } from '../tenants/service.ts';
import { verifyDomains } from './domains.ts';
import type { ConnectionRow } from './model.ts';
import type { Claims } from './provider.ts';
import { domainOf, groupsOf, rolesAfter, ssoFailed } from './rules.ts';
import { groupMapOf } from './service.ts';

/**
 * Returns the user of verified claims, as an active member with the roles of their groups. The user is found by
 * issuer and subject, or else by a verified address of a proven domain; on the first sign-in the account is created
 * if the connection has a default role.
 * @throws ServiceError SSO_FAILED
 */
export async function resolvePerson(
  ctx: TenantContext,
  connection: ConnectionRow,
  claims: Claims,
): Promise<{ user: UserRow; ctx: TenantContext }> {
  const link = { tenant_id: ctx.tenantId, issuer: connection.issuer, subject: claims.sub };
  const linked = await ctx.db('sso_identities').where(link).first('user_id');
  const user = linked
    ? await findUserBy(ctx, { id: linked.user_id })
    : await findUserByEmail(ctx, connection, claims);
  if (user?.status !== 'active') throw ssoFailed('account_closed');
  const acting = actingAs(ctx, user);
  await ensureMember(acting, connection, user);
  await syncGroupRoles(acting, groupsOf(claims.groups), user);
  await ctx
    .db('sso_identities')
    .insert({ ...link, user_id: user.id, created_at: ctx.now, last_used_at: ctx.now })
    .onConflict(['tenant_id', 'issuer', 'subject'])
    .merge(['last_used_at']);
  return { user, ctx: acting };
}

async function findUserByEmail(
  ctx: TenantContext,
  connection: ConnectionRow,
  claims: Claims,
): Promise<UserRow | undefined> {
  const { email: address, email_verified: verified, name } = claims;
  if (typeof address !== 'string' || verified !== true || !/^[^@\s]+@[^@\s]+$/.test(address.trim()))
    throw ssoFailed('mail_unverified');
  const email = normalizeEmail(address);
  if (!(await isProven(ctx, connection, domainOf(email)))) throw ssoFailed('domain_unproven');
  // The lock makes concurrent first sign-ins create one account only.
  await ctx.db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`sso:${email}`]);
  const existingUser = await findUserBy(ctx, { email });
  if (existingUser) return existingUser;
  if (!connection.default_role_id) throw ssoFailed('not_a_member');
  const displayName = typeof name === 'string' && name.trim() ? name.trim().slice(0, 200) : email;
  return findUserBy(ctx, { id: await createUser(ctx.db, { email, name: displayName, now: ctx.now }) });
}

/** Returns whether a domain is proven, checking its DNS again if it was not proven before. */
async function isProven(ctx: TenantContext, connection: ConnectionRow, domain: string): Promise<boolean> {
  if (connection.proven_domains.includes(domain)) return true;
  if (!connection.domains.includes(domain)) return false;
  const [proven] = await verifyDomains(ctx.services.keys, ctx.tenantId, [domain]);
  if (!proven) return false;
  await ctx
    .db('sso_connections')
    .where({ tenant_id: ctx.tenantId, id: connection.id })
    .whereRaw('? = any (domains) and not ? = any (proven_domains)', [domain, domain])
    .update({ proven_domains: ctx.db.raw('proven_domains || ?::text', [domain]) });
  return true;
}

function findUserBy(
  ctx: TenantContext,
  where: { id: string } | { email: string },
): Promise<UserRow | undefined> {
  return ctx.db<UserRow>('users').where(where).first();
}

/** Returns a context in which the user is the actor. */
function actingAs(ctx: TenantContext, user: UserRow): TenantContext {
  const principal = { ...ANONYMOUS, kind: 'user' as const, id: user.id, label: user.name };
  return { ...ctx, principal: { ...principal, tenantId: ctx.tenantId } };
}

/** Adds the user as a member if needed. Removed or deactivated members are refused until an admin restores them. */
async function ensureMember(ctx: TenantContext, connection: ConnectionRow, user: UserRow): Promise<void> {
  const { tenantId, db, now } = ctx;
  const membership = await db('memberships').where({ tenant_id: tenantId, user_id: user.id }).first('status');
  if (membership?.status === 'active') return;
  if (membership || !connection.default_role_id) throw ssoFailed('not_a_member');
  const role = await db('roles').where({ tenant_id: tenantId, id: connection.default_role_id }).first('key');
  const id = await addMember(db, { tenantId, userId: user.id, roleKey: role.key, now });
  await emit(ctx, 'member.joined', {
    object: { id },
    label: user.name,
    after: { userId: user.id, roles: [role.key] },
    links: [],
    data: { user_id: user.id },
  });
}

async function syncGroupRoles(ctx: TenantContext, groups: string[], user: UserRow): Promise<void> {
  const groupMap = await groupMapOf(ctx);
  if (Object.keys(groupMap).length === 0) return;
  const { tenantId, db } = ctx;
  const rows = await db('memberships as m')
    .leftJoin('membership_roles as r', { 'r.tenant_id': 'm.tenant_id', 'r.membership_id': 'm.id' })
    .where({ 'm.tenant_id': tenantId, 'm.user_id': user.id })
    .select('m.id', 'r.role_id');
  const [{ id }] = rows;
  const held = rows.flatMap((row) => row.role_id ?? []).sort();
  const after = rolesAfter(held, groups, groupMap);
  if (held.join() === after.join()) return;
  const ofMember = { tenant_id: tenantId, membership_id: id };
  const removed = held.filter((role) => !after.includes(role));
  const added = after.filter((role) => !held.includes(role));
  if (removed.length) await db('membership_roles').where(ofMember).whereIn('role_id', removed).delete();
  if (added.length)
    await db('membership_roles').insert(added.map((role) => ({ ...ofMember, role_id: role })));
  await emit(ctx, 'member.updated', {
    object: { id },
    label: user.name,
    before: { roleIds: held },
    after: { roleIds: after },
    links: [],
    data: { user_id: user.id },
  });
  await announceChange(ctx, user.id);
}
