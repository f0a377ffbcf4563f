// Provisions workspaces: roles, users, memberships, tokens, automation.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { notifyChange } from '../../access/purge.ts';
import { SYSTEM_ROLES } from '../../access/roles.ts';
import { addMonths, TRIAL_MS } from '../../access/subscription.ts';
import { createDefaultPipeline } from '../deals/pipelines.ts';
import { roleIdOf } from '../roles/look-up.ts';

export { createApiToken, type NewApiToken } from '../api-access/issue.ts';
export { createUser } from '../auth/accounts.ts';

const SYSTEM = JSON.stringify({ type: 'system', id: null, label: 'system' });

export interface NewTenant {
  id: string;
  name: string;
  slug: string;
  locale?: string;
  timeZone?: string;
  currency?: string;
  country?: string;
  /** Set a module to false to switch it off; a missing module is on. */
  modules?: Record<string, boolean>;
  /** The plan that it tries for 14 days. */
  trialOf?: string;
  /** The plan that it has without a trial, and is not charged for; the largest one by default. */
  planKey?: string;
  now: Date;
}

/**
 * Creates a workspace with the system roles and a default deal pipeline. Runs with the visibility of that workspace.
 */
export async function createTenant(db: Knex, tenant: NewTenant): Promise<void> {
  const { id, name, slug, locale, timeZone, currency, country, modules, trialOf, planKey, now } = tenant;
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
  await db('subscriptions').insert({
    tenant_id: id,
    id: uuid(),
    plan_key: trialOf ?? planKey ?? 'scale',
    status: trialOf ? 'trialing' : 'active',
    trial_ends_at: trialOf ? new Date(now.getTime() + TRIAL_MS) : null,
    period_start: now,
    period_end: addMonths(now, 1),
    ...times,
  });
  await db('automation_policies').insert({ tenant_id: id, updated_by: SYSTEM, ...times });
  // System roles are stored without grants, because access/roles.ts defines them.
  const roles = SYSTEM_ROLES.map(({ key, name: roleName, description }) => {
    return { tenant_id: id, id: uuid(), key, name: roleName, description, is_system: true, ...times };
  });
  await db('roles').insert(roles);
  await createDefaultPipeline(db, id, now);
}

export interface NewMember {
  tenantId: string;
  userId: string;
  /** The key of a role in the workspace. */
  roleKey: string;
  /** The accessible modules; all by default. */
  moduleAccess?: string[];
  now: Date;
}

/** Adds a user as an active member and returns the membership id. Runs with the visibility of the workspace. */
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

/** Enables or disables changes by agents in the workspace. */
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
