// The webhooks of a workspace: list, create, change, delete, rotate secrets (service.md section 6, platform.md
// section 9).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { visibleMembers } from '../../events/record-snapshot.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { snakeCase } from '../../naming.ts';
import { API_VERSIONS } from '../../version.ts';
import { fieldsOf, partKind } from '../records/kind.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { PUBLIC_EVENTS } from './envelope.ts';
import { webhookListing } from './loaders.ts';
import { Webhook } from './model.ts';
import { deleteEndpointQueue, openEndpointQueue } from './queue.ts';
import {
  assertStatus,
  type FieldFilter,
  isSubscribed,
  MAX_WEBHOOKS,
  overlapEnd,
  readEventTypes,
  readFilter,
  readHeaders,
  type Signature,
  TEST_EVENT,
} from './rules.ts';
import { createSecret, encryptForWebhook } from './signing.ts';
import { cancelDeliveries, holdDeliveries, resumeDeliveries } from './states.ts';

/** The fields of a webhook that a caller can set; absent fields stay unchanged. */
export interface WebhookInput {
  name?: string | null;
  url?: string | null;
  eventTypes?: string[] | null;
  filter?: Record<string, unknown> | null;
  status?: string | null;
  signature?: Signature | null;
  customHeaders?: Record<string, unknown> | null;
  maxInFlight?: number | null;
}

/** Fields that appear in neither audit nor events. */
const NOT_AUDITED = new Set([
  ...['url', 'sealedSecret', 'sealedPreviousSecret', 'sealedHeaders'],
  ...['lastSuccessAt', 'firstFailureAt', 'activatedAt'],
]);

const webhookKind = partKind({
  model: Webhook,
  title: 'name',
  audited: (webhook) =>
    Object.fromEntries(Object.entries(fieldsOf(webhook)).filter(([field]) => !NOT_AUDITED.has(field))),
});

/** Returns a page of webhooks. */
export function listWebhooks(ctx: TenantContext, args: ListArguments): Promise<PageOf<Webhook>> {
  return listPage<Webhook>(ctx, webhookListing, args);
}

/** Returns one webhook. @throws NOT_FOUND */
export function getWebhook(ctx: TenantContext, id: string): Promise<Webhook> {
  return Webhook.find(ctx, id);
}

/**
 * Creates a webhook that subscribes a URL to event types, beginning with the events after its creation.
 * @throws VALIDATION_ERROR, URL_NOT_ALLOWED, QUOTA_EXCEEDED if the workspace has 20 webhooks
 */
