// What a change of a subscription costs: exact amounts in minor units, rounded half away from zero once for each line.

import { addMonths, type Interval } from '../../access/subscription.ts';
import { invalid } from '../../errors.ts';
import { currencyDigits, formatMoney } from '../money.ts';
import type { Plan, Subscription } from './model.ts';

/** What a subscription is changed to. */
export interface Terms {
  planKey: string;
  interval: Interval;
  seats: number;
}

export interface Proration {
  effective: 'now' | 'period_end' | 'none';
  effectiveAt: Date;
  /** What is left of the paid period, in minor units. */
  credit: bigint;
  charge: bigint;
  due: bigint;
  /** The period after the change. */
  periodStart: Date;
  periodEnd: Date;
}

/** Returns the price of a plan for all seats and one interval, in minor units. @throws VALIDATION_ERROR, CONFLICT */
export function priceOf(
  plan: Plan,
  { interval, seats }: Pick<Terms, 'interval' | 'seats'>,
  currency: string,
): bigint {
  const price = plan.prices.find((one) => one.interval === interval && one.currency === currency);
  if (!price)
    throw invalid(
      'interval',
      'price',
      `The plan ${plan.key} has no price for one ${interval} in ${currency}.`,
    );
  return minorOf(price.amount, currency) * BigInt(seats);
}

/** Returns a decimal amount in minor units. */
export function minorOf(amount: string, currency: string): bigint {
  return BigInt(formatMoney(amount, currency).replace('.', ''));
}

/** Returns minor units as a decimal amount. */
export function decimalOf(minor: bigint, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${minor < 0n ? '-' : ''}${whole}${digits ? `.${text.slice(-digits)}` : ''}`;
}

/** Returns the share of an amount for a part of a whole, rounded half away from zero. */
export function shareOf(amount: bigint, part: bigint, whole: bigint): bigint {
  const doubled = amount * part * 2n;
  return amount < 0n ? -((-doubled + whole) / (2n * whole)) : (doubled + whole) / (2n * whole);
}

/**
 * Returns what a change costs at a time. What costs more in a year takes effect at once: the rest of the paid period is
 * credited, and the new price charged for the same rest, or for a whole new period if the interval differs.
 */
export function prorate(
  subscription: Pick<
    Subscription,
    'planKey' | 'interval' | 'seats' | 'status' | 'periodStart' | 'periodEnd' | 'trialEndsAt'
  >,
  terms: Terms,
  prices: { from: bigint; to: bigint },
  at: Date,
): Proration {
  const { periodStart, periodEnd, status } = subscription;
  const unchanged = { credit: 0n, charge: 0n, due: 0n, periodStart, periodEnd };
  const isSame =
    terms.planKey === subscription.planKey &&
    terms.interval === subscription.interval &&
    terms.seats === subscription.seats;
  if (status === 'trialing') return { ...unchanged, effective: isSame ? 'none' : 'now', effectiveAt: at };
  if (status === 'canceled' || status === 'incomplete') {
    const period = { periodStart: at, periodEnd: addMonths(at, terms.interval === 'year' ? 12 : 1) };
    return { effective: 'now', effectiveAt: at, credit: 0n, charge: prices.to, due: prices.to, ...period };
  }
  if (isSame) return { ...unchanged, effective: 'none', effectiveAt: at };
  const isUpgrade = yearly(prices.to, terms.interval) > yearly(prices.from, subscription.interval);
  const isLonger = terms.interval === 'year' && subscription.interval === 'month';
  const isShorter = terms.interval === 'month' && subscription.interval === 'year';
  const whole = BigInt(periodEnd.getTime() - periodStart.getTime());
  const left = BigInt(Math.min(Math.max(periodEnd.getTime() - at.getTime(), 0), Number(whole)));
  const credit = shareOf(prices.from, left, whole);
  if (isShorter || !(isUpgrade || (isLonger && prices.to >= credit)))
    return { ...unchanged, effective: 'period_end', effectiveAt: periodEnd };
  const charge = isLonger ? prices.to : shareOf(prices.to, left, whole);
  const period = isLonger ? { periodStart: at, periodEnd: addMonths(at, 12) } : { periodStart, periodEnd };
  return { effective: 'now', effectiveAt: at, credit, charge, due: charge - credit, ...period };
}

function yearly(price: bigint, interval: Interval): bigint {
  return interval === 'year' ? price : price * 12n;
}

/** Returns a plan that a workspace may choose. @throws VALIDATION_ERROR exists */
export function choosable(plans: readonly Plan[], key: string): Plan {
  const plan = plans.find((one) => one.key === key);
  if (plan?.status !== 'active' || !plan.public)
    throw invalid('plan_key', 'exists', 'There is no such plan; GET /api/billing/plans lists them.');
  return plan;
}
