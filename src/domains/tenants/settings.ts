// The settings of a workspace: profile, modules, and what it asks of everybody who comes in (platform.md section 5).
import { isDeepStrictEqual } from 'node:util';
import { declaredAccess } from '../../access/load-principal.ts';
import { actorOf } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion } from '../../db/record-model.ts';
import { emit } from '../../events/emit.ts';
import { enqueue } from '../../jobs/queue.ts';
import { endImpersonationsHere } from '../impersonations/service.ts';
import { readSettings, type SettingsInput } from './input.ts';
import { type TenantRow, type TenantSettings, toSettings } from './model.ts';

/** Fields that only the audit records: events must not reveal the security settings. */
const WITHHELD = ['requireMfa', 'sessionIdleMinutes', 'allowedOrigins', 'ipAllowlist', 'requireIfMatch'];

/** How often the picture of a logo is fetched before documents go without it. */
const LOGO_ATTEMPTS = 5;

/** Returns the settings of the caller's workspace. */
export async function getSettings(ctx: TenantContext): Promise<TenantSettings> {
  const row = await ctx.db<TenantRow>('tenants').where({ id: ctx.tenantId }).first();
  return toSettings(row!, declaredAccess().modules);
}

/**
 * Changes settings, with immediate effect on every process; absent fields stay unchanged. Refuses changes that would
 * lock the caller out.
 * @throws PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function updateSettings(
  ctx: TenantContext,
  input: SettingsInput,
  expectedVersion?: number | null,
): Promise<TenantSettings> {
  const { db, tenantId, now } = ctx;
  const before = (await db<TenantRow>('tenants').where({ id: tenantId }).forUpdate().first())!;
  assertVersion(before, expectedVersion);
  const { modules, commercial, ...columns } = changesOf(before, await readSettings(ctx, input, before));
  const { modules: allModules } = declaredAccess();
  if (!modules && !commercial && Object.keys(columns).length === 0) return toSettings(before, allModules);
  const [after] = await db('tenants')
    .where({ id: tenantId })
    .update({
      ...columns,
      ...(modules && { modules: JSON.stringify(modules) }),
      ...(commercial && { commercial: JSON.stringify(commercial) }),
      updated_by: JSON.stringify(actorOf(ctx.principal)),
      updated_at: now,
      version: before.version + 1,
    })
    .returning('*');
  if (columns.session_idle_minutes && !before.session_idle_minutes) await startIdleTimers(ctx);
  if ('logo_url' in columns)
    await enqueue(ctx, 'fetch_logo', {}, { key: 'logo', maxAttempts: LOGO_ATTEMPTS });
  if (columns.allow_support_access === false) await endImpersonationsHere(ctx);
  await announceChange(ctx, tenantId);
  const settings = toSettings(after, allModules);
  await emit(ctx, 'tenant.updated', {
    object: settings,
    label: settings.name,
    before: auditFields(toSettings(before, allModules)),
    after: auditFields(settings),
    withheld: WITHHELD,
    links: [],
  });
  return settings;
}

/** Returns the columns that differ from the stored ones (spec README point 30). */
function changesOf(before: TenantRow, columns: Partial<TenantRow>): Partial<TenantRow> {
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([column, value]) => !isDeepStrictEqual(value, before[column as keyof TenantRow]),
    ),
  );
}

/** Sets the last activity of open sessions to now, because it was not recorded while there was no idle limit. */
async function startIdleTimers({ tx, tenantId, now }: TenantContext): Promise<void> {
  await tx.rows(
    `update sessions s set last_active_at = $2 from memberships m
     where m.tenant_id = $1 and m.user_id = s.user_id and s.revoked_at is null`,
    [tenantId, now],
  );
}

function auditFields({ security, ...profile }: TenantSettings): object {
  return { ...profile, ...security };
}
