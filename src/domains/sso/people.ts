// From the claims of a provider to a person of ours: the link, the account, the membership and its roles (platform.md §4).
import { ANONYMOUS } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import type { UserRow } from '../auth/model.ts';
import { normalizeEmail } from '../auth/service.ts';
import { addMember, createUser } from '../tenants/service.ts';
import { provenNow } from './domains.ts';
import type { ConnectionRow } from './model.ts';
import type { Claims } from './provider.ts';
import { domainOf, groupsOf, rolesAfter, ssoFailed } from './rules.ts';
import { groupMapOf } from './service.ts';

/**
 * The person behind verified claims, as an active member with the roles that the groups bring. Known by issuer and
 * subject, or else by a verified address of a domain that the workspace has proven; made on the first sign-in where the
 * connection has a role for that.
 * @throws ServiceError SSO_FAILED
 */
export async function personOf(
  ctx: TenantContext,
  connection: ConnectionRow,
  claims: Claims,
): Promise<{ user: UserRow; ctx: TenantContext }> {
  const link = { tenant_id: ctx.tenantId, issuer: connection.issuer, subject: claims.sub };
  const linked = await ctx.db('sso_identities').where(link).first('user_id');
  const user = linked
    ? await userBy(ctx, { id: linked.user_id })
    : await userByAddress(ctx, connection, claims);
  if (user?.status !== 'active') throw ssoFailed('account_closed');
  const acting = actingAs(ctx, user);
  await assertMember(acting, connection, user);
  await followGroups(acting, groupsOf(claims.groups), user);
  await ctx
    .db('sso_identities')
    .insert({ ...link, user_id: user.id, created_at: ctx.now, last_used_at: ctx.now })
    .onConflict(['tenant_id', 'issuer', 'subject'])
    .merge(['last_used_at']);
  return { user, ctx: acting };
}

async function userByAddress(
  ctx: TenantContext,
  connection: ConnectionRow,
  claims: Claims,
): Promise<UserRow | undefined> {
  const { email: given, email_verified: verified, name } = claims;
  if (typeof given !== 'string' || verified !== true || !/^[^@\s]+@[^@\s]+$/.test(given.trim()))
    throw ssoFailed('mail_unverified');
  const email = normalizeEmail(given);
  if (!(await isProven(ctx, connection, domainOf(email)))) throw ssoFailed('domain_unproven');
  // Two first sign-ins at once make one account.
  await ctx.db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`sso:${email}`]);
  const known = await userBy(ctx, { email });
  if (known) return known;
  if (!connection.default_role_id) throw ssoFailed('not_a_member');
  const called = typeof name === 'string' && name.trim() ? name.trim().slice(0, 200) : email;
  return userBy(ctx, { id: await createUser(ctx.db, { email, name: called, now: ctx.now }) });
}

/** A domain that was not proven when the connection was set may be by now. */
async function isProven(ctx: TenantContext, connection: ConnectionRow, domain: string): Promise<boolean> {
  if (connection.proven_domains.includes(domain)) return true;
  if (!connection.domains.includes(domain)) return false;
  const [proven] = await provenNow(ctx.services.keys, ctx.tenantId, [domain]);
  if (!proven) return false;
  await ctx
    .db('sso_connections')
    .where({ tenant_id: ctx.tenantId, id: connection.id })
    .whereRaw('? = any (domains) and not ? = any (proven_domains)', [domain, domain])
    .update({ proven_domains: ctx.db.raw('proven_domains || ?::text', [domain]) });
  return true;
}

function userBy(ctx: TenantContext, where: { id: string } | { email: string }): Promise<UserRow | undefined> {
  return ctx.db<UserRow>('users').where(where).first();
}

/** What follows is done by the person. */
function actingAs(ctx: TenantContext, user: UserRow): TenantContext {
  const principal = { ...ANONYMOUS, kind: 'user' as const, id: user.id, label: user.name };
  return { ...ctx, principal: { ...principal, tenantId: ctx.tenantId } };
}

/** An active member, or one from now on; who was put out stays out until an admin says otherwise. */
async function assertMember(ctx: TenantContext, connection: ConnectionRow, user: UserRow): Promise<void> {
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

async function followGroups(ctx: TenantContext, groups: string[], user: UserRow): Promise<void> {
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
  const gone = held.filter((role) => !after.includes(role));
  const added = after.filter((role) => !held.includes(role));
  if (gone.length) await db('membership_roles').where(ofMember).whereIn('role_id', gone).delete();
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
