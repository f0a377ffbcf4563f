// The account of a workspace at a payment provider: a provider key of `stripe` that also receives its events.
import type { TenantContext } from '../../context.ts';
import { ProviderKey } from './model.ts';
import { openSecret } from './service.ts';

export interface PaymentAccount {
  id: string;
  secret: string;
  /** Another address of the provider's API. */
  baseUrl: string | null;
}

/** Returns the account that takes payments of invoices, the default one first; undefined without one. */
export async function findPaymentAccount(ctx: TenantContext): Promise<PaymentAccount | undefined> {
  const key = (await ProviderKey.live(ctx)
    .where({ provider: 'stripe' })
    .whereNot('status', 'disabled')
    .whereNotNull('sealedIngressSecret')
    .orderBy([{ column: 'isDefault', order: 'desc' }, { column: 'id' }])
    .first()) as ProviderKey | undefined;
  return key && { id: key.id, baseUrl: key.baseUrl, secret: await openSecret(ctx, key) };
}
