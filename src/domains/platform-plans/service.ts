// Plans as operators define them, and assign them to workspaces (platform.md §10).
import { v7 as uuid } from 'uuid';
import { declaredAccess } from '../../access/load-principal.ts';
import { METERS, withOverride } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion, type Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { listPage } from '../../lists/page.ts';
import { snakeCase } from '../../naming.ts';
import { inWorkspaceAsOperator } from '../../operations/as-operator.ts';
import { assignPlan } from '../billing/assign.ts';
import type { Plan, PlanPrice } from '../billing/model.ts';
import { limitsOf } from '../billing/overview.ts';
import { readMoney } from '../money.ts';
import type { PlatformTenant } from '../platform-tenants/model.ts';
import { getTenant } from '../platform-tenants/service.ts';
import { lockExistingTenant } from '../platform-tenants/writing.ts';
import { PlatformPlan, type TenantPlan } from './model.ts';

type Nullable<T> = { [Key in keyof T]?: T[Key] | null };

/** Limits by meter in camelCase, as the API names them. */
type LimitsInput = Record<string, number | null | undefined>;

export type PlanInput = Nullable<{
  key: string;
  name: string;
  status: Plan['status'];
  public: boolean;
  position: number;
  prices: readonly PlanPrice[];
  limits: LimitsInput;
  modules: readonly string[];
}>;

export interface OverrideInput {
  limits?: LimitsInput | null;
  modules?: readonly string[] | null;
  until: Date;
}

const listing: Listing = { model: PlatformPlan };

/** Returns a page of the plans. */
export function listPlatformPlans(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PlatformPlan>> {
  return listPage<PlatformPlan>(ctx, listing, { ...args, sort: args.sort ?? ['position', 'key'] }, lookahead);
}

/** Creates a plan. @throws VALIDATION_ERROR; CONFLICT key_taken */
export async function createPlatformPlan(ctx: TenantContext, input: PlanInput): Promise<PlatformPlan> {
  const columns = {
    status: 'draft',
    public: false,
    position: 100,
    prices: '[]',
    ...columnsOf(input),
  };
  const [other] = await ctx.tx.rows('select from plans where key = $1', [input.key]);
  if (other)
    fail('CONFLICT', 'Another plan has this key; choose another one.', { details: { reason: 'key_taken' } });
  const id = uuid();
  await ctx.db('plans').insert({ ...columns, id, key: input.key, created_at: ctx.now, updated_at: ctx.now });
  const plan = await planById(ctx, id);
  await emit(ctx, 'plan.created', { object: plan, label: plan.name, after: auditOf(plan), links: [] });
  return plan;
}

/**
 * Changes a plan, as a new version. Workspaces keep the version that they have.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; CONFLICT for the plan that every workspace falls back to
 */
export async function updatePlatformPlan(
  ctx: TenantContext,
  id: string,
  input: PlanInput,
  expectedVersion?: number | null,
): Promise<PlatformPlan> {
  await ctx.tx.rows('select from plans where id = $1 for update', [id]);
  const before = await planById(ctx, id);
  assertVersion(before, expectedVersion);
  const columns = columnsOf(input);
  if (before.key === 'free' && columns.status && columns.status !== 'active')
    fail('CONFLICT', 'Workspaces whose subscription has ended have this plan, so it stays active.', {
      details: { reason: 'fallback_plan' },
    });
  const names = Object.keys(columns);
  const differs = names
    .map((name, index) => `${name} is distinct from $${index + 3}${castOf(name)}`)
    .join(' or ');
  if (names.length === 0) return before;
  const sets = names.map((name, index) => `${name} = $${index + 3}${castOf(name)}`).join(', ');
  const [changed] = await ctx.tx.rows(
    `update plans set ${sets}, version = version + 1, updated_at = $2 where id = $1 and (${differs}) returning id`,
    [id, ctx.now, ...Object.values(columns)],
  );
  if (!changed) return before;
  const after = await planById(ctx, id);
  await emit(ctx, 'plan.updated', {
    object: after,
    label: after.name,
    before: auditOf(before),
    after: auditOf(after),
    links: [],
  });
  return after;
}

const CASTS: Record<string, string> = { prices: '::jsonb', limits: '::jsonb', modules: '::text[]' };
const castOf = (column: string): string => CASTS[column] ?? '';

function auditOf({
  key,
  name,
  status,
  public: isPublic,
  position,
  prices,
  limits,
  modules,
}: PlatformPlan): object {
  return { key, name, status, public: isPublic, position, prices, limits, modules };
}

async function planById(ctx: TenantContext, id: string): Promise<PlatformPlan> {
  const plan = (await PlatformPlan.of(ctx).where({ id }).first()) as PlatformPlan | undefined;
  return plan ?? fail('NOT_FOUND');
}

/** Validates the members that are given and returns them as columns. @throws VALIDATION_ERROR */
function columnsOf(input: PlanInput): Record<string, unknown> {
  const { key, prices, limits, modules, ...plain } = input;
  for (const [name, value] of Object.entries(input))
    if (value === null) throw invalid(name, 'required', `${name} cannot be cleared; leave it out.`);
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(prices && { prices: JSON.stringify(readPrices(prices)) }),
    ...(limits && { limits: JSON.stringify(readLimits(limits, true)) }),
    ...(modules && { modules: readModuleNames([...modules, 'billing'], 'modules') }),
  };
}

