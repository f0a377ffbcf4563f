// Loads the principal of a session or an API token with one statement.
import { buildASTSchema } from 'graphql';
import type { Transaction } from '../db/transaction.ts';
import { ServiceError } from '../errors.ts';
import { loadTypeDefs } from '../sdl/type-defs.ts';
import { readAddressList } from './addresses.ts';
import { type Automation, type Mode, NO_AUTOMATION, type RiskClass } from './automation-policy.ts';
import { ALWAYS_ON } from './check.ts';
import type { AccessServices } from './context.ts';
import { CUSTOM_FIELDS_SQL, customFieldsFrom } from './custom-fields.ts';
import { checkSession, checkSso } from './entry.ts';
import { IMPERSONATION_SQL, type ImpersonationRow, impersonationOf } from './impersonation.ts';
import { type OperatorRole, operatorRights, PLATFORM_WORKSPACE } from './operators.ts';
import { ANONYMOUS, type Principal, type SecurityPolicy } from './principal.ts';
import {
  GOVERNED,
  type HeldRole,
  ownOnlyOf,
  PRIVATE,
  permissionsOf,
  type RecordScopes,
  scopeCatalogue,
  tenantModules,
} from './roles.ts';
import { invalidToken } from './signing-keys.ts';
import { ENTITLEMENT_SQL, type EntitlementRow, entitlementOf } from './subscription.ts';

let declared: { scopes: ReadonlySet<string>; modules: readonly string[] } | undefined;

/** Returns the scopes and modules of the product, read from the SDL at first use; the same for every workspace. */
export function declaredAccess(): { scopes: ReadonlySet<string>; modules: readonly string[] } {
  if (!declared) {
    const schema = buildASTSchema(loadTypeDefs(), { assumeValidSDL: true });
    declared = { scopes: scopeCatalogue(schema), modules: tenantModules(schema) };
  }
  return declared;
}

/** The services that loading a principal uses. */
export type PrincipalServices = Pick<AccessServices, 'database' | 'permissions' | 'clock'>;

interface TenantState {
  tenant_status: 'active' | 'suspended' | 'pending_deletion' | 'deleted';
  /** By module; a missing one is on. */
  tenant_modules: Record<string, boolean>;
  automation_policy: PolicyRow | null;
  time_zone: string;
  require_mfa: boolean;
  session_idle_minutes: number | null;
  allowed_origins: string[];
  tenant_addresses: string[];
  require_if_match: boolean;
  custom_fields: string | null;
  entitlement: EntitlementRow | null;
}

/** The row of the automation policy, as JSON. */
export type PolicyRow = Record<`mode_${RiskClass}`, Mode> & {
  enabled: boolean;
  kill_switch: boolean;
  quiet_from: string | null;
  quiet_until: string | null;
  daily_cap: number;
};

const TENANT = `t.status as tenant_status, t.modules as tenant_modules, to_jsonb(p) as automation_policy, t.time_zone,
    t.require_mfa, t.session_idle_minutes, t.allowed_origins, t.ip_allowlist as tenant_addresses, t.require_if_match,
    ${CUSTOM_FIELDS_SQL} as custom_fields, ${ENTITLEMENT_SQL} as entitlement`;

interface SessionRow extends TenantState {
  assistant_enabled: boolean;
  name: string;
  user_status: string;
  operator_role: OperatorRole | null;
  revoked_at: Date | null;
  expires_at: Date;
  amr: string[];
  last_active_at: Date | null;
  sso_tenant_id: string | null;
  tenant_slug: string;
  sso_enforced: boolean;
  impersonation: ImpersonationRow | null;
  allow_support_access: boolean;
  membership_id: string | null;
  module_access: string[] | null;
  roles: HeldRole[];
}

