// The secrets with which providers sign the events that they send to this service.
import { openForTenant, sealForTenant } from '../../access/tenant-keys.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { ProviderKey } from './model.ts';
import type { Provider } from './rules.ts';

/** The providers whose keys receive events: mail by mail servers, calls by custom ones. */
const RECEIVERS: Record<'mail' | 'voice', Provider> = { mail: 'email_smtp', voice: 'custom' };

/**
 * Returns the encrypted secret for the events of a key.
 * @throws VALIDATION_ERROR for a secret that is none of Standard Webhooks, or a provider that sends no events
 */
export async function sealIngressSecret(
  ctx: TenantContext,
  id: string,
  provider: Provider,
  secret: string,
): Promise<string> {
  if (!Object.values(RECEIVERS).includes(provider))
    throw invalid(
      'ingress_secret',
      'provider',
      'Keys of email_smtp and custom can receive events, others cannot.',
    );
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length;
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) || bytes < 24 || bytes > 64)
    throw invalid('ingress_secret', 'format', 'Give whsec_ and 24 to 64 random bytes as base64.');
  return sealForTenant(ctx, secret, sealContext(id));
}

/** Returns the workspace and the secret of a connection that receives events; undefined if there is none. */
export async function ingressSecretOf(
  services: Services,
  connectionId: string,
  kind: 'mail' | 'voice',
): Promise<{ tenantId: string; secret: string } | undefined> {
  const [found] = await services.database.read({}, (tx) =>
    tx.rows<{ tenantId: string }>(
      `select k.workspace_id as "tenantId" from provider_key_workspaces k join tenants t on t.id = k.workspace_id
       where k.provider_key_id = $1 and t.status = 'active' and coalesce((t.modules ->> 'communications')::boolean, true)`,
      [connectionId],
    ),
  );
  if (!found) return undefined;
  const origin = { services, log: NO_LOG, tenantId: found.tenantId, requestId: 'ingress' };
  return inWorkspace(origin as never, async (ctx) => {
    const key = (await ProviderKey.live(ctx)
      .where({ id: connectionId, provider: RECEIVERS[kind] })
      .first()) as ProviderKey | undefined;
    if (!key?.sealedIngressSecret || key.status === 'disabled') return undefined;
    return {
      tenantId: found.tenantId,
      secret: await openForTenant(ctx, key.sealedIngressSecret, sealContext(key.id)),
    };
  });
}

const NO_LOG = { debug() {}, info() {}, warn() {}, error() {} };

const sealContext = (id: string): string => `provider_keys:${id}:ingress`;
