// Provisioning of workspaces: the workspace with its roles, people, memberships, tokens, automation.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { notifyChange } from '../../access/purge.ts';
import { SYSTEM_ROLES } from '../../access/roles.ts';
import { hashNewPassword, normalizeEmail } from '../auth/service.ts';
import { createDefaultPipeline } from '../deals/pipelines.ts';
import { roleIdOf } from '../roles/look-up.ts';

export { createApiToken, type NewApiToken } from '../api-access/issue.ts';

const SYSTEM = JSON.stringify({ type: 'system', id: null, label: 'system' });

export interface NewTenant {
  id: string;
  name: string;
  slug: string;
  locale?: string;
  timeZone?: string;
  currency?: string;
  country?: string;
  /** Modules to switch off are false; one that is not named is on. */
  modules?: Record<string, boolean>;
  now: Date;
}

/** Creates a workspace with the six system roles and the pipeline that its deals begin in. Runs with the visibility of that workspace. */
export async function createTenant(db: Knex, tenant: NewTenant): Promise<void> {
  const { id, name, slug, locale, timeZone, currency, country, modules, now } = tenant;
  const times = { created_at: now, updated_at: now };
  await db('tenants').insert({
    id,
    name,
    slug,
    ...(locale && { locale }),
    ...(timeZone && { time_zone: timeZone }),
    ...(currency && { currency }),
    ...(country && { country }),
    modules: JSON.stringify(modules ?? {}),
    ...times,
  });
  await db('automation_policies').insert({ tenant_id: id, updated_by: SYSTEM, ...times });
  // Without grants: what a system role may do stands in the code and grows with it.
  const roles = SYSTEM_ROLES.map(({ key, name: roleName, description }) => {
    return { tenant_id: id, id: uuid(), key, name: roleName, description, is_system: true, ...times };
  });
  await db('roles').insert(roles);
  await createDefaultPipeline(db, id, now);
}

export interface NewUser {
  email: string;
  name: string;
  /** Without one the person cannot sign in by password. */
  password?: string;
  locale?: string;
  timeZone?: string;
  isOperator?: boolean;
  now: Date;
}

/**
 * Creates a person; people stand outside of workspaces.
 * @throws ServiceError VALIDATION_ERROR for a password that breaks a rule (platform.md §4)
 */
export async function createUser(
  db: Knex,
  { email: given, name, password, locale, timeZone, isOperator, now }: NewUser,
): Promise<string> {
  const id = uuid();
  const email = normalizeEmail(given);
  await db('users').insert({
    id,
    email,
    name,
    password_hash: password === undefined ? null : await hashNewPassword(password, email),
    is_operator: isOperator ?? false,
    ...(locale && { locale }),
    ...(timeZone && { time_zone: timeZone }),
    created_at: now,
    updated_at: now,
  });
  return id;
}

export interface NewMember {
  tenantId: string;
  userId: string;
  /** Key of a role of the workspace. */
  roleKey: string;
  /** Without it: every module of the workspace. */
  moduleAccess?: string[];
  now: Date;
}

/** Makes a person an active member. Runs with the visibility of the workspace. */
export async function addMember(
  db: Knex,
  { tenantId, userId, roleKey, moduleAccess, now }: NewMember,
): Promise<string> {
  const id = uuid();
  await db('memberships').insert({
    tenant_id: tenantId,
    id,
    user_id: userId,
    module_access: moduleAccess ?? null,
    status: 'active',
    joined_at: now,
    created_at: now,
    updated_at: now,
  });
  const roleId = await roleIdOf(db, tenantId, roleKey);
  await db('membership_roles').insert({ tenant_id: tenantId, membership_id: id, role_id: roleId });
  await notifyChange(db, userId);
  return id;
}

/** Lets agents change records in the workspace, or stops them. */
export async function enableAutomation(
  db: Knex,
  { tenantId, enabled = true, now }: { tenantId: string; enabled?: boolean; now: Date },
): Promise<void> {
  await db('automation_policies')
    .where({ tenant_id: tenantId })
    .update({ enabled, updated_at: now, updated_by: SYSTEM })
    .increment('version');
  await notifyChange(db, tenantId);
}
