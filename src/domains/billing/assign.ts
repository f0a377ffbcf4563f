// Gives a workspace a plan without a payment, and what was negotiated with it.
import { NO_PENDING, type Override, stateAt } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { storedSubscription } from './model.ts';
import { firstPeriod, writeSubscription } from './writing.ts';

export interface Assignment {
  planKey: string;
  override: Override | null;
  overrideUntil: Date | null;
}

/**
 * Gives the workspace a plan in its current version. A subscription that the provider charges keeps its plan.
 * @throws VALIDATION_ERROR exists; CONFLICT charged_by_provider
 */
export async function assignPlan(ctx: TenantContext, { planKey, ...negotiated }: Assignment): Promise<void> {
  const stored = await storedSubscription(ctx, 'lock');
  const state = stateAt(stored, ctx.now);
  const [plan] = await ctx.tx.rows<{ version: number }>(
    `select version from plans where key = $1 and (status = 'active' or key = $2)`,
    [planKey, state.planKey],
  );
  if (!plan)
    throw invalid('plan_key', 'exists', 'There is no active plan with this key; see GET /api/admin/plans.');
  const isCharged = state.providerSubscriptionId && state.status !== 'canceled';
  if (isCharged && planKey !== state.planKey)
    fail('CONFLICT', 'The provider charges this workspace for its plan; an owner changes it in billing.', {
      details: { reason: 'charged_by_provider' },
    });
  const running = {
    ...{ status: 'active' as const, canceledAt: null, unpaidSince: null, cancelAtPeriodEnd: false },
    ...{ cancelReason: null, providerSubscriptionId: null, provider: null, ...NO_PENDING },
    ...(state.periodEnd <= ctx.now && firstPeriod(ctx.now, state.interval)),
  };
  const terms = { planKey, planVersion: plan.version, ...negotiated };
  const changed = { ...state, ...(!isCharged && running), ...terms };
  await writeSubscription(ctx, stored, changed, 'billing.subscription_changed');
}
