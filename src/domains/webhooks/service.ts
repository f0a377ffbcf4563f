// What can be done to the webhooks of a workspace (service.md section 6, platform.md section 9).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { type ListArguments, listPage, type PageOf } from '../../db/page.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { visibleMembers } from '../../events/record-snapshot.ts';
import { snakeCase } from '../../naming.ts';
import { API_VERSIONS } from '../../version.ts';
import { PUBLIC_EVENTS } from './envelope.ts';
import { webhookListing } from './loaders.ts';
import { Webhook } from './model.ts';
import { closeLane, openLane } from './queue.ts';
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
import { makeSecret, sealFor } from './signing.ts';
import { cancelDeliveries, holdDeliveries, resumeDeliveries } from './states.ts';

/** What a caller may write; absent leaves alone. */
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

/** Columns that nobody is told of, sealed or not. */
const CONCEALED = ['url', 'sealedSecret', 'sealedPreviousSecret', 'sealedHeaders'];

/** A page of webhooks. */
export function listWebhooks(ctx: TenantContext, args: ListArguments): Promise<PageOf<Webhook>> {
  return listPage<Webhook>(ctx, webhookListing, args);
}

/** One webhook. @throws NOT_FOUND */
export function getWebhook(ctx: TenantContext, id: string): Promise<Webhook> {
  return Webhook.find(ctx, id);
}

/**
 * Subscribes a URL to event types; events count from then on.
 * @throws VALIDATION_ERROR, URL_NOT_ALLOWED, QUOTA_EXCEEDED with 20 webhooks
 */
