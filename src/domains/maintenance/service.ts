// Lets operators set maintenance of the platform or of one workspace (platform.md §10).
import { v7 as uuid } from 'uuid';
import { PLATFORM_WORKSPACE } from '../../access/operators.ts';
import { type MaintenanceWindow, NOTICES_CHANNEL, WINDOWS_SQL } from '../../access/platform-notices.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';

type Mode = 'off' | MaintenanceWindow['mode'];

export interface Maintenance {
  mode: Mode;
  message: string | null;
  windows: MaintenanceWindow[];
}

/** Returns the mode of the platform now, and every time that has not ended. */
export async function getMaintenance(ctx: TenantContext): Promise<Maintenance> {
  const windows = await ctx.tx.rows<MaintenanceWindow>(WINDOWS_SQL, [ctx.now]);
  const now = windows.find(({ workspaceId, startsAt }) => workspaceId === null && startsAt <= ctx.now);
  return { mode: now?.mode ?? 'off', message: now?.message ?? null, windows };
}

/**
 * Replaces what is set for the platform or for a workspace.
 * @throws VALIDATION_ERROR exists for a workspace that is not there, range for a time that ends before it starts
 */
export async function setMaintenance(
  ctx: TenantContext,
  {
    mode,
    tenantId = null,
    message = null,
    startsAt,
    endsAt = null,
  }: {
    mode: Mode;
    tenantId?: string | null;
    message?: string | null;
    startsAt?: Date | null;
    endsAt?: Date | null;
  },
): Promise<Maintenance> {
  const from = startsAt ?? ctx.now;
  if (tenantId && !(await ctx.tx.rows('select from tenants where id = $1', [tenantId])).length)
    throw invalid('tenant_id', 'exists', 'There is no such workspace.');
  if (endsAt && (endsAt <= from || endsAt <= ctx.now))
    throw invalid('ends_at', 'range', 'Maintenance ends in the future, after it has started.');
  await ctx.tx.rows("select pg_advisory_xact_lock(hashtext('maintenance'))", []);
  const before = await getMaintenance(ctx);
  const former = before.windows.filter(({ workspaceId }) => workspaceId === tenantId);
  const [same] = former;
  const isSame =
    mode === 'off'
      ? former.length === 0
      : former.length === 1 &&
        same!.mode === mode &&
        same!.message === message &&
        same!.endsAt?.getTime() === endsAt?.getTime() &&
        (startsAt ? same!.startsAt.getTime() === startsAt.getTime() : same!.startsAt <= ctx.now);
  if (isSame) return before;
  await ctx.tx.rows('delete from maintenance_windows where workspace_id is not distinct from $1', [tenantId]);
  if (mode !== 'off')
    await ctx.tx.rows(
      `insert into maintenance_windows (id, workspace_id, mode, message, starts_at, ends_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [uuid(), tenantId, mode, message, from, endsAt, ctx.now],
    );
  await emit(ctx, 'maintenance.set', {
    object: { id: tenantId ?? PLATFORM_WORKSPACE },
    before: { mode: same?.mode ?? 'off' },
    after: { mode, message, startsAt: from, endsAt },
    links: [],
  });
  ctx.tx.afterCommit(() => void ctx.services.notices.reload().catch(() => undefined));
  await ctx.tx.rows('select pg_notify($1, $2)', [NOTICES_CHANNEL, mode]);
  return getMaintenance(ctx);
}
