// Takes the events that signing providers send: checks the signature, stores each event once, and queues its effects.
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { receiverOf } from '../api-keys/ingress-secrets.ts';
import { inWorkspace } from '../in-workspace.ts';
import { hasTimedSignature, hasWebhookSignature, headerOf, type SignedBody } from '../provider-signatures.ts';
import { isKnownType } from './provider-events.ts';

/** An event as it arrived. */
export interface SigningEventRequest extends SignedBody {
  provider: string;
  connectionId: string | undefined;
  requestId: string;
  log: Log;
}

const MAX_ID = 200;

interface EventHead {
  id: string;
  type: string;
  providerEnvelopeId: string | null;
}

/**
 * Stores an event of a signing provider; its effects follow in a job.
 * @throws UNKNOWN_PROVIDER, INVALID_SIGNATURE, MALFORMED_REQUEST, VALIDATION_ERROR
 */
export async function receiveSigningEvent(
  services: Services,
  { provider, connectionId, requestId, log, ...signed }: SigningEventRequest,
): Promise<{ status: number; duplicate: boolean }> {
  if (provider !== 'generic') fail('UNKNOWN_PROVIDER');
  const found = await receiverOf(services, connectionId, 'signing');
  if (!found || !isSigned(signed, found.secrets, services.clock.now())) return fail('INVALID_SIGNATURE');
  const head = readHead(signed.body);
  const { tenantId } = found;
  return inWorkspace({ services, log, tenantId, requestId }, async (ctx) => ({
    status: 200,
    duplicate: !(await store(ctx, connectionId!.toLowerCase(), head, signed.body)),
  }));
}

/** Returns whether a body is signed, by the header of signing providers if it has one, else by Standard Webhooks. */
function isSigned(signed: SignedBody, secrets: readonly string[], now: Date): boolean {
  const header = headerOf(signed.headers, 'x-signing-signature');
  return header
    ? hasTimedSignature(header, signed.body, secrets, now)
    : hasWebhookSignature(signed, secrets, now);
}

/** @throws MALFORMED_REQUEST, VALIDATION_ERROR */
function readHead(body: string): EventHead {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    return fail('MALFORMED_REQUEST');
  }
  const { id, type, data } = (event ?? {}) as Record<string, unknown>;
  const providerEnvelopeId = (data as Record<string, unknown> | null | undefined)?.provider_envelope_id;
  return {
    id: nameOf('id', id),
    type: nameOf('type', type),
    providerEnvelopeId:
      typeof providerEnvelopeId === 'string' && providerEnvelopeId.length <= MAX_ID
        ? providerEnvelopeId
        : null,
  };
}

function nameOf(path: 'id' | 'type', value: unknown): string {
  if (typeof value === 'string' && value && value.length <= MAX_ID) return value;
  throw invalid(path, 'required', `Give the ${path} of the event, a text of up to ${MAX_ID} characters.`);
}

/** Stores an event and queues its effects. @returns whether it is new */
async function store(
  ctx: TenantContext,
  connectionId: string,
  { id, type, providerEnvelopeId }: EventHead,
  body: string,
): Promise<boolean> {
  const isIgnored = !isKnownType(type) || providerEnvelopeId === null;
  const [inserted] = await ctx.tx.rows(
    `insert into signing_provider_events (tenant_id, connection_id, event_id, type, provider_envelope_id, state, body, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning event_id`,
    [
      ...[ctx.tenantId, connectionId, id, type, providerEnvelopeId],
      ...[isIgnored ? 'ignored' : 'waiting', body, ctx.now],
    ],
  );
  if (inserted && !isIgnored) await enqueue(ctx, 'apply_signing_event', { connectionId, eventId: id });
  return inserted !== undefined;
}

/** Queues the effects of a stored event again that had none. */
export async function repeatSigningEvent(
  ctx: TenantContext,
  connectionId: string,
  eventId: string,
): Promise<void> {
  await ctx.tx.rows(
    `update signing_provider_events set state = 'waiting' where tenant_id = $1 and connection_id = $2 and event_id = $3`,
    [ctx.tenantId, connectionId, eventId],
  );
  await enqueue(ctx, 'apply_signing_event', { connectionId, eventId });
}
