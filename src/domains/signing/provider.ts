// The provider that carries out an envelope: this service itself, or a connection to another one. A connection is a
// provider key of `custom` with an address, a secret and a secret for events (imports-dashboard-signing.md point 10.15).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { findConnection } from '../api-keys/connections.ts';
import type { Envelope } from './model.ts';

/** Attempts of a request to a provider, over about ten hours. */
export const ATTEMPTS = 10;

/** Returns whether another provider carries out an envelope; it invites, reminds and sends the copies. */
export function isExternal({ provider }: Pick<Envelope, 'provider'>): boolean {
  return provider !== 'internal';
}

/** Returns the provider of an envelope in its stored form. @throws VALIDATION_ERROR exists */
export async function readProvider(ctx: TenantContext, provider: string): Promise<string> {
  if (provider === 'internal') return provider;
  const connection = await findConnection(ctx, provider);
  if (!connection)
    throw invalid(
      'provider',
      'exists',
      'There is no such connection; give internal, or the id of a provider key of custom with base_url and ingress_secret.',
    );
  return connection.id;
}

/** Queues that an envelope is handed over to its provider. */
export function handOver(ctx: TenantContext, { id }: Envelope): Promise<void> {
  return enqueue(ctx, 'send_to_signing_provider', { id }, { key: id, maxAttempts: ATTEMPTS });
}

/** Queues that an ended envelope is voided at its provider; nothing if only this service knows it. */
export async function voidAtItsProvider(ctx: TenantContext, envelope: Envelope): Promise<void> {
  if (!isExternal(envelope) || !envelope.providerEnvelopeId) return;
  const { id } = envelope;
  await enqueue(ctx, 'void_at_signing_provider', { id }, { key: id, maxAttempts: ATTEMPTS });
}

/** Refuses what another provider does by itself. @throws CONFLICT external_provider */
export function assertInternal(envelope: Envelope): void {
  if (isExternal(envelope))
    fail('CONFLICT', 'The signing provider of this envelope invites, corrects and reminds its recipients.', {
      details: { reason: 'external_provider' },
    });
}
