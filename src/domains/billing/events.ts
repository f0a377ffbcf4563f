// Takes the signed events of the payment provider: each is stored once before it is answered; its effects follow in a job.
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { receiverOf } from '../api-keys/ingress-secrets.ts';
import { inWorkspace } from '../in-workspace.ts';
import { hasTimedSignature, headerOf, type SignedBody } from '../provider-signatures.ts';
import { type EventType, typeOf } from './event-types.ts';
import { PROVIDER } from './stripe.ts';

/** An event as it arrived. */
export interface PaymentEventRequest extends SignedBody {
  provider: string;
  connectionId: string | undefined;
  requestId: string;
  log: Log;
}

/** The events of the platform's own account. */
export const PLATFORM = 'platform';

const MAX_ID = 200;

/** What is read of an event before it is stored. */
interface EventHead {
  id: string;
  /** The type in the words of this service; undefined for one that has no effect. */
  type: EventType | undefined;
  name: string;
  created: Date;
  objectId: string | null;
  /** Ids by which the workspace is found. */
  ids: string[];
}

type Receipt = Promise<{ status: number; duplicate: boolean }>;

/**
 * Stores an event about the subscription of a workspace, which is found by the objects that it names.
 * @throws UNKNOWN_PROVIDER, INVALID_SIGNATURE, MALFORMED_REQUEST, VALIDATION_ERROR
 */
export async function receiveBillingEvent(services: Services, request: PaymentEventRequest): Receipt {
  if (request.provider !== PROVIDER) fail('UNKNOWN_PROVIDER');
  const secrets = services.config.stripe?.webhookSecrets ?? [];
  assertSigned(request, secrets, services.clock.now());
  const head = readHead(request.body);
  const tenantId = await services.database.read({}, (tx) => workspaceOf(tx, head.ids));
  const now = services.clock.now();
  if (!tenantId)
    return services.database.write({}, async (tx) => ({
      status: 200,
      duplicate: !(await insertEvent(tx, PLATFORM, null, head, request.body, now)),
    }));
  return storeFor(services, request, PLATFORM, tenantId, head);
}

/**
 * Stores an event about an invoice of a workspace, from the account that `?connection=` names.
 * @throws INVALID_SIGNATURE, MALFORMED_REQUEST, VALIDATION_ERROR
 */
export async function receivePaymentEvent(services: Services, request: PaymentEventRequest): Receipt {
  const found = await receiverOf(services, request.connectionId, 'payments');
  assertSigned(request, found?.secrets ?? [], services.clock.now());
  const head = readHead(request.body);
  return storeFor(services, request, request.connectionId!.toLowerCase(), found!.tenantId, head);
}

function storeFor(
  services: Services,
  { log, requestId, body }: PaymentEventRequest,
  connection: string,
  tenantId: string,
  head: EventHead,
): Receipt {
  return inWorkspace({ services, log, tenantId, requestId }, async (ctx) => {
    const isNew = await insertEvent(ctx.tx, connection, tenantId, head, body, ctx.now);
    if (isNew && head.type) await queueEvent(ctx, connection, head.id);
    return { status: 200, duplicate: !isNew };
  });
}

/** Queues the effects of a stored event. */
export function queueEvent(ctx: TenantContext, connection: string, eventId: string): Promise<void> {
  return enqueue(ctx, 'apply_payment_event', { connection, eventId });
}

/** Queues the effects of a stored event again that had none. */
export async function repeatPaymentEvent(
  ctx: TenantContext,
  connection: string,
  eventId: string,
): Promise<void> {
  await ctx.tx.rows(
    `update payment_events set state = 'waiting' where provider = $1 and connection = $2 and event_id = $3`,
    [PROVIDER, connection, eventId],
  );
  await queueEvent(ctx, connection, eventId);
}

/** Returns the workspace that one of the provider's objects belongs to. */
export async function workspaceOf(
  tx: Pick<TenantContext['tx'], 'rows'>,
  ids: readonly string[],
): Promise<string | undefined> {
  const [row] = await tx.rows<{ tenantId: string }>(
    'select workspace_id as "tenantId" from billing_objects where provider = $1 and object_id = any ($2) limit 1',
    [PROVIDER, ids],
  );
  return row?.tenantId;
}

async function insertEvent(
  tx: Pick<TenantContext['tx'], 'rows'>,
  connection: string,
  tenantId: string | null,
  { id, type, name, created, objectId }: EventHead,
  body: string,
  now: Date,
): Promise<boolean> {
  const state = type ? (tenantId ? 'waiting' : 'parked') : 'ignored';
  const rows = await tx.rows(
    `insert into payment_events (provider, connection, event_id, type, workspace_id, object_id, created, state, body, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning event_id`,
    [PROVIDER, connection, id, name, tenantId, objectId, created, state, body, now],
  );
  return rows.length > 0;
}

/** @throws INVALID_SIGNATURE, the same for an unknown account and a wrong signature */
function assertSigned({ headers, body }: SignedBody, secrets: readonly string[], now: Date): void {
  const header = headerOf(headers, 'payment-signature') || headerOf(headers, 'stripe-signature');
  if (secrets.length === 0 || !hasTimedSignature(header, body, secrets, now)) fail('INVALID_SIGNATURE');
}

/** @throws MALFORMED_REQUEST, VALIDATION_ERROR */
function readHead(body: string): EventHead {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    return fail('MALFORMED_REQUEST');
  }
  const { id, type, created, data } = (event ?? {}) as Record<string, unknown>;
  const name = textOf('type', type);
  const seconds = typeof created === 'number' && created >= 0 && created < 1e11 ? created : undefined;
  if (seconds === undefined) throw invalid('created', 'required', 'Give created in seconds since 1970.');
  const object = objectOf(data);
  return {
    ...{ id: textOf('id', id), name, type: typeOf(name, object) },
    created: new Date(seconds * 1000),
    objectId: idOf(object.id),
    ids: idsOf(object),
  };
}

function textOf(path: 'id' | 'type', value: unknown): string {
  if (typeof value === 'string' && value && value.length <= MAX_ID && !value.includes('\0')) return value;
  throw invalid(path, 'required', `Give the ${path} of the event, a text of up to ${MAX_ID} characters.`);
}

/** Returns the object of an event; an empty one if it has none. */
export function objectOf(data: unknown): Record<string, unknown> {
  const object = (data as { object?: unknown } | null | undefined)?.object;
  return object !== null && typeof object === 'object' ? (object as Record<string, unknown>) : {};
}

/** Returns an id of the provider, given as text or as the object itself. */
export function idOf(value: unknown): string | null {
  const id = value !== null && typeof value === 'object' ? (value as { id?: unknown }).id : value;
  return typeof id === 'string' && id.length > 0 && id.length <= MAX_ID && !id.includes('\0') ? id : null;
}

/** Returns the id of the subscription that an object is about. */
export function subscriptionIdOf(object: Record<string, unknown>): string | null {
  const parent = object.parent as { subscription_details?: { subscription?: unknown } } | null | undefined;
  if (object.object === 'subscription') return idOf(object.id);
  return idOf(object.subscription) ?? idOf(parent?.subscription_details?.subscription);
}

/** Returns the ids by which the workspace of an object is found. */
export function idsOf(object: Record<string, unknown>): string[] {
  const ids = [idOf(object.id), subscriptionIdOf(object), idOf(object.customer)];
  return ids.filter((id): id is string => id !== null);
}
