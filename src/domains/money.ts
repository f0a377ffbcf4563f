// Money: exact decimals with the number of fraction digits of their currency, for the whole product (delivery.md
// section 0).
import { invalid } from '../errors.ts';

/**
 * Currencies that do not have two fraction digits in ISO 4217. Intl has the digits of CLDR, by which amounts are shown to
 * people: none for the Hungarian forint, whose minor unit has two.
 */
const UNUSUAL_DIGITS: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: 'CLF UYW'.split(' '),
};

const digitsByCurrency = new Map(
  Object.entries(UNUSUAL_DIGITS).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)])),
);

/** Returns the number of fraction digits of an ISO 4217 currency. */
export function currencyDigits(currency: string): number {
  return digitsByCurrency.get(currency) ?? 2;
}

/** The most digits of an amount before the point (delivery.md section 0). */
const MAX_WHOLE_DIGITS = 13;

/**
 * Returns an amount in the form in which it is stored.
 * @param amount a decimal string, or the text of a JSON number
 * @throws VALIDATION_ERROR money_format for more fraction digits than the currency has, or more than 13 integer digits
 */
export function readMoney(amount: string, currency: string, path: string): string {
  const digits = currencyDigits(currency);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  const fraction = (match?.[3] ?? '').replace(/0+$/, '');
  if (!match || match[2]!.replace(/^0+/, '').length > MAX_WHOLE_DIGITS || fraction.length > digits) {
    throw invalid(
      path,
      'money_format',
      `Give an amount in ${currency} with at most ${MAX_WHOLE_DIGITS} digits before the point and ${digits} decimal places, such as "${formatMoney('1250', currency)}".`,
    );
  }
  return formatMoney(`${match[1]}${match[2]!.replace(/^0+(?=\d)/, '')}.${fraction || '0'}`, currency);
}

/** Formats a stored amount for a response, with all fraction digits of its currency. */
export function formatMoney(amount: string, currency: string): string {
  const digits = currencyDigits(currency);
  const [whole = '0', fraction = ''] = amount.split('.');
  return digits ? `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}` : whole;
}

/**
 * Returns the SQL expression that formats a stored amount as `formatMoney` does; both arguments are column
 * expressions.
 */
export function moneySql(amount: string, currency: string): string {
  const cases = Object.entries(UNUSUAL_DIGITS).map(
    ([digits, codes]) => `when ${currency} in ('${codes.join("', '")}') then round(${amount}, ${digits})`,
  );
  return `case ${cases.join(' ')} else round(${amount}, 2) end::text`;
}

/** Throws unless `currency` is an ISO 4217 code. @throws VALIDATION_ERROR */
export function assertCurrency(currency: string, path: string): void {
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw invalid(path, 'currency', `${currency} is not an ISO 4217 currency.`);
  }
}

/**
 * Formats a computed amount for a response: rounded half away from zero to the digits of its currency (delivery.md
 * section 0).
 */
export function roundMoney(amount: string, currency: string): string {
  const digits = currencyDigits(currency);
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)!;
  const truncated = BigInt(whole! + fraction.slice(0, digits).padEnd(digits, '0'));
  const rounded = truncated + (Number(fraction[digits] ?? 0) >= 5 ? 1n : 0n);
  const text = String(rounded).padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${rounded ? sign : ''}${text.slice(0, point)}${digits ? `.${text.slice(point)}` : ''}`;
}
