// The stored subscription of a workspace and the plans, with the statements that read and change them.

import {
  type Interval,
  type Limits,
  type Override,
  type SubscriptionState,
  withOverride,
} from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { snakeCase } from '../../naming.ts';

export interface PlanPrice {
  interval: Interval;
  currency: string;
  amount: string;
}

export interface Plan {
  key: string;
  name: string;
  version: number;
  status: 'draft' | 'active' | 'retired';
  public: boolean;
  prices: PlanPrice[];
  limits: Limits;
  modules: string[];
}

/** The subscription of a workspace. */
export interface Subscription extends SubscriptionState {
  id: string;
  version: number;
  currency: string;
  retries: number;
  cancelReason: string | null;
  provider: string | null;
  providerCustomerId: string | null;
  eventCreated: Date | null;
  eventRank: number;
  createdAt: Date;
  /** The version of the plan that the workspace has. */
  planVersion: number;
  override: Override | null;
  overrideUntil: Date | null;
}

const MEMBERS = [
  ...['id', 'version', 'planKey', 'status', 'interval', 'currency', 'seats', 'periodStart', 'periodEnd'],
  ...['trialEndsAt', 'unpaidSince', 'retries', 'cancelAtPeriodEnd', 'cancelReason', 'canceledAt'],
  ...['pendingPlanKey', 'pendingInterval', 'pendingSeats', 'provider', 'providerCustomerId'],
  ...['providerSubscriptionId', 'eventCreated', 'eventRank', 'createdAt'],
  ...['planVersion', 'override', 'overrideUntil'],
] as (keyof Subscription)[];

const COLUMNS = MEMBERS.map((member) => `"${snakeCase(member)}" as "${member}"`).join(', ');

/**
 * Returns the plans in the order in which they are shown: the workspace's own one in the version that it has, with what
 * was negotiated, and the others in their current version.
 */
export async function loadPlans(ctx: Pick<TenantContext, 'tx' | 'tenantId' | 'now'>): Promise<Plan[]> {
  const rows = await ctx.tx.rows<Plan & Pick<Subscription, 'override' | 'overrideUntil'>>(
    `select p.key, p.name, v.version, p.status, p.public, v.prices, v.limits, v.modules, b.override,
       b.override_until as "overrideUntil"
     from plans p left join subscriptions b on b.tenant_id = $1 and b.plan_key = p.key
     join plan_versions v on v.plan_key = p.key and v.version = coalesce(b.plan_version, p.version)
     order by p.position, p.key`,
    [ctx.tenantId],
  );
  return rows.map(({ override, overrideUntil, ...plan }) =>
    withOverride(plan, override, overrideUntil, ctx.now),
  );
}

/** Returns the stored subscription. @param lock whether it stays as it is until the transaction ends */
export async function storedSubscription(
  ctx: TenantContext,
  lock: 'lock' | 'read' = 'read',
): Promise<Subscription> {
  const [row] = await ctx.tx.rows<Subscription>(
    `select ${COLUMNS} from subscriptions where tenant_id = $1${lock === 'lock' ? ' for update' : ''}`,
    [ctx.tenantId],
  );
  return row!;
}

/** Writes what differs, and a new version; nothing if nothing differs. @returns the subscription as stored */
export async function storeSubscription(
  ctx: TenantContext,
  stored: Subscription,
  changed: Subscription,
): Promise<Subscription> {
  const members = MEMBERS.filter(
    (member) => JSON.stringify(stored[member]) !== JSON.stringify(changed[member]),
  );
  if (members.length === 0) return stored;
  const sets = members.map((member, index) => `"${snakeCase(member)}" = $${index + 3}`);
  const [row] = await ctx.tx.rows<Subscription>(
    `update subscriptions set ${sets.join(', ')}, version = version + 1, updated_at = $2
     where tenant_id = $1 returning ${COLUMNS}`,
    [ctx.tenantId, ctx.now, ...members.map((member) => changed[member])],
  );
  return row!;
}
