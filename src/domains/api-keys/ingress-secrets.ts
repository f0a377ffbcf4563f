// The secrets with which providers sign the events that they send to this service.
import { openForTenant, sealForTenant } from '../../access/tenant-keys.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { ProviderKey } from './model.ts';
import type { Provider } from './rules.ts';

/** What events are about. */
export type EventSubject = 'mail' | 'voice' | 'signing' | 'payments';

/** The providers whose keys receive events, and the modules that the events belong to. */
const RECEIVERS: Record<EventSubject, { provider: Provider; module: string }> = {
  mail: { provider: 'email_smtp', module: 'communications' },
  voice: { provider: 'custom', module: 'communications' },
  signing: { provider: 'custom', module: 'signing' },
  payments: { provider: 'stripe', module: 'commercial' },
};

/** How long a replaced secret stays good. */
const FORMER_MS = 24 * 3_600_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type IngressSecrets = Pick<
  ProviderKey,
  'sealedIngressSecret' | 'sealedFormerIngressSecret' | 'formerIngressUntil'
>;

const NO_SECRETS: IngressSecrets = {
  sealedIngressSecret: null,
  sealedFormerIngressSecret: null,
  formerIngressUntil: null,
};

/**
 * Returns the columns of the secret for the events of a key; a secret that is replaced stays good for 24 hours.
 * @throws VALIDATION_ERROR for a secret that is none of Standard Webhooks, or a provider that sends no events
 */
export async function ingressColumns(
  ctx: TenantContext,
  { id, provider, sealedIngressSecret }: Pick<ProviderKey, 'id' | 'provider'> & Partial<IngressSecrets>,
  secret: string | null | undefined,
): Promise<Partial<IngressSecrets>> {
  if (secret === undefined) return {};
  if (!secret) return NO_SECRETS;
  return {
    sealedIngressSecret: await sealIngressSecret(ctx, id, provider, secret),
    ...(sealedIngressSecret && {
      sealedFormerIngressSecret: sealedIngressSecret,
      formerIngressUntil: new Date(ctx.now.getTime() + FORMER_MS),
    }),
  };
}

async function sealIngressSecret(
  ctx: TenantContext,
  id: string,
  provider: Provider,
  secret: string,
): Promise<string> {
  if (!Object.values(RECEIVERS).some((receiver) => receiver.provider === provider))
    throw invalid(
      'ingress_secret',
      'provider',
      'Keys of email_smtp, stripe and custom can receive events, others cannot.',
    );
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length;
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) || bytes < 24 || bytes > 64)
    throw invalid('ingress_secret', 'format', 'Give whsec_ and 24 to 64 random bytes as base64.');
  return sealForTenant(ctx, secret, sealContext(id));
}

/** Returns the workspace of a connection that receives events, and its secrets, newest first; undefined if there is none. */
export async function receiverOf(
  services: Services,
  connectionId: string | undefined,
  subject: EventSubject,
): Promise<{ tenantId: string; secrets: string[] } | undefined> {
  if (!connectionId || !UUID.test(connectionId)) return undefined;
  const { provider, module } = RECEIVERS[subject];
  const [found] = await services.database.read({}, (tx) =>
    tx.rows<{ tenantId: string }>(
      `select k.workspace_id as "tenantId" from provider_key_workspaces k join tenants t on t.id = k.workspace_id
       where k.provider_key_id = $1 and t.status = 'active' and coalesce((t.modules ->> $2)::boolean, true)`,
      [connectionId, module],
    ),
  );
  if (!found) return undefined;
  const { tenantId } = found;
  const origin = { services, log: NO_LOG, tenantId, requestId: 'ingress' };
  return inWorkspace(origin as never, async (ctx) => {
    const key = (await ProviderKey.live(ctx).where({ id: connectionId, provider }).first()) as
      | ProviderKey
      | undefined;
    if (!key?.sealedIngressSecret || key.status === 'disabled') return undefined;
    const { sealedFormerIngressSecret: former, formerIngressUntil: until } = key;
    const sealed = [key.sealedIngressSecret, ...(former && until! > ctx.now ? [former] : [])];
    const secrets = await Promise.all(sealed.map((one) => openForTenant(ctx, one, sealContext(key.id))));
    return { tenantId, secrets };
  });
}

const NO_LOG = { debug() {}, info() {}, warn() {}, error() {} };

const sealContext = (id: string): string => `provider_keys:${id}:ingress`;