const SESSION = `
  select u.name, u.status as user_status, u.operator_role, s.revoked_at, s.expires_at, s.amr, s.last_active_at,
    s.sso_tenant_id, t.slug as tenant_slug,
    t.sso_enforced and exists (select from sso_connections c where c.tenant_id = t.id and c.enabled) as sso_enforced,
    ${TENANT}, t.allow_support_access,
    ${IMPERSONATION_SQL} as impersonation,
    m.id as membership_id, m.module_access,
    not exists (select from assistant_settings a where a.tenant_id = t.id and not a.enabled) as assistant_enabled,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'key', r.key, 'grants', r.grants, 'isSystem', r.is_system, 'recordScope', r.record_scope) order by r.key)
      from membership_roles mr
      join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
      where mr.tenant_id = m.tenant_id and mr.membership_id = m.id
    ), '[]') as roles
  from sessions s
  join users u on u.id = s.user_id
  left join impersonations i on i.session_id = s.id
  left join users o on o.id = i.operator_id
  left join tenants t on t.id = ?
  left join automation_policies p on p.tenant_id = t.id
  left join memberships m on m.tenant_id = t.id and m.user_id = u.id and m.status = 'active'
  where s.id = ? and s.user_id = ?`;

/** The user of a session, and when they authenticated. */
export interface SessionIdentity {
  userId: string;
  sessionId: string;
  authTime: Date;
}

/**
 * Loads the principal of a live session, with or without a workspace.
 * @throws ServiceError TOKEN_REVOKED, TOKEN_EXPIRED; TENANT_ACCESS_DENIED without an active membership; MFA_REQUIRED,
 *   TOKEN_EXPIRED where the workspace requires more of a session; TENANT_SUSPENDED and SSO_REQUIRED, except for owners
 *   (platform.md §1 steps 4 to 6, §4, §10)
 */
export async function loadSessionPrincipal(
  { database, permissions: catalogue, clock }: PrincipalServices,
  { userId, sessionId, authTime }: SessionIdentity,
  tenantId: string | undefined,
): Promise<Principal> {
  const row = await database.read({ tenantId }, async ({ db }) => {
    const { rows } = await db.raw(SESSION, [tenantId ?? null, sessionId, userId]);
    return rows[0] as SessionRow | undefined;
  });
  if (!row || row.revoked_at || row.user_status !== 'active') throw invalidToken('TOKEN_REVOKED');
  if (row.expires_at <= clock.now()) throw invalidToken('TOKEN_EXPIRED');
  const person = {
    ...ANONYMOUS,
    kind: 'user' as const,
    id: userId,
    label: row.name,
    sessionId,
    scopes: null,
    authTime,
    ...(row.impersonation && { impersonation: impersonationOf(row, row.impersonation, tenantId) }),
  };
  if (!tenantId) return { ...person, ...modulesOf(undefined) };
  if (tenantId === PLATFORM_WORKSPACE)
    return {
      ...person,
      ...operatorRights(row, catalogue),
      ...modulesOf(undefined),
    };
  if (!row.membership_id) throw new ServiceError('TENANT_ACCESS_DENIED');
  checkSession(row, authTime, clock.now());
  const roles = row.roles.map(({ key }) => key);
  const permissions = permissionsOf(row.roles, catalogue);
  checkTenantState(row.tenant_status, roles);
  if (row.impersonation) for (const permission of GOVERNED) permissions.delete(permission);
  else checkSso(row, tenantId, roles);
  const subscription = entitlementOf(row.entitlement, clock.now());
  return {
    ...person,
    tenantId,
    roles,
    permissions: row.tenant_status === 'active' ? permissions : permissionsWhileSuspended(permissions),
    ownOnly: ownOnlyOf(row.roles, catalogue),
    automation: automationOf(row.automation_policy),
    assistantEnabled: row.assistant_enabled,
    timeZone: row.time_zone,
    policy: policyOf(row),
    customFields: customFieldsFrom(tenantId, row.custom_fields),
    subscription,
    ...modulesOf(row.tenant_modules, 'member', row.module_access, subscription.modules),
  };
}

