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

/** `formatMoney` of two columns in SQL, which stored amounts have room for: those that have been read by `readMoney`. */
export function moneySql(amount: string, currency: string): string {
  const cases = [0, 3, 4].map((digits) => {
    const codes = Intl.supportedValuesOf('currency').filter((code) => currencyDigits(code) === digits);
    return codes.length
      ? `when ${currency} in ('${codes.join("', '")}') then round(${amount}, ${digits})`
      : '';
  });
  return `case ${cases.join(' ')} else round(${amount}, 2) end::text`;
}

/** Refuses what is no currency. @throws VALIDATION_ERROR */
export function assertCurrency(currency: string, path: string): void {
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw invalid(path, 'currency', `${currency} is not an ISO 4217 currency.`);
  }
}

/** A computed amount as it is answered: rounded half away from zero to the digits of its currency (delivery.md section 0). */
export function roundMoney(amount: string, currency: string): string {
  const digits = currencyDigits(currency);
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)!;
  const kept = BigInt(whole! + fraction.slice(0, digits).padEnd(digits, '0'));
  const rounded = kept + (Number(fraction[digits] ?? 0) >= 5 ? 1n : 0n);
  const text = String(rounded).padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${rounded ? sign : ''}${text.slice(0, point)}${digits ? `.${text.slice(point)}` : ''}`;
}