function readPrices(prices: readonly PlanPrice[]): PlanPrice[] {
  const seen = new Set<string>();
  return prices.map(({ interval, currency, amount }, index) => {
    const key = `${interval} ${currency}`;
    if (seen.has(key))
      throw invalid(`prices[${index}]`, 'unique', 'Give one price for each interval and currency.');
    seen.add(key);
    if (String(amount).startsWith('-'))
      throw invalid(`prices[${index}].amount`, 'range', 'Give a price of 0 or more.');
    return { interval, currency, amount: readMoney(amount, currency, `prices[${index}].amount`) };
  });
}

/** @param isWhole whether absent limits do not bind, instead of staying as they are */
function readLimits(input: LimitsInput, isWhole: boolean): Record<string, number | null> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const limits = Object.fromEntries(given.map(([name, value]) => [snakeCase(name), value ?? null]));
  return isWhole ? { ...Object.fromEntries(METERS.map((meter) => [meter, null])), ...limits } : limits;
}

/** Returns the modules once, in the order of their names. @throws VALIDATION_ERROR exists */
export function readModuleNames(names: readonly string[], path: string): string[] {
  const unknown = names.findIndex((name) => !declaredAccess().modules.includes(name));
  if (unknown >= 0)
    throw invalid(
      `${path}[${unknown}]`,
      'exists',
      'There is no module with this name; see GET /api/roles/permissions.',
    );
  return [...new Set(names)].sort();
}

/**
 * Gives a workspace a plan in its current version, and what was negotiated.
 * @throws NOT_FOUND; VALIDATION_ERROR; INVALID_STATE_TRANSITION for a deleted workspace; CONFLICT charged_by_provider
 */
export async function assignTenantPlan(
  ctx: TenantContext,
  id: string,
  { planKey, override }: { planKey: string; override?: OverrideInput | null },
): Promise<PlatformTenant> {
  await lockExistingTenant(ctx, id);
  if (override && override.until <= ctx.now)
    throw invalid(
      'override.until',
      'future',
      'Give a time in the future, at which what was negotiated ends.',
    );
  const negotiated = override && {
    limits: readLimits(override.limits ?? {}, false),
    modules: readModuleNames(override.modules ?? [], 'override.modules'),
  };
  await inWorkspaceAsOperator(ctx, id, [], (inside) =>
    assignPlan(inside, { planKey, override: negotiated ?? null, overrideUntil: override?.until ?? null }),
  );
  return getTenant(ctx, id);
}

interface TenantPlanRow extends Pick<Plan, 'key' | 'version' | 'limits' | 'modules'> {
  tenantId: string;
  latestVersion: number;
  override: { limits?: Plan['limits']; modules?: string[] } | null;
  overrideUntil: Date | null;
}

/** Loads the plan of a workspace in the version that it has, with what was negotiated. */
export function planOfTenant(ctx: TenantContext, tenantId: string): Promise<TenantPlan | null> {
  return loaderOf<string, TenantPlan | null>(ctx, 'platform_tenants.plan', async (ids) => {
    const rows = await ctx.tx.rows<TenantPlanRow>(
      `select b.tenant_id as "tenantId", p.key, v.version, p.version as "latestVersion", v.limits, v.modules, b.override,
         b.override_until as "overrideUntil"
       from subscriptions b join plans p on p.key = b.plan_key
       join plan_versions v on v.plan_key = b.plan_key and v.version = b.plan_version
       where b.tenant_id = any ($1)`,
      [ids],
    );
    const plans = new Map(
      rows.map((row) => {
        const { override, overrideUntil } = row;
        const plan = withOverride(row, override, overrideUntil, ctx.now);
        const holds = plan === row ? null : overrideUntil;
        return [row.tenantId, { ...plan, limits: limitsOf(plan), overrideUntil: holds }];
      }),
    );
    return ids.map((id) => plans.get(id) ?? null);
  }).load(tenantId);
}
