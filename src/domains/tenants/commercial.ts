// The commercial settings of a workspace: what quotes, work orders and invoices default to and what they allow.
import { invalid } from '../../errors.ts';
import { readMoney } from '../money.ts';

export interface PostalAddress {
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  region?: string | null;
  postalCode?: string | null;
  country?: string | null;
}

/** Who sells, as it stands on documents. */
export interface Seller {
  name: string;
  legalName: string | null;
  address: PostalAddress | null;
  taxId: string | null;
  registrationNumber: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  bank: { name?: string | null; iban?: string | null; bic?: string | null } | null;
  footer: string | null;
}

export interface CommercialSettings {
  seller: Seller;
  paymentTermsDays: number;
  quoteValidityDays: number;
  maxDiscountPercent: string | null;
  allowOverpayment: boolean;
  cashRounding: string | null;
  deliveryTolerancePercent: string;
  requireSignOff: boolean;
  taxRounding: 'per_rate' | 'per_line';
  timeRounding: { minutes: number; mode: 'up' | 'nearest' };
}

type Nullable<T> = { [Key in keyof T]?: T[Key] | null };
export type CommercialInput = Nullable<Omit<CommercialSettings, 'seller' | 'timeRounding'>> & {
  seller?: Nullable<Seller> | null;
  timeRounding?: Nullable<CommercialSettings['timeRounding']> | null;
};

const DEFAULTS: Omit<CommercialSettings, 'seller'> = {
  paymentTermsDays: 14,
  quoteValidityDays: 30,
  maxDiscountPercent: null,
  allowOverpayment: false,
  cashRounding: null,
  deliveryTolerancePercent: '0',
  requireSignOff: false,
  taxRounding: 'per_rate',
  timeRounding: { minutes: 1, mode: 'nearest' },
};

const NO_SELLER = {
  legalName: null,
  address: null,
  taxId: null,
  registrationNumber: null,
  email: null,
  phone: null,
  website: null,
  bank: null,
  footer: null,
};

const TIME_ROUNDINGS = [1, 5, 6, 15, 30];

/** Returns the settings of a workspace; the seller is the workspace itself where nothing else is set. */
export function commercialSettings(tenant: {
  name: string;
  country: string;
  commercial: Partial<CommercialSettings>;
}): CommercialSettings {
  const { seller, ...stored } = tenant.commercial;
  const country = seller?.address?.country ?? tenant.country;
  return {
    ...DEFAULTS,
    ...stored,
    seller: {
      ...NO_SELLER,
      ...seller,
      name: seller?.name ?? tenant.name,
      address: { ...seller?.address, country },
    },
  };
}

/**
 * Returns the stored settings after a change; objects are merged member by member, and null restores a default.
 * @throws VALIDATION_ERROR
 */
export function readCommercial(
  { seller, timeRounding, ...input }: CommercialInput,
  before: Partial<CommercialSettings>,
  currency: string,
): Partial<CommercialSettings> {
  const { maxDiscountPercent, deliveryTolerancePercent, cashRounding } = input;
  const plain = {
    ...input,
    ...(maxDiscountPercent && {
      maxDiscountPercent: readPercent(maxDiscountPercent, 'max_discount_percent', 100),
    }),
    ...(deliveryTolerancePercent && {
      deliveryTolerancePercent: readPercent(deliveryTolerancePercent, 'delivery_tolerance_percent', 1000),
    }),
    ...(cashRounding && { cashRounding: readMultiple(cashRounding, currency) }),
  };
  const merged = {
    ...before,
    ...plain,
    ...(seller && { seller: withoutNulls({ ...before.seller, ...seller }) }),
    ...(timeRounding && {
      timeRounding: readTimeRounding({ ...DEFAULTS.timeRounding, ...before.timeRounding, ...timeRounding }),
    }),
    ...(seller === null && { seller: null }),
    ...(timeRounding === null && { timeRounding: null }),
  };
  return withoutNulls(merged) as Partial<CommercialSettings>;
}

function withoutNulls(values: object): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

function readPercent(text: string, path: string, most: number): string {
  if (/\.\d{4}0*[1-9]/.test(text))
    throw invalid(`commercial.${path}`, 'decimal_format', 'Give at most 4 digits behind the point.');
  if (text.startsWith('-') || Number(text) > most)
    throw invalid(`commercial.${path}`, 'range', `Give a percentage from 0 to ${most}.`);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function readMultiple(text: string, currency: string): string {
  const amount = readMoney(text, currency, 'commercial.cash_rounding');
  if (Number(amount) <= 0)
    throw invalid('commercial.cash_rounding', 'range', 'Give an amount above 0, such as "0.05".');
  return amount;
}

function readTimeRounding({
  minutes,
  mode,
}: Nullable<CommercialSettings['timeRounding']>): CommercialSettings['timeRounding'] {
  if (!TIME_ROUNDINGS.includes(minutes ?? 1))
    throw invalid('commercial.time_rounding.minutes', 'enum', 'Give 1, 5, 6, 15 or 30 minutes.');
  return { minutes: minutes ?? 1, mode: mode ?? 'nearest' };
}
