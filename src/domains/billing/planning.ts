// What a change of the subscription would do, and its preview.
import { v7 as uuid } from 'uuid';
import { stateAt, usagePeriod } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { loadPlans, type Plan, type Subscription, storedSubscription } from './model.ts';
import { choosable, decimalOf, type Proration, priceOf, prorate, type Terms } from './proration.ts';
import { conflictsWith, type UsageMeter } from './usage.ts';

export interface ChangeInput {
  planKey?: string | null;
  interval?: 'month' | 'year' | null;
  seats?: number | null;
  cancelAtPeriodEnd?: boolean | null;
  previewId?: string | null;
}

const PREVIEW_MS = 600_000;

/** What a change does, before it is written. */
export interface PlannedChange {
  state: Subscription;
  terms: Terms;
  proration: Proration;
  plan: Plan;
  conflicts: UsageMeter[];
}

/** Returns what a change would do. @throws VALIDATION_ERROR */
export async function planChange(ctx: TenantContext, input: ChangeInput, at: Date): Promise<PlannedChange> {
  const plans = await loadPlans(ctx);
  const state = stateAt(await storedSubscription(ctx), ctx.now);
  const terms = {
    planKey: input.planKey ?? state.planKey,
    interval: input.interval ?? state.interval,
    seats: input.seats ?? state.seats,
  };
  const plan = choosable(plans, terms.planKey);
  const current = plans.find(({ key }) => key === state.planKey)!;
  const from = priceOf(current, state, state.currency);
  const proration = prorate(state, terms, { from, to: priceOf(plan, terms, state.currency) }, at);
  const isFewer = terms.seats < state.seats || terms.planKey !== state.planKey || input.seats != null;
  const conflicts = isFewer
    ? await conflictsWith(ctx, usagePeriod(state, ctx.now), plan.limits, terms.seats)
    : [];
  return { state, terms, proration, plan, conflicts };
}

/** Returns what a change costs and which limits it would break, and keeps it for ten minutes. @throws VALIDATION_ERROR */
export async function previewChange(ctx: TenantContext, input: ChangeInput): Promise<object> {
  const { state, terms, proration, plan, conflicts } = await planChange(ctx, input, ctx.now);
  const id = uuid();
  const expiresAt = new Date(ctx.now.getTime() + PREVIEW_MS);
  await ctx.tx.rows('delete from subscription_previews where tenant_id = $1 and expires_at < $2', [
    ctx.tenantId,
    ctx.now,
  ]);
  await ctx.tx.rows(
    `insert into subscription_previews (tenant_id, id, change, subscription_version, made_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [ctx.tenantId, id, JSON.stringify(terms), state.version, ctx.now, expiresAt],
  );
  const { currency } = state;
  const next = priceOf(plan, terms, currency);
  const at = proration.effective === 'now' ? proration.periodEnd : state.periodEnd;
  return {
    ...{
      previewId: id,
      expiresAt,
      effective: proration.effective,
      effectiveAt: proration.effectiveAt,
      currency,
    },
    credit: decimalOf(proration.credit, currency),
    charge: decimalOf(proration.charge, currency),
    due: decimalOf(proration.due, currency),
    nextInvoice: next === 0n ? null : { at, amount: decimalOf(next, currency), currency },
    conflicts,
  };
}

/** Returns the time of a preview of the same change of the same subscription. @throws PREVIEW_STALE */
export async function previewTime(
  ctx: TenantContext,
  id: string,
  terms: Terms,
  version: number,
): Promise<Date> {
  const [row] = await ctx.tx.rows<{ change: Terms; version: number; madeAt: Date }>(
    `select change, subscription_version as version, made_at as "madeAt" from subscription_previews
     where tenant_id = $1 and id = $2 and expires_at > $3`,
    [ctx.tenantId, id, ctx.now],
  );
  const isSame =
    row?.version === version &&
    row.change.planKey === terms.planKey &&
    row.change.interval === terms.interval &&
    row.change.seats === terms.seats;
  return isSame ? row.madeAt : fail('PREVIEW_STALE');
}
