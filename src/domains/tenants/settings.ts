// The settings of a workspace: profile, modules, and what it asks of everybody who comes in (platform.md section 5).
import { declaredAccess } from '../../access/load-principal.ts';
import { actorOf } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { versionConflict } from '../../db/record-model.ts';
import { emit } from '../../events/emit.ts';
import { readSettings, type SettingsInput } from './input.ts';
import { type TenantRow, type TenantSettings, toSettings } from './model.ts';

/** Kept in the audit and out of events: how the workspace guards itself is nobody else's business. */
const WITHHELD = ['requireMfa', 'sessionIdleMinutes', 'allowedOrigins', 'ipAllowlist', 'requireIfMatch'];

/** The settings of the caller's workspace. */
export async function getSettings(ctx: TenantContext): Promise<TenantSettings> {
  const row = await ctx.db<TenantRow>('tenants').where({ id: ctx.tenantId }).first();
  return toSettings(row!, declaredAccess().modules);
}

/**
 * Changes what is given; it binds every process at once. What would lock the caller out is refused.
 * @throws PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function updateSettings(
  ctx: TenantContext,
  input: SettingsInput,
  expectedVersion?: number | null,
): Promise<TenantSettings> {
  const { db, tenantId, now } = ctx;
  const before = (await db<TenantRow>('tenants').where({ id: tenantId }).forUpdate().first())!;
  if (expectedVersion != null && expectedVersion !== before.version) throw versionConflict(before);
  const { modules, ...columns } = await readSettings(ctx, input, before);
  const { modules: all } = declaredAccess();
  if (!modules && Object.keys(columns).length === 0) return toSettings(before, all);
  const [after] = await db('tenants')
    .where({ id: tenantId })
    .update({
      ...columns,
      ...(modules && { modules: JSON.stringify(modules) }),
      updated_by: JSON.stringify(actorOf(ctx.principal)),
      updated_at: now,
      version: before.version + 1,
    })
    .returning('*');
  if (columns.session_idle_minutes && !before.session_idle_minutes) await startIdling(ctx);
  await announceChange(ctx, tenantId);
  const settings = toSettings(after, all);
  await emit(ctx, 'tenant.updated', {
    object: settings,
    label: settings.name,
    before: factsOf(toSettings(before, all)),
    after: factsOf(settings),
    withheld: WITHHELD,
    links: [],
  });
  return settings;
}

/** The limit counts from now for sessions that are open: their use was not noted before. */
async function startIdling({ tx, tenantId, now }: TenantContext): Promise<void> {
  await tx.rows(
    `update sessions s set last_active_at = $2 from memberships m
     where m.tenant_id = $1 and m.user_id = s.user_id and s.revoked_at is null`,
    [tenantId, now],
  );
}

function factsOf({ security, ...profile }: TenantSettings): object {
  return { ...profile, ...security };
}