export async function createWebhook(ctx: TenantContext, input: WebhookInput): Promise<Webhook> {
  const { keys } = ctx.services;
  if (input.status != null) assertStatus('active', input.status);
  const id = uuid();
  const fields = { ...(await readFields(ctx, input)), ...sealedHeaders(ctx, id, input) };
  // Counting and inserting take turns, or two at once would both find room.
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks:${ctx.tenantId}`]);
  const count = await Webhook.live(ctx).resultSize();
  if (count >= MAX_WEBHOOKS) {
    fail('QUOTA_EXCEEDED', `A workspace has ${MAX_WEBHOOKS} webhooks at most; delete one first.`, {
      details: { quota: 'webhooks', limit: MAX_WEBHOOKS },
    });
  }
  const signature = input.signature ?? 'v1';
  const { secret, publicKey } = makeSecret(signature);
  const webhook = await Webhook.create<Webhook>(ctx, {
    id,
    maxInFlight: 5,
    ...fields,
    status: input.status === 'paused' ? 'paused' : 'active',
    signature,
    publicKey,
    sealedSecret: sealFor(keys, id, secret),
    apiVersion: API_VERSIONS.at(-1)!,
    activatedAt: ctx.now,
  });
  await openLane(ctx, id, webhook.maxInFlight);
  await emit(ctx, 'webhook.created', {
    object: { id, version: webhook.version },
    label: webhook.name,
    after: toldOf(webhook),
    links: [],
  });
  return showing(ctx, webhook, secret);
}

/**
 * Changes a webhook. Pausing holds what waits; setting it active again lets it go, whatever had disabled it.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, URL_NOT_ALLOWED, CONFLICT for one that an operator disabled
 */
export async function updateWebhook(
  ctx: TenantContext,
  id: string,
  input: WebhookInput,
  expectedVersion?: number | null,
): Promise<Webhook> {
  const before = await Webhook.lock<Webhook>(ctx, id, { expectedVersion });
  if (input.signature != null && input.signature !== before.signature)
    throw invalid(
      'signature',
      'read_only',
      'The signature is chosen once; create another webhook for the other one.',
    );
  const patch: Record<string, unknown> = {
    ...(await readFields(ctx, input, before)),
    ...sealedHeaders(ctx, id, input),
    ...statusPatch(ctx, before, input.status),
  };
  const after = await before.change(ctx, patch);
  if (after === before) return before;
  if (before.status === 'active' && after.status !== 'active') await holdDeliveries(ctx, id);
  if (before.status !== 'active' && after.status === 'active') await resumeDeliveries(ctx, after);
  else if (patch.maxInFlight) await openLane(ctx, id, after.maxInFlight);
  await emit(ctx, 'webhook.updated', {
    object: { id, version: after.version },
    label: after.name,
    before: toldOf(before),
    after: toldOf(after),
    links: [],
  });
  return after;
}

/** Deletes a webhook; what waits for it is cancelled. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteWebhook(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const webhook = await Webhook.lock<Webhook>(ctx, id, { expectedVersion });
  await webhook.change(ctx, { deletedAt: ctx.now });
  await cancelDeliveries(ctx, id);
  await closeLane(ctx, id);
  await emit(ctx, 'webhook.deleted', { object: { id }, label: webhook.name, links: [] });
  return { id, deletedAt: ctx.now };
}

/**
 * Makes a new signing secret; the former one signs too until the overlap ends.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR out_of_range; CONFLICT overlap_open within the overlap of another rotation, unless
 *   `force`, which ends that one at once
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
    throw new ServiceError('CONFLICT', 'The former secret still signs; wait for its end, or send force.', {
      details: { reason: 'overlap_open', previous_secret_expires_at: before.previousSecretExpiresAt },
    });
  }
  const { secret, publicKey } = makeSecret(before.signature);
  const isOverlap = endsAt > ctx.now;
  const after = await before.change(ctx, {
    sealedSecret: sealFor(ctx.services.keys, id, secret),
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
  return showing(ctx, after, secret);
}

/** Whether a former secret still signs. */
export function hasPreviousSecret({ previousSecretExpiresAt }: Webhook, now: Date): boolean {
  return previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
}

/** The webhook with its secret, which only this answer shows; of v1a receivers need the public key and nothing else. */
function showing(ctx: TenantContext, webhook: Webhook, secret: string): Webhook {
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
  // Other event types may have other fields, so what stands is looked at anew.
  if (filter !== undefined || eventTypes !== undefined)
    fields.filter = filterFor(ctx, filter === undefined ? (before?.filter ?? {}) : (filter ?? {}), types);
  if (maxInFlight != null) fields.maxInFlight = maxInFlight;
  if (url !== undefined) {
    if (!url) throw invalid('url', 'required', 'Say where the events are to be sent.');
    await ctx.services.egress.assertAllowed(url);
    fields.url = url;
  }
  return fields;
}

function readName(name: string | null): string {
  const text = name?.replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'A webhook has a name.');
  return text;
}

function readTypes(patterns: string[] | null): string[] {
  if (!patterns?.length)
    throw invalid('event_types', 'required', 'Subscribe to one event at least, or to *.');
  const known = PUBLIC_EVENTS.map(([type]) => type).filter((type) => type !== TEST_EVENT);
  return readEventTypes(patterns, known);
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
  const sealed = names.length ? sealFor(ctx.services.keys, id, JSON.stringify(headers)) : null;
  return { headerNames: names, sealedHeaders: sealed };
}

function statusPatch(
  ctx: TenantContext,
  before: Webhook,
  status: string | null | undefined,
): Partial<Webhook> {
  if (status == null || status === before.status) return {};
  assertStatus(before.status, status);
  // It begins anew: what went wrong before counts no more.
  return { status, ...(status === 'active' && { activatedAt: ctx.now, firstFailureAt: null }) };
}

/** What the audit tells of a webhook. */
function toldOf(webhook: Webhook): object {
  const { lastSuccessAt, firstFailureAt, activatedAt, ...told } = webhook.toJSON() as Webhook;
  return Object.fromEntries(Object.entries(told).filter(([field]) => !CONCEALED.includes(field)));
}
