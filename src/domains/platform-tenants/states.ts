// Suspends, reactivates and deletes workspaces (platform.md §10).
import { v7 as uuid } from 'uuid';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import type { EventType } from '../../events/catalogue.ts';
import type { PlatformTenant, StoredTenant, TenantState } from './model.ts';
import { assertState, DELETION_MS } from './rules.ts';
import { getTenant } from './service.ts';
import { lockTenant, writeTenant } from './writing.ts';

/** Suspends an active workspace. @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION */
export async function suspendTenant(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<PlatformTenant> {
  const before = await lockTenant(ctx, id, expectedVersion);
  assertState(before.status, ['active'], 'suspended');
  return moveTo(ctx, before, 'suspended', 'tenant.suspended');
}

/** Lifts a suspension. @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION */
export async function reactivateTenant(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<PlatformTenant> {
  const before = await lockTenant(ctx, id, expectedVersion);
  assertState(before.status, ['suspended'], 'active');
  return moveTo(ctx, before, 'active', 'tenant.reactivated');
}

/**
 * Schedules the deletion in 30 days. One that is scheduled stays as it is, unless it shall not wait: it then takes
 * place once two operators have asked for that.
 * @throws NOT_FOUND, PRECONDITION_FAILED; INVALID_STATE_TRANSITION for a deleted one
 */
export async function scheduleTenantDeletion(
  ctx: TenantContext,
  id: string,
  { early, expectedVersion }: { early?: boolean | null; expectedVersion?: number | null },
): Promise<PlatformTenant> {
  const before = await lockTenant(ctx, id, expectedVersion);
  assertState(before.status, ['active', 'suspended', 'pending_deletion'], 'pending_deletion');
  const by = ctx.principal.id;
  if (before.status !== 'pending_deletion')
    return moveTo(ctx, before, 'pending_deletion', 'tenant.deletion_scheduled', {
      state_before_deletion: before.status as 'active' | 'suspended',
      delete_after: new Date(ctx.now.getTime() + DELETION_MS),
      early_deletion_by: early ? by : null,
    });
  if (!early || before.early_deletion_by === by) return getTenant(ctx, id);
  const patch = before.early_deletion_by ? { delete_after: ctx.now } : { early_deletion_by: by };
  await writeTenant(ctx, before, patch, 'tenant.deletion_scheduled', { reason: ctx.operatorReason });
  return getTenant(ctx, id);
}

/** Cancels a deletion. @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION */
export async function cancelTenantDeletion(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<PlatformTenant> {
  const before = await lockTenant(ctx, id, expectedVersion);
  assertState(before.status, ['pending_deletion'], before.state_before_deletion ?? 'active');
  return moveTo(ctx, before, before.state_before_deletion!, 'tenant.deletion_cancelled', {
    state_before_deletion: null,
    delete_after: null,
    early_deletion_by: null,
  });
}

/** Changes the state, with effect in every process at once, and notes why. */
async function moveTo(
  ctx: TenantContext,
  before: StoredTenant,
  to: TenantState,
  event: EventType,
  columns: Partial<StoredTenant> = {},
): Promise<PlatformTenant> {
  const reason = ctx.operatorReason ?? null;
  await ctx.tx.rows(
    `insert into tenant_state_changes
       (tenant_id, id, workspace_id, from_state, to_state, reason, actor, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      ctx.tenantId,
      uuid(),
      before.id,
      before.status,
      to,
      reason,
      JSON.stringify(actorOf(ctx.principal)),
      ctx.now,
    ],
  );
  await writeTenant(ctx, before, { ...columns, status: to }, event, { reason });
  await announceChange(ctx, before.id);
  return getTenant(ctx, before.id);
}
