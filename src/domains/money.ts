// Money: exact decimals with the digits of their currency; one rule for the whole product (delivery.md section 0).
import { invalid } from '../errors.ts';

const digitsByCurrency = new Map<string, number>();

/** Digits behind the point of an ISO 4217 currency. */
export function currencyDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2;
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}

/**
 * An amount as it is stored.
 * @param amount a decimal string, or the text of a JSON number
 * @throws VALIDATION_ERROR money_format for more digits than the currency has, or over 16 digits before the point
 */
export function readMoney(amount: string, currency: string, path: string): string {
  const digits = currencyDigits(currency);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  const fraction = (match?.[3] ?? '').replace(/0+$/, '');
  if (!match || match[2]!.length > 16 || fraction.length > digits) {
    throw invalid(
      path,
      'money_format',
      `Give an amount in ${currency} with at most ${digits} digits behind the point, such as "${formatMoney('1250', currency)}".`,
    );
  }
  return formatMoney(`${match[1]}${match[2]}.${fraction || '0'}`, currency);
}

/** A stored amount as it is answered: always with the digits of its currency. */
export function formatMoney(amount: string, currency: string): string {
  const digits = currencyDigits(currency);
  const [whole = '0', fraction = ''] = amount.split('.');
  return digits ? `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}` : whole;
}
