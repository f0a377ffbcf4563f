// The settings of a workspace's connection to its identity provider (platform.md §5).
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { announceChange } from '../../access/purge.ts';
import { permissionsOf } from '../../access/roles.ts';
import type { Context, TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { proofOf, verifyDomains } from './domains.ts';
import { type ConnectionRow, clientSecretContext, type SsoSettings } from './model.ts';
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

/** Loads the stored connection of the workspace. */
export function connectionOf(
  ctx: Pick<TenantContext, 'db' | 'tenantId'>,
): Promise<ConnectionRow | undefined> {
  return ctx.db<ConnectionRow>('sso_connections').where({ tenant_id: ctx.tenantId }).first();
}

/** Returns the settings of the connection; null if none was ever stored. */
export async function getSsoSettings(ctx: TenantContext): Promise<SsoSettings | null> {
  const row = await connectionOf(ctx);
  return row ? toSsoSettings(ctx, row, await isEnforced(ctx), await groupMapOf(ctx)) : null;
}

/** Loads the role ids by group name. */
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

/** Returns the redirect URI that is used unless the front end sends another one. */
export function defaultRedirectUri({ services }: Pick<Context, 'services'>): string {
  return `${services.config.publicUrl}/sso/callback`;
}

/**
 * Changes, enables or disables the connection; absent fields stay unchanged. Enabling reads the provider's discovery
 * document and keys first, so that an unusable connection is not stored.
 * @throws ServiceError VALIDATION_ERROR, URL_NOT_ALLOWED, PRECONDITION_FAILED; PERMISSION_DENIED for a role with
 *   permissions that the caller lacks
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
  const next = await mergeConnection(ctx, before, input);
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
  // Another request changed the connection while the provider was read.
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
  const after = toSsoSettings(ctx, row, enforced, groups);
  await emit(ctx, 'sso_connection.updated', {
    object: { id: row.id, version: row.version },
    label: row.issuer ?? undefined,
    before: auditFields(before && toSsoSettings(ctx, before, enforcedBefore, groupsBefore)),
    after: auditFields(after),
    links: [],
  });
  // Cached principals depend on whether single sign-on is enforced.
  await announceChange(ctx, tenantId);
  return after;
}

/** Applies the input to the stored connection. @throws ServiceError */
async function mergeConnection(
  ctx: TenantContext,
  before: ConnectionRow | undefined,
  input: SsoSettingsInput,
): Promise<Omit<ConnectionRow, 'tenant_id' | 'id' | 'version'>> {
  const { keys } = ctx.services;
  const issuer = input.issuer === undefined ? (before?.issuer ?? null) : input.issuer;
  const clientId = input.clientId === undefined ? (before?.client_id ?? null) : input.clientId;
  const enabled = input.enabled ?? before?.enabled ?? false;
  const isSame = issuer === before?.issuer && clientId === before?.client_id;
  // The stored secret must not be sent to another provider.
  if (before?.client_secret && !isSame && input.clientSecret === undefined)
    throw invalid(
      'client_secret',
      'required',
      'Send client_secret again when you change issuer or client_id; null means none.',
    );
  if (enabled && !issuer) throw invalid('issuer', 'required', 'Send the issuer of the provider.');
  if (enabled && !clientId) throw invalid('client_id', 'required', 'Send the client_id.');
  const domains =
    input.domains === undefined
      ? (before?.domains ?? [])
      : [...new Set((input.domains ?? []).map((domain) => normalizeDomain(domain)))];
  const metadata = enabled
    ? await discover(ctx.services, issuer!)
    : issuer === before?.issuer
      ? (before?.metadata ?? null)
      : null;
  const alreadyProven = (before?.proven_domains ?? []).filter((domain) => domains.includes(domain));
  const unproven = domains.filter((domain) => !alreadyProven.includes(domain));
  return {
    enabled,
    issuer,
    client_id: clientId,
    client_secret:
      input.clientSecret === undefined
        ? (before?.client_secret ?? null)
        : input.clientSecret && keys.seal(input.clientSecret, clientSecretContext(ctx.tenantId)),
    metadata,
    domains,
    proven_domains: [...alreadyProven, ...(await verifyDomains(keys, ctx.tenantId, unproven))],
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

/**
 * Refuses roles that sign-ins may not grant: owner, and roles with permissions that the caller lacks (platform.md
 * §5).
 */
async function assertRoles(
  ctx: TenantContext,
  defaultRoleId: string | null | undefined,
  groupMap: Map<string, unknown> | undefined,
): Promise<void> {
  const roleIds: [path: string, id: unknown][] = [...(groupMap ?? [])].map(([group, id]) => [
    `group_map.${group}`,
    id,
  ]);
  if (defaultRoleId) roleIds.unshift(['default_role_id', defaultRoleId]);
  if (roleIds.length === 0) return;
  const rows = await ctx
    .db('roles')
    .where({ tenant_id: ctx.tenantId })
    .select('id', 'key', 'grants', 'is_system');
  for (const [path, id] of roleIds) {
    const role = rows.find((row) => row.id === id);
    if (!role) throw invalid(path, 'exists', 'The workspace has no role with this id.');
    if (role.key === 'owner')
      throw invalid(path, 'owner_role', 'Sign-ins cannot make owners; choose another role.');
    const held = { key: role.key, grants: role.grants, isSystem: role.is_system };
    for (const permission of permissionsOf([held], ctx.services.permissions))
      if (!ctx.principal.permissions.has(permission)) throw permissionDenied(permission);
  }
}

async function isEnforced({ db, tenantId }: TenantContext): Promise<boolean> {
  return (await db('tenants').where({ id: tenantId }).first('sso_enforced')).sso_enforced;
}

function toSsoSettings(
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

/** Returns the fields of a connection that the audit records. */
function auditFields(settings: SsoSettings | undefined): object {
  if (!settings) return {};
  const { domainProofs, version, redirectUri, ...fields } = settings;
  return {
    ...fields,
    provenDomains: domainProofs.filter(({ proven }) => proven).map(({ domain }) => domain),
  };
}
