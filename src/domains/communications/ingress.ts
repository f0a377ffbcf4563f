// Events of mail providers: their signature, and what each does (rooms-communications.md points 67, 68).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { receiverOf } from '../api-keys/ingress-secrets.ts';
import { inWorkspace } from '../in-workspace.ts';
import { type Headers, hasWebhookSignature, headerOf } from '../provider-signatures.ts';

/** An event as it arrived. */
export interface ProviderRequest {
  kind: 'mail' | 'voice';
  provider: string;
  connectionId: string | undefined;
  headers: Headers;
  /** The body as it was signed. */
  body: string;
  requestId: string;
  log: Log;
}

export interface ProviderEvent {
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

const PROVIDERS = new Set(['generic']);

/** Handles an event in its workspace. @returns whether it is about something that the workspace knows */
export type EventHandler = (ctx: TenantContext, event: ProviderEvent) => Promise<boolean>;

/**
 * Checks an event and handles it once.
 * @returns the status of the answer, and whether the event came before
 * @throws UNKNOWN_PROVIDER, INVALID_SIGNATURE, VALIDATION_ERROR
 */
export async function receiveProviderEvent(
  services: Services,
  request: ProviderRequest,
  handle: EventHandler,
): Promise<{ status: number; duplicate: boolean }> {
  const { kind, provider, requestId, log } = request;
  if (!PROVIDERS.has(provider)) fail('UNKNOWN_PROVIDER');
  const tenantId = await verify(services, request);
  const event = readEvent(request.body);
  return inWorkspace({ services, log, tenantId, requestId }, async (ctx) => {
    const [inserted] = await ctx.tx.rows(
      `insert into provider_events (tenant_id, provider, connection_id, event_id, type, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning event_id`,
      [
        tenantId,
        `${kind}.${provider}`,
        request.connectionId,
        headerOf(request.headers, 'webhook-id'),
        event.type,
        ctx.now,
      ],
    );
    if (!inserted) return { status: 200, duplicate: true };
    return { status: (await handle(ctx, event)) ? 200 : 202, duplicate: false };
  });
}

/** Lets one event at a time look for the record of an id of the provider and insert it, until the transaction ends. */
export async function lockProviderId(
  { tx, tenantId }: TenantContext,
  table: 'communications' | 'calls' | 'call_recordings',
  id: string,
): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtext($1))', [`${table}:${tenantId}:${id}`]);
}

/** Returns the workspace of the connection whose secret signed the body. @throws INVALID_SIGNATURE */
async function verify(services: Services, request: ProviderRequest): Promise<string> {
  const found = await receiverOf(services, request.connectionId, request.kind);
  if (!found || !hasWebhookSignature(request, found.secrets, services.clock.now()))
    return fail('INVALID_SIGNATURE');
  return found.tenantId;
}

/** @throws MALFORMED_REQUEST, VALIDATION_ERROR */
function readEvent(body: string): ProviderEvent {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    return fail('MALFORMED_REQUEST');
  }
  const { type, data } = (event ?? {}) as Partial<ProviderEvent>;
  if (typeof type !== 'string' || !type || type.length > 200)
    throw invalid('type', 'required', 'Give the type of the event, such as message.bounced.');
  if (data === null || typeof data !== 'object' || Array.isArray(data))
    throw invalid('data', 'type', 'Give the data of the event as an object.');
  return event as ProviderEvent;
}
