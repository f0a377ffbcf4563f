// Connections to services that send events back: provider keys of `custom` with an address and a secret for their events.
import type { TenantContext } from '../../context.ts';
import { ProviderKey } from './model.ts';
import { openSecret } from './service.ts';

export interface Connection {
  id: string;
  baseUrl: string;
  secret: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns a connection by the id of its key; undefined if there is none, or it is disabled. */
export async function findConnection(ctx: TenantContext, id: string): Promise<Connection | undefined> {
  if (!UUID.test(id)) return undefined;
  const key = (await ProviderKey.live(ctx).where({ id, provider: 'custom' }).first()) as
    | ProviderKey
    | undefined;
  if (!key?.baseUrl || !key.sealedIngressSecret || key.status === 'disabled') return undefined;
  return { id: key.id, baseUrl: key.baseUrl, secret: await openSecret(ctx, key) };
}
