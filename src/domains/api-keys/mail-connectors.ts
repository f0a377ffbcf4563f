// Mail servers of a workspace: provider keys of email_smtp whose secret is the URL of the server.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { ProviderKey } from './model.ts';
import { type MailConnection, readMailUrl } from './rules.ts';
import { openSecret } from './service.ts';

export interface MailConnector extends MailConnection {
  id: string;
}

/**
 * Returns the mail server that sends a message: the named one, else the default one, else the only one.
 * @throws CONNECTOR_NOT_CONFIGURED with `details.reason`
 */
export async function mailConnector(ctx: TenantContext, id: string | null): Promise<MailConnector> {
  const keys = (await ProviderKey.live(ctx).where({ provider: 'email_smtp' })) as ProviderKey[];
  const key = id
    ? keys.find((one) => one.id === id)
    : (keys.find(({ isDefault }) => isDefault) ?? (keys.length === 1 ? keys[0] : undefined));
  if (!key) return notConfigured(id ? 'unknown' : keys.length ? 'no_default' : 'none');
  if (key.status === 'disabled' || key.status === 'invalid') return notConfigured(key.status);
  const connection = readMailUrl(await openSecret(ctx, key));
  if (typeof connection === 'string') return notConfigured(connection);
  return { id: key.id, ...connection };
}

/** @throws CONNECTOR_NOT_CONFIGURED */
export function notConfigured(reason: string): never {
  return fail('CONNECTOR_NOT_CONFIGURED', undefined, { details: { reason } });
}