export async function createWebhook(ctx: TenantContext, input: WebhookInput): Promise<Webhook> {
  const { keys } = ctx.services;
  if (input.status != null) assertStatus('active', input.status);
  const id = uuid();
  const fields = { ...(await readFields(ctx, input)), ...sealedHeaders(ctx, id, input) };
  // The lock serializes counting and inserting; concurrent requests could exceed the limit otherwise.
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks:${ctx.tenantId}`]);
  const count = await Webhook.live(ctx).resultSize();
  if (count >= MAX_WEBHOOKS) {
    fail('QUOTA_EXCEEDED', `A workspace has at most ${MAX_WEBHOOKS} webhooks; delete one first.`, {
      details: { quota: 'webhooks', limit: MAX_WEBHOOKS },
    });
  }
  const signature = input.signature ?? 'v1';
  const { secret, publicKey } = createSecret(signature);
  const webhook = await insertRecord(ctx, webhookKind, {
    id,
    maxInFlight: 5,
    ...fields,
    status: input.status === 'paused' ? 'paused' : 'active',
    signature,
    publicKey,
    sealedSecret: encryptForWebhook(keys, id, secret),
    apiVersion: API_VERSIONS.at(-1)!,
    activatedAt: ctx.now,
  });
  await openEndpointQueue(ctx, id, webhook.maxInFlight);
  return withSecret(ctx, webhook, secret);
}

/**
 * Changes a webhook. Pausing holds its queued deliveries; setting it active again queues them, also if the service had
 * disabled it.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, URL_NOT_ALLOWED, CONFLICT if an operator has disabled it
 */
export async function updateWebhook(
  ctx: TenantContext,
  id: string,
  input: WebhookInput,
  expectedVersion?: number | null,
): Promise<Webhook> {
  const before = await lockRecord(ctx, webhookKind, id, { expectedVersion: expectedVersion ?? null });
  if (input.signature != null && input.signature !== before.signature)
    throw invalid(
      'signature',
      'read_only',
      'The signature cannot be changed; create another webhook with the other signature.',
    );
  const patch: Record<string, unknown> = {
    ...(await readFields(ctx, input, before)),
    ...sealedHeaders(ctx, id, input),
    ...statusPatch(ctx, before, input.status),
  };
  const after = await changeRecord(ctx, webhookKind, before, patch);
  if (after === before) return before;
  if (before.status === 'active' && after.status !== 'active') await holdDeliveries(ctx, id);
  if (before.status !== 'active' && after.status === 'active') await resumeDeliveries(ctx, after);
  else if (patch.maxInFlight) await openEndpointQueue(ctx, id, after.maxInFlight);
  return after;
}

/** Deletes a webhook and cancels its queued deliveries. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteWebhook(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const webhook = await lockRecord(ctx, webhookKind, id, { expectedVersion: expectedVersion ?? null });
  const deletion = await deleteRecord(ctx, webhookKind, webhook);
  await cancelDeliveries(ctx, id);
  await deleteEndpointQueue(ctx, id);
  return deletion;
}

/**
 * Creates a new signing secret; the previous one also signs until the overlap ends.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR out_of_range; CONFLICT overlap_open during the overlap of an earlier rotation,
 *   unless `force` is set, which ends that overlap at once
 */
export async function rotateSecret(
  ctx: TenantContext,
  id: string,
  { overlapHours, force }: { overlapHours?: number | null; force?: boolean | null },
  expectedVersion?: number | null,
): Promise<Webhook> {
  const endsAt = overlapEnd(ctx.now, overlapHours);
  const before = await Webhook.lock<Webhook>(ctx, id, { expectedVersion });
  if (hasPreviousSecret(before, ctx.now) && !force) {
    throw new ServiceError(
      'CONFLICT',
      'The previous secret still signs; wait until its overlap ends, or send force.',
      {
        details: { reason: 'overlap_open', previous_secret_expires_at: before.previousSecretExpiresAt },
      },
    );
  }
  const { secret, publicKey } = createSecret(before.signature);
  const isOverlap = endsAt > ctx.now;
  const after = await before.change(ctx, {
    sealedSecret: encryptForWebhook(ctx.services.keys, id, secret),
    publicKey,
    sealedPreviousSecret: isOverlap ? before.sealedSecret : null,
    previousSecretExpiresAt: isOverlap ? endsAt : null,
  });
  await emit(ctx, 'webhook.secret_rotated', {
    object: { id, version: after.version },
    label: after.name,
    links: [],
    data: { previous_secret_expires_at: after.previousSecretExpiresAt },
  });
  return withSecret(ctx, after, secret);
}

/** Returns whether a previous secret still signs. */
export function hasPreviousSecret({ previousSecretExpiresAt }: Webhook, now: Date): boolean {
  return previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
}

/** Adds the secret, which only this response shows. Receivers of v1a need only the public key. */
function withSecret(ctx: TenantContext, webhook: Webhook, secret: string): Webhook {
  if (webhook.signature === 'v1') {
    ctx.shownOnce.add(secret);
    webhook.secret = secret;
  }
  return webhook;
}

async function readFields(
  ctx: TenantContext,
  input: WebhookInput,
  before?: Webhook,
): Promise<Partial<Webhook>> {
  const { name, url, eventTypes, filter, maxInFlight } = input;
  const fields: Partial<Webhook> = {};
  if (name !== undefined) fields.name = readName(name);
  if (eventTypes !== undefined) fields.eventTypes = readTypes(eventTypes);
  const types = fields.eventTypes ?? before?.eventTypes ?? [];
  // Other event types may have other fields, so a stored filter is validated again.
  if (filter !== undefined || eventTypes !== undefined)
    fields.filter = filterFor(ctx, filter === undefined ? (before?.filter ?? {}) : (filter ?? {}), types);
  if (maxInFlight != null) fields.maxInFlight = maxInFlight;
  if (url !== undefined) {
    if (!url) throw invalid('url', 'required', 'Send the URL that receives the events.');
    await ctx.services.egress.assertAllowed(url);
    fields.url = url;
  }
  return fields;
}

function readName(name: string | null): string {
  const text = name?.replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Send a name for the webhook.');
  return text;
}

function readTypes(patterns: string[] | null): string[] {
  if (!patterns?.length)
    throw invalid('event_types', 'required', 'Subscribe to at least one event type, or to *.');
  const eventTypes = PUBLIC_EVENTS.map(([type]) => type).filter((type) => type !== TEST_EVENT);
  return readEventTypes(patterns, eventTypes);
}

function filterFor(
  { services }: TenantContext,
  filter: Record<string, unknown>,
  patterns: string[],
): FieldFilter {
  const subscribed = PUBLIC_EVENTS.filter(([type]) => isSubscribed(patterns, type));
  const members = subscribed.flatMap(([, kind]) => Object.keys(visibleMembers(services, kind.object) ?? {}));
  const governed = new Set([...services.governed.keys()].map(snakeCase));
  return readFilter(filter, new Set(members), governed);
}

function sealedHeaders(ctx: TenantContext, id: string, { customHeaders }: WebhookInput): Partial<Webhook> {
  if (customHeaders === undefined) return {};
  const headers = readHeaders(customHeaders ?? {});
  const names = Object.keys(headers);
  const sealed = names.length ? encryptForWebhook(ctx.services.keys, id, JSON.stringify(headers)) : null;
  return { headerNames: names, sealedHeaders: sealed };
}

function statusPatch(
  ctx: TenantContext,
  before: Webhook,
  status: string | null | undefined,
): Partial<Webhook> {
  if (status == null || status === before.status) return {};
  assertStatus(before.status, status);
  // Activation resets the failure history.
  return { status, ...(status === 'active' && { activatedAt: ctx.now, firstFailureAt: null }) };
}
