// Writes what operators change of a workspace, into the row and into the audit of that workspace.
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { assertVersion } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emitInWorkspace } from '../../events/emit-in-workspace.ts';
import { camelCase } from '../../naming.ts';
import type { StoredTenant } from './model.ts';
import { assertState } from './rules.ts';

/** Locks a workspace until the transaction ends. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function lockTenant(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<StoredTenant> {
  const [tenant] = await ctx.tx.rows<StoredTenant>(
    `select id, version, name, slug, status, region, support_tier, state_before_deletion, delete_after, early_deletion_by,
       rate_limits
     from tenants where id = $1 and status <> 'platform' for update`,
    [id],
  );
  if (!tenant) return fail('NOT_FOUND');
  assertVersion(tenant, expectedVersion);
  return tenant;
}

/** Locks a workspace that is not deleted. @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION */
export async function lockExistingTenant(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<StoredTenant> {
  const tenant = await lockTenant(ctx, id, expectedVersion);
  assertState(tenant.status, ['active', 'suspended', 'pending_deletion'], tenant.status);
  return tenant;
}

/**
 * Writes the columns that differ, a new version, and the event in the workspace; nothing if nothing differs.
 * @param audited further values after the change, for the audit
 * @returns whether something differed
 */
export async function writeTenant(
  ctx: TenantContext,
  before: StoredTenant,
  patch: Partial<StoredTenant>,
  event: EventType,
  audited: object = {},
): Promise<boolean> {
  const changes = Object.entries(patch).filter(
    ([column, value]) => value !== undefined && value !== before[column as keyof StoredTenant],
  );
  if (changes.length === 0 && event === 'tenant.updated') return false;
  const sets = changes.map(([column], index) => `, ${column} = $${index + 4}`);
  await ctx.tx.rows(
    `update tenants set version = version + 1, updated_at = $2, updated_by = $3${sets.join('')} where id = $1`,
    [before.id, ctx.now, JSON.stringify(actorOf(ctx.principal)), ...changes.map(([, value]) => value)],
  );
  const fields = (values: object) =>
    Object.fromEntries(changes.map(([column]) => [camelCase(column), values[column as never]]));
  await emitInWorkspace(ctx, before.id, event, {
    object: { id: before.id, version: before.version + 1 },
    label: patch.name ?? before.name,
    before: fields(before),
    after: { ...fields(patch), ...audited },
    links: [],
  });
  return true;
}
