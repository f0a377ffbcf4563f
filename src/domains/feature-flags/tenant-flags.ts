// Sets flags for single workspaces, and returns what flags are for a workspace.
import { type FlagState, flagValue } from '../../access/feature-flags.ts';
import { announceChange } from '../../access/purge.ts';
import { FREE_PLAN } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { invalid } from '../../errors.ts';
import { emitInWorkspace } from '../../events/emit-in-workspace.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { inWorkspaceAsOperator } from '../../operations/as-operator.ts';
import type { PlatformTenant } from '../platform-tenants/model.ts';
import { getTenant } from '../platform-tenants/service.ts';
import { lockExistingTenant, lockTenant } from '../platform-tenants/writing.ts';
import type { TenantFlag } from './model.ts';
import { flagByKey } from './service.ts';

export interface TenantFlagInput {
  flagKey: string;
  value: boolean;
  reason: string;
  expiresAt?: Date | null;
}

interface Override {
  value: boolean;
  reason: string;
  expiresAt: Date | null;
}

/** Sets a flag for a workspace. @throws NOT_FOUND, VALIDATION_ERROR; INVALID_STATE_TRANSITION for a deleted one */
export async function setTenantFlag(
  ctx: TenantContext,
  id: string,
  { flagKey, value, reason, expiresAt }: TenantFlagInput,
): Promise<PlatformTenant> {
  await lockExistingTenant(ctx, id);
  const { key } = await flagByKey(ctx, flagKey);
  const until = expiresAt ?? null;
  if (until && until <= ctx.now) throw invalid('expires_at', 'future', 'Give a time in the future.');
  const before = await overrideOf(ctx, id, key);
  if (before?.value === value && before.reason === reason && +(before.expiresAt ?? 0) === +(until ?? 0))
    return getTenant(ctx, id);
  await inWorkspaceAsOperator(ctx, id, [], ({ tx }) =>
    tx.rows(
      `insert into tenant_flags (tenant_id, flag_key, value, reason, expires_at, set_by, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_id, flag_key) do update set value = excluded.value, reason = excluded.reason,
         expires_at = excluded.expires_at, set_by = excluded.set_by, updated_at = excluded.updated_at`,
      [id, key, value, reason, until, JSON.stringify(actorOf(ctx.principal)), ctx.now],
    ),
  );
  await emitFlag(ctx, id, 'tenant.flag_set', key, before, { value, reason, expiresAt: until });
  return getTenant(ctx, id);
}

/** Removes what is set for a workspace; nothing if nothing is. @throws NOT_FOUND */
export async function clearTenantFlag(
  ctx: TenantContext,
  id: string,
  flagKey: string,
): Promise<PlatformTenant> {
  await lockTenant(ctx, id);
  const { key } = await flagByKey(ctx, flagKey);
  const before = await overrideOf(ctx, id, key);
  if (!before) return getTenant(ctx, id);
  await inWorkspaceAsOperator(ctx, id, [], ({ tx }) =>
    tx.rows('delete from tenant_flags where tenant_id = $1 and flag_key = $2', [id, key]),
  );
  await emitFlag(ctx, id, 'tenant.flag_cleared', key, before);
  return getTenant(ctx, id);
}

async function overrideOf(ctx: TenantContext, id: string, key: string): Promise<Override | undefined> {
  const [row] = await ctx.tx.rows<Override>(
    'select value, reason, expires_at as "expiresAt" from tenant_flags where tenant_id = $1 and flag_key = $2',
    [id, key],
  );
  return row;
}

async function emitFlag(
  ctx: TenantContext,
  id: string,
  event: 'tenant.flag_set' | 'tenant.flag_cleared',
  key: string,
  before: Override | undefined,
  after?: Override,
): Promise<void> {
  await emitInWorkspace(ctx, id, event, {
    object: { id },
    label: key,
    before: before ?? {},
    after: after ?? {},
    links: [],
  });
  await announceChange(ctx, id);
}

interface FlagRow extends FlagState {
  expiresAt: Date | null;
  tenantId: string;
  planKey: string;
  reason: string | null;
}

/** Loads what the flags are for a workspace, by key. */
export function flagsOfTenant(ctx: TenantContext, tenantId: string): Promise<TenantFlag[]> {
  return loaderOf<string, TenantFlag[]>(ctx, 'platform_tenants.flags', async (ids) => {
    const rows = await ctx.tx.rows<FlagRow>(
      `select t.id as "tenantId", case when s.status in ('incomplete', 'canceled') then '${FREE_PLAN}' else coalesce(s.plan_key, '') end as "planKey", f.key, f.kind, f.module,
         f.default_value as "defaultValue", f.rollout, f.plans, o.value as override, o.expires_at as "expiresAt", o.reason
       from tenants t cross join feature_flags f left join subscriptions s on s.tenant_id = t.id
       left join tenant_flags o on o.tenant_id = t.id and o.flag_key = f.key
       where t.id = any ($1) and not f.archived order by f.key`,
      [ids],
    );
    const flags = rows.map(({ planKey, ...flag }) => {
      const { value, source } = flagValue(flag, { tenantId: flag.tenantId, planKey, now: ctx.now });
      const isSet = source === 'override';
      return {
        ...flag,
        value,
        source,
        reason: isSet ? flag.reason : null,
        expiresAt: isSet ? flag.expiresAt : null,
      };
    });
    return ids.map((id) => flags.filter((flag) => flag.tenantId === id));
  }).load(tenantId);
}
