// The money of projects that only the permission projects.finance shows and changes (delivery.md section 2.2).
import { permissionDenied } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { formatMoney, readMoney } from '../money.ts';

const PERMISSION = 'projects.finance';

/** Returns whether the caller may read rates, costs and amounts of projects. */
export function mayReadRates({ principal }: Pick<TenantContext, 'principal'>): boolean {
  return principal.permissions.has(PERMISSION);
}

/** Throws unless the caller may change rates. @throws PERMISSION_DENIED */
export function assertMayWriteRates(ctx: TenantContext): void {
  if (!mayReadRates(ctx)) throw permissionDenied(PERMISSION);
}

/**
 * Reads a rate or an amount of 0 or more; null clears it, and an absent one stays undefined.
 * @throws VALIDATION_ERROR money_format, range
 */
export function readAmount(
  value: string | null | undefined,
  currency: string,
  path: string,
): string | null | undefined {
  if (value == null) return value;
  if (value.startsWith('-')) throw invalid(path, 'range', 'Give an amount of 0 or more.');
  return readMoney(value, currency, path);
}

/** Formats a rate for the caller; null without the permission. */
export function shownRate(ctx: TenantContext, rate: string | null, currency: string): string | null {
  return rate !== null && mayReadRates(ctx) ? formatMoney(rate, currency) : null;
}