interface TokenRow extends TenantState {
  id: string;
  tenant_id: string;
  name: string;
  kind: 'service' | 'agent';
  scopes: string[];
  modules: string[] | null;
  token_addresses: string[];
  /** When the given secret expires: the expiry of the token, or the end of the overlap if it is the previous secret. */
  expires_at: Date;
  revoked_at: Date | null;
  owner_user_id: string | null;
  role_key: string | null;
  role_grants: string[];
  role_is_system: boolean;
  role_record_scope: RecordScopes;
  agent: AgentRow | null;
}

interface AgentRow {
  id: string;
  status: 'active' | 'paused' | 'retired';
  scopes: string[];
  dailyActionCap: number;
  role: HeldRole;
}

const TOKEN = `
  select k.id, k.tenant_id, k.name, k.kind, k.owner_user_id, k.scopes, k.modules, k.ip_allowlist as token_addresses, k.revoked_at,
    case when k.secret_hash = :hash then k.expires_at else least(k.expires_at, k.previous_secret_expires_at) end as expires_at,
    ${TENANT}, r.key as role_key, r.grants as role_grants, r.is_system as role_is_system,
    r.record_scope as role_record_scope, (
      select jsonb_build_object('id', a.id, 'status', a.status, 'scopes', a.allowed_scopes, 'dailyActionCap', a.daily_action_cap,
        'role', jsonb_build_object(
          'key', ar.key, 'grants', ar.grants, 'isSystem', ar.is_system, 'recordScope', ar.record_scope))
      from agents a join roles ar on ar.tenant_id = a.tenant_id and ar.id = a.role_id
      where a.tenant_id = k.tenant_id and a.id = k.agent_id
    ) as agent
  from api_tokens k
  join tenants t on t.id = k.tenant_id
  left join automation_policies p on p.tenant_id = t.id
  left join roles r on r.tenant_id = k.tenant_id and r.id = k.role_id
  where k.secret_hash = :hash or k.previous_secret_hash = :hash`;

/**
 * Loads the principal of an API token.
 * @param requested the workspace that the caller names, or the error of an invalid name, which is only disclosed to the
 *   holder of the token
 * @param transaction a transaction in the workspace to use: a caller that holds locks must not wait for another
 *   connection
 * @throws ServiceError UNAUTHENTICATED, TOKEN_REVOKED, TOKEN_EXPIRED, then `requested`, TENANT_ACCESS_DENIED,
 *   TENANT_SUSPENDED (platform.md §1 steps 4 to 6)
 */
export async function loadTokenPrincipal(
  { database, permissions: catalogue, clock }: PrincipalServices,
  secretHash: string,
  requested: string | ServiceError,
  transaction?: Pick<Transaction, 'db'>,
): Promise<{ principal: Principal; expiresAt: Date }> {
  const tenantId = typeof requested === 'string' ? requested : undefined;
  const query = async ({ db }: Pick<Transaction, 'db'>) => {
    const { rows } = await db.raw(TOKEN, { hash: secretHash });
    return rows[0] as TokenRow | undefined;
  };
  const row = transaction ? await query(transaction) : await database.read({ secretHash, tenantId }, query);
  if (!row) throw invalidToken('UNAUTHENTICATED');
  if (row.revoked_at) throw invalidToken('TOKEN_REVOKED');
  if (row.expires_at <= clock.now()) throw invalidToken('TOKEN_EXPIRED');
  if (typeof requested !== 'string') throw requested;
  if (row.tenant_id !== tenantId || !row.role_key) throw new ServiceError('TENANT_ACCESS_DENIED');
  checkTenantState(row.tenant_status, []);
  const role = {
    key: row.role_key,
    grants: row.role_grants,
    isSystem: row.role_is_system,
    recordScope: row.role_record_scope,
  };
  const permissions = permissionsOf([role], catalogue);
  if (row.kind === 'agent') for (const permission of PRIVATE) permissions.delete(permission);
  const { agent } = row;
  const subscription = entitlementOf(row.entitlement, clock.now());
  if (agent?.status === 'retired') throw invalidToken('TOKEN_REVOKED');
  const principal: Principal = {
    kind: row.kind,
    id: row.id,
    ...(row.owner_user_id && { ownerUserId: row.owner_user_id }),
    label: row.name,
    tenantId,
    roles: [role.key],
    permissions: agent ? permissions.intersection(permissionsOf([agent.role], catalogue)) : permissions,
    ownOnly: agent
      ? ownOnlyOf([role], catalogue).union(ownOnlyOf([agent.role], catalogue))
      : ownOnlyOf([role], catalogue),
    scopes: agent ? new Set(row.scopes).intersection(new Set(agent.scopes)) : new Set(row.scopes),
    ...(agent && { agent: { id: agent.id, status: agent.status, dailyActionCap: agent.dailyActionCap } }),
    automation: automationOf(row.automation_policy),
    // The assistant is for people.
    assistantEnabled: false,
    timeZone: row.time_zone,
    policy: policyOf(row, row.token_addresses),
    customFields: customFieldsFrom(tenantId, row.custom_fields),
    subscription,
    ...modulesOf(row.tenant_modules, 'token', row.modules, subscription.modules),
  };
  return { principal, expiresAt: row.expires_at };
}

