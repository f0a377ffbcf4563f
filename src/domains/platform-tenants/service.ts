// Lists, creates and changes workspaces for operators (platform.md §10).
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { inWorkspaceAsOperator } from '../../operations/as-operator.ts';
import { POLICIES_CHANNEL } from '../../rate-limit.ts';
import { readLocale, readTimeZone } from '../locales.ts';
import { createInvitation } from '../members/invitations.ts';
import { systemRole } from '../members/roles.ts';
import { assertCurrency } from '../money.ts';
import { readModules } from '../tenants/input.ts';
import { createTenant } from '../tenants/service.ts';
import { PlatformTenant, type StoredRateLimits, type StoredTenant, type SupportTier } from './model.ts';
import { lockExistingTenant, lockTenant, writeTenant } from './writing.ts';

const listing: Listing = { model: PlatformTenant };

export interface NewTenantInput {
  name: string;
  slug: string;
  ownerEmail: string;
  planKey: string;
  trial?: boolean | null;
  modules?: Record<string, unknown> | null;
  locale?: string | null;
  timeZone?: string | null;
  currency?: string | null;
  country?: string | null;
  region?: string | null;
  supportTier?: SupportTier | null;
}

export interface TenantInput {
  name?: string | null;
  slug?: string | null;
  region?: string | null;
  supportTier?: SupportTier | null;
  rateLimits?: RateLimitsInput | null;
}

interface RateLimitsInput {
  tenant?: number | null;
  tenantWrite?: number | null;
  export?: number | null;
}

/** Returns a page of all workspaces. */
export function listTenants(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PlatformTenant>> {
  return listPage<PlatformTenant>(ctx, listing, args, lookahead);
}

/** Returns a workspace. @throws NOT_FOUND */
export async function getTenant(ctx: TenantContext, id: string): Promise<PlatformTenant> {
  const tenant = (await PlatformTenant.of(ctx).where({ id }).first()) as PlatformTenant | undefined;
  return tenant ?? fail('NOT_FOUND');
}

/**
 * Creates a workspace with a plan, and invites its first owner.
 * @throws VALIDATION_ERROR; CONFLICT slug_taken
 */
export async function provisionTenant(ctx: TenantContext, input: NewTenantInput): Promise<PlatformTenant> {
  const { name, slug, ownerEmail, planKey, trial, region, supportTier } = input;
  await assertActivePlan(ctx, planKey);
  await assertFreeSlug(ctx, slug);
  const { currency, country } = input;
  if (currency) assertCurrency(currency, 'currency');
  const tenant = {
    id: uuid(),
    name,
    slug,
    ...(input.locale && { locale: readLocale(input.locale, 'locale') }),
    ...(input.timeZone && { timeZone: readTimeZone(input.timeZone, 'time_zone') }),
    ...(currency && { currency }),
    ...(country && { country }),
    modules: readModules(input.modules ?? {}),
    ...(trial ? { trialOf: planKey } : { planKey }),
    now: ctx.now,
  };
  await inWorkspaceAsOperator(ctx, tenant.id, [], async (inside) => {
    await createTenant(inside.db, tenant);
    const owner = await systemRole(inside, 'owner');
    const principal = { ...inside.principal, roles: ['owner'], permissions: owner.permissions };
    await createInvitation({ ...inside, principal }, { email: ownerEmail, roleIds: [owner.id] });
  });
  const stored = await lockTenant(ctx, tenant.id);
  await writeTenant(
    ctx,
    stored,
    { region: region ?? null, support_tier: supportTier ?? 'standard' },
    'tenant.provisioned',
  );
  return getTenant(ctx, tenant.id);
}

/** @throws VALIDATION_ERROR exists */
async function assertActivePlan(ctx: TenantContext, key: string): Promise<void> {
  const [plan] = await ctx.tx.rows(`select from plans where key = $1 and status = 'active'`, [key]);
  if (!plan)
    throw invalid('plan_key', 'exists', 'There is no active plan with this key; see GET /api/admin/plans.');
}

async function assertFreeSlug(ctx: TenantContext, slug: string): Promise<void> {
  const [other] = await ctx.tx.rows('select from tenants where slug = $1', [slug]);
  if (other)
    fail('CONFLICT', 'Another workspace has this slug; choose another one.', {
      details: { reason: 'slug_taken' },
    });
}

/**
 * Changes what operators keep of a workspace, and its name.
 * @throws NOT_FOUND, PRECONDITION_FAILED; INVALID_STATE_TRANSITION for a deleted one; CONFLICT slug_taken
 */
export async function updateTenant(
  ctx: TenantContext,
  id: string,
  input: TenantInput,
  expectedVersion?: number | null,
): Promise<PlatformTenant> {
  const before = await lockExistingTenant(ctx, id, expectedVersion);
  const required = (value: string | null | undefined, path: string) => {
    if (value === null) throw invalid(path, 'required', `${path} cannot be cleared; leave it out.`);
    return value ?? undefined;
  };
  const patch: Partial<StoredTenant> = {
    name: required(input.name, 'name'),
    slug: required(input.slug, 'slug'),
    support_tier: required(input.supportTier, 'support_tier') as SupportTier | undefined,
    region: input.region,
    rate_limits: changedLimits(before.rate_limits, input.rateLimits),
  };
  if (patch.slug && patch.slug !== before.slug) await assertFreeSlug(ctx, patch.slug);
  if (await writeTenant(ctx, before, patch, 'tenant.updated')) await announceChange(ctx, id);
  if (patch.rate_limits) {
    ctx.tx.afterCommit(() => void ctx.services.limiter.reload().catch(() => undefined));
    await ctx.tx.rows('select pg_notify($1, $2)', [POLICIES_CHANNEL, id]);
  }
  return getTenant(ctx, id);
}

/** Returns the limits after a change; undefined if nothing differs. */
function changedLimits(
  before: StoredRateLimits,
  input: RateLimitsInput | null | undefined,
): StoredRateLimits | undefined {
  if (input === undefined) return undefined;
  const given = { tenant: input?.tenant, 'tenant-write': input?.tenantWrite, export: input?.export };
  const after = Object.fromEntries(
    (['tenant', 'tenant-write', 'export'] as const).flatMap((policy) => {
      const value = input === null ? null : given[policy];
      const quota = value === undefined ? before[policy] : value;
      return quota == null ? [] : [[policy, quota]];
    }),
  );
  return isDeepStrictEqual(after, before) ? undefined : after;
}

/** Returns the limits of a workspace as the API names them. */
export function rateLimitsOf({ rateLimits }: PlatformTenant) {
  const { tenant = null, 'tenant-write': tenantWrite = null, export: exports = null } = rateLimits;
  return { tenant, tenantWrite, export: exports };
}
