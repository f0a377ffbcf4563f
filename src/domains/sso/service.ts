// The connection of a workspace to its identity provider (platform.md §5).
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { announceChange } from '../../access/purge.ts';
import { permissionsOf } from '../../access/roles.ts';
import type { Context, TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { proofOf, provenNow } from './domains.ts';
import { type ConnectionRow, type SsoSettings, sealedAbout } from './model.ts';
import { discover } from './provider.ts';
import { normalizeDomain, readGroupMap } from './rules.ts';

export interface SsoSettingsInput {
  enabled?: boolean | null;
  enforced?: boolean | null;
  issuer?: string | null;
  clientId?: string | null;
  clientSecret?: string | null;
  domains?: string[] | null;
  defaultRoleId?: string | null;
  groupMap?: Record<string, unknown> | null;
}

/** The stored connection of the workspace of the transaction. */
export function connectionOf(
  ctx: Pick<TenantContext, 'db' | 'tenantId'>,
): Promise<ConnectionRow | undefined> {
  return ctx.db<ConnectionRow>('sso_connections').where({ tenant_id: ctx.tenantId }).first();
}

/** The connection of the workspace as its settings show it; null where none was ever set. */
export async function getSsoSettings(ctx: TenantContext): Promise<SsoSettings | null> {
  const row = await connectionOf(ctx);
  return row ? shown(ctx, row, await isEnforced(ctx), await groupMapOf(ctx)) : null;
}

/** Group name to role id. */
export async function groupMapOf(
  ctx: Pick<TenantContext, 'db' | 'tenantId'>,
): Promise<Record<string, string>> {
  const rows = await ctx
    .db('sso_group_roles')
    .where({ tenant_id: ctx.tenantId })
    .orderBy('group_name')
    .select('group_name', 'role_id');
  return Object.fromEntries(rows.map((row) => [row.group_name, row.role_id]));
}

/** Where providers send browsers back to unless the front end names another place. */
export function defaultRedirectUri({ services }: Pick<Context, 'services'>): string {
  return `${services.config.publicUrl}/sso/callback`;
}

/**
 * Sets or switches off the connection; what is not given stays. What is switched on is asked for its discovery document
 * and its keys first, so that nothing is stored that nobody could sign in with.
 * @throws ServiceError VALIDATION_ERROR, URL_NOT_ALLOWED, PRECONDITION_FAILED; PERMISSION_DENIED for a role that holds
 *   more than the caller does
 */
export async function setSsoConnection(
  ctx: TenantContext,
  input: SsoSettingsInput,
  expectedVersion?: number | null,
): Promise<SsoSettings> {
  const before = await connectionOf(ctx);
  assertVersion(before, expectedVersion);
  const groupMap = input.groupMap === undefined ? undefined : readGroupMap(input.groupMap ?? {});
  await assertRoles(ctx, input.defaultRoleId, groupMap);
  const next = await merged(ctx, before, input);
  const values = {
    ...next,
    metadata: next.metadata && JSON.stringify(next.metadata),
    updated_at: ctx.now,
  };
  const groupsBefore = await groupMapOf(ctx);
  const { tenantId } = ctx;
  const enforcedBefore = await isEnforced(ctx);
  const enforced = input.enforced === undefined ? enforcedBefore : (input.enforced ?? false);
  if (enforced !== enforcedBefore)
    await ctx.db('tenants').where({ id: tenantId }).update({ sso_enforced: enforced, updated_at: ctx.now });
  const [row] = before
    ? await ctx
        .db('sso_connections')
        .where({ tenant_id: tenantId, id: before.id, version: before.version })
        .update({ ...values, version: before.version + 1 })
        .returning('*')
    : await ctx
        .db('sso_connections')
        .insert({ tenant_id: tenantId, id: uuid(), ...values, created_at: ctx.now })
        .returning('*');
  // Somebody else was faster while the provider was asked.
  if (!row) throw stale(await connectionOf(ctx));
  if (groupMap) {
    await ctx.db('sso_group_roles').where({ tenant_id: tenantId }).delete();
    const rows = [...groupMap].map(([group, role]) => ({
      tenant_id: tenantId,
      group_name: group,
      role_id: role,
    }));
    if (rows.length) await ctx.db('sso_group_roles').insert(rows);
  }
  const groups = groupMap ? (Object.fromEntries(groupMap) as Record<string, string>) : groupsBefore;
  const after = shown(ctx, row, enforced, groups);
  await emit(ctx, 'sso_connection.updated', {
    object: { id: row.id, version: row.version },
    label: row.issuer ?? undefined,
    before: audited(before && shown(ctx, before, enforcedBefore, groupsBefore)),
    after: audited(after),
    links: [],
  });
  // Whether a password is enough to enter the workspace hangs on it.
  await announceChange(ctx, tenantId);
  return after;
}

/** The connection as it will be. @throws ServiceError */
async function merged(
  ctx: TenantContext,
  before: ConnectionRow | undefined,
  input: SsoSettingsInput,
): Promise<Omit<ConnectionRow, 'tenant_id' | 'id' | 'version'>> {
  const { keys } = ctx.services;
  const issuer = input.issuer === undefined ? (before?.issuer ?? null) : input.issuer;
  const clientId = input.clientId === undefined ? (before?.client_id ?? null) : input.clientId;
  const enabled = input.enabled ?? before?.enabled ?? false;
  const isSame = issuer === before?.issuer && clientId === before?.client_id;
  // Sent to another provider, the stored secret would be given away.
  if (before?.client_secret && !isSame && input.clientSecret === undefined)
    throw invalid(
      'client_secret',
      'required',
      'With another issuer or client_id give client_secret again; null stands for none.',
    );
  if (enabled && !issuer) throw invalid('issuer', 'required', 'Give the issuer of the provider.');
  if (enabled && !clientId) throw invalid('client_id', 'required', 'Give the client_id.');
  const domains =
    input.domains === undefined
      ? (before?.domains ?? [])
      : [...new Set((input.domains ?? []).map((domain) => normalizeDomain(domain)))];
  const metadata = enabled
    ? await discover(ctx.services, issuer!)
    : issuer === before?.issuer
      ? (before?.metadata ?? null)
      : null;
  const known = (before?.proven_domains ?? []).filter((domain) => domains.includes(domain));
  const open = domains.filter((domain) => !known.includes(domain));
  return {
    enabled,
    issuer,
    client_id: clientId,
    client_secret:
      input.clientSecret === undefined
        ? (before?.client_secret ?? null)
        : input.clientSecret && keys.seal(input.clientSecret, sealedAbout(ctx.tenantId)),
    metadata,
    domains,
    proven_domains: [...known, ...(await provenNow(keys, ctx.tenantId, open))],
    default_role_id:
      input.defaultRoleId === undefined ? (before?.default_role_id ?? null) : input.defaultRoleId,
  };
}

function assertVersion(row: ConnectionRow | undefined, expected: number | null | undefined): void {
  if (expected != null && expected !== (row?.version ?? 0)) throw stale(row);
}

function stale(row: ConnectionRow | undefined): ServiceError {
  const version = row?.version ?? 0;
  return new ServiceError('PRECONDITION_FAILED', undefined, {
    details: { current_version: version },
    headers: { etag: `"${version}"` },
  });
}

/** Sign-ins give these roles away: never owner, and none that the caller could not give by hand (platform.md §5). */
async function assertRoles(
  ctx: TenantContext,
  defaultRoleId: string | null | undefined,
  groupMap: Map<string, unknown> | undefined,
): Promise<void> {
  const wanted: [path: string, id: unknown][] = [...(groupMap ?? [])].map(([group, id]) => [
    `group_map.${group}`,
    id,
  ]);
  if (defaultRoleId) wanted.unshift(['default_role_id', defaultRoleId]);
  if (wanted.length === 0) return;
  const rows = await ctx
    .db('roles')
    .where({ tenant_id: ctx.tenantId })
    .select('id', 'key', 'grants', 'is_system');
  for (const [path, id] of wanted) {
    const role = rows.find((row) => row.id === id);
    if (!role) throw invalid(path, 'exists', 'There is no such role in this workspace.');
    if (role.key === 'owner')
      throw invalid(path, 'owner_role', 'No sign-in makes an owner; choose another role.');
    const held = { key: role.key, grants: role.grants, isSystem: role.is_system };
    for (const permission of permissionsOf([held], ctx.services.permissions))
      if (!ctx.principal.permissions.has(permission)) throw permissionDenied(permission);
  }
}

async function isEnforced({ db, tenantId }: TenantContext): Promise<boolean> {
  return (await db('tenants').where({ id: tenantId }).first('sso_enforced')).sso_enforced;
}

function shown(
  ctx: TenantContext,
  row: ConnectionRow,
  enforced: boolean,
  groupMap: Record<string, string>,
): SsoSettings {
  return {
    enabled: row.enabled,
    enforced,
    issuer: row.issuer,
    clientId: row.client_id,
    hasSecret: row.client_secret !== null,
    domains: row.domains,
    domainProofs: row.domains.map((domain) => ({
      ...proofOf(ctx.services.keys, ctx.tenantId, domain),
      proven: row.proven_domains.includes(domain),
    })),
    defaultRoleId: row.default_role_id,
    groupMap,
    redirectUri: defaultRedirectUri(ctx),
    version: row.version,
  };
}

/** What the audit keeps of a connection. */
function audited(settings: SsoSettings | undefined): object {
  if (!settings) return {};
  const { domainProofs, version, redirectUri, ...kept } = settings;
  return { ...kept, provenDomains: domainProofs.filter(({ proven }) => proven).map(({ domain }) => domain) };
}
