// The settings of a workspace that concern delivery: the usual hourly rate, and who approves time.
import { invalid } from '../../errors.ts';
import { formatMoney, readMoney } from '../money.ts';

export interface DeliverySettings {
  /** Per hour, in the currency of the workspace. */
  billRate: string | null;
  timeFourEyes: boolean;
}

export type DeliveryInput = { [Name in keyof DeliverySettings]?: DeliverySettings[Name] | null };

/** Returns the settings with their defaults. */
export function deliverySettings({
  delivery,
  currency,
}: {
  delivery: Partial<DeliverySettings>;
  currency: string;
}): DeliverySettings {
  return {
    billRate: delivery.billRate ? formatMoney(delivery.billRate, currency) : null,
    timeFourEyes: delivery.timeFourEyes ?? false,
  };
}

/** Returns the stored settings after a change; absent members stay, null means the default. @throws VALIDATION_ERROR */
export function readDelivery(
  input: DeliveryInput,
  before: Partial<DeliverySettings>,
  currency: string,
): Partial<DeliverySettings> {
  const after = { ...before };
  if (input.billRate?.startsWith('-'))
    throw invalid('delivery.bill_rate', 'range', 'Give a rate of 0 or more.');
  if (input.billRate !== undefined)
    after.billRate = input.billRate && readMoney(input.billRate, currency, 'delivery.bill_rate');
  if (input.timeFourEyes !== undefined) after.timeFourEyes = input.timeFourEyes ?? false;
  return after;
}