/** Converts the policy row for the principal; without a row, agents may do nothing. */
export function automationOf(row: PolicyRow | null): Automation {
  if (!row) return NO_AUTOMATION;
  const { mode_write, mode_external_send, mode_financial, mode_destructive, mode_signing } = row;
  return {
    enabled: row.enabled,
    killSwitch: row.kill_switch,
    modes: {
      write: mode_write,
      external_send: mode_external_send,
      financial: mode_financial,
      destructive: mode_destructive,
      signing: mode_signing,
    },
    quietHours: row.quiet_from && row.quiet_until ? { from: row.quiet_from, until: row.quiet_until } : null,
    dailyCap: row.daily_cap,
  };
}

/** Checks step 6: an owner may still sign in to a suspended workspace, to pay and to export (platform.md §10). */
function checkTenantState(status: TenantState['tenant_status'], roles: string[]): void {
  if (status === 'active' || (status !== 'deleted' && roles.includes('owner'))) return;
  throw new ServiceError('TENANT_SUSPENDED');
}

function policyOf(row: TenantState, tokenAddresses: string[] = []): SecurityPolicy {
  return {
    addresses: [row.tenant_addresses, tokenAddresses].filter((list) => list.length).map(readAddressList),
    origins: row.allowed_origins,
    requireIfMatch: row.require_if_match,
    limitsIdleness: row.session_idle_minutes !== null,
  };
}

/**
 * Returns the permissions that an owner keeps during suspension: reading, exporting, paying, and cancelling a deletion.
 */
function permissionsWhileSuspended(permissions: Set<string>): Set<string> {
  const left = /\.(read|export)$|^(billing|checkout)\.|^tenant_settings\.manage$/;
  return new Set([...permissions].filter((permission) => left.test(permission)));
}

/**
 * Returns the enabled modules: those of the plan that are switched on in the workspace and allowed for the member or token
 * (platform.md §3).
 * @param included the modules of the plan; null for all
 */
export function modulesOf(
  switches: Record<string, boolean> | undefined,
  level: 'member' | 'token' = 'member',
  allowed: string[] | null = null,
  included: ReadonlySet<string> | null = null,
): Pick<Principal, 'modules' | 'moduleLevel'> {
  const isOn = (module: string): boolean => switches?.[module] !== false;
  const isIncluded = (module: string): boolean => included === null || included.has(module);
  const modules = declaredAccess().modules.filter(
    (module) =>
      ALWAYS_ON.has(module) ||
      (switches && isIncluded(module) && isOn(module) && (allowed === null || allowed.includes(module))),
  );
  const moduleLevel = (module: string) => (isIncluded(module) ? (isOn(module) ? level : 'tenant') : 'plan');
  return { modules: new Set(modules), moduleLevel };
}
