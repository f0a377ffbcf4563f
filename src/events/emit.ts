// Writes the audit entry, timeline row and outbox event of a change, in its transaction.
import { v7 as uuid } from 'uuid';
import { auditActorOf } from '../access/principal.ts';
import type { ErrorCode } from '../error-codes.ts';
import type { TenantOperationContext } from '../operations/context.ts';
import { type EventKind, type EventType, eventKind } from './catalogue.ts';
import { recordSnapshot } from './record-snapshot.ts';
import { watchedRecord } from './watched-record.ts';

/** A record whose timeline shows the change. */
export interface Link {
  /** The name of a kind with a timeline: `company`. */
  entity: string;
  id: string;
}

export interface Change {
  /** The object after the change (or before a deletion); its id and version are part of the event. */
  object: { id: string; version?: number };
  /** The name by which people know the object, for the audit. */
  label?: string;
  /** The fields before and after; only those that differ are stored. */
  before?: object;
  after?: object;
  /** Fields that are stored in the audit but not in events. */
  withheld?: string[];
  /** The timelines that show the change. */
  links: Link[];
  /** Set if the change was refused, with the error code, for the audit. */
  refusal?: ErrorCode;
  /** Further members of the event's `data.object`; never a governed or private text. */
  data?: Record<string, unknown>;
}

interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Columns that change with every write and are not reported. */
const SILENT = new Set([
  'version',
  'updatedAt',
  'updatedBy',
  'createdAt',
  'createdBy',
  'tenantId',
  'id',
  'displayName',
]);

/**
 * Writes the audit entry, the activity with its links, and the event in one statement of the caller's transaction. If a
 * webhook subscribes to the event, the current record is read for it and an outbox row is written. Governed values are
 * replaced in all of them (crm.md section 5).
 */
export async function emit(ctx: TenantOperationContext, type: EventType, change: Change): Promise<void> {
  const kind = eventKind(type);
  // Data loaded before the change is outdated.
  ctx.loaders.clear();
  const { approval } = ctx.principal;
  const actor = {
    ...auditActorOf(ctx.principal),
    ...(approval && { approver: approval.by, proposal_id: approval.proposalId }),
  };
  const changes = differences(ctx, change.before ?? {}, change.after ?? {});
  const data = { ...eventData(kind, change, changes), ...originOf(ctx) };
  const event: EventRow = {
    id: uuid(),
    type,
    actor,
    objectType: kind.object,
    objectId: change.object.id,
    data,
  };
  const watched = watchedRecord(kind.object, change);
  const [found] = await ctx.tx.rows<{ isSubscribed: boolean; isWatched: boolean }>(
    INSERT_CHANGE,
    [
      ...eventValues(ctx, event),
      uuid(),
      uuid(),
      operationOf(ctx) ?? null,
      ctx.surface,
      change.label ?? null,
      JSON.stringify(changes),
      ctx.ip ?? null,
      ctx.userAgent ?? null,
      change.label ? `${kind.line}: ${change.label}` : kind.line,
      change.links.map(({ entity }) => entity),
      change.links.map(({ id }) => id),
      !kind.isInternal,
      actor.id,
      riskOf(ctx),
      change.refusal ? 'denied' : 'success',
      change.refusal ?? null,
      watched.type,
      watched.id,
    ],
    'generic',
  );
  const { isSubscribed, isWatched } = found!;
  if (isSubscribed && !kind.isInternal) await emitToWebhooks(ctx, event);
  await ctx.services.notify(ctx, type, change, isWatched && !kind.isInternal);
}

/** An event in its stored form. */
interface EventRow {
  id: string;
  type: EventType;
  actor: object;
  objectType: string;
  objectId: string;
  data: EventData;
}

/** The data of an event; `has_record` if it contains the record as of the change. */
export interface EventData {
  object_type: string;
  object: Record<string, unknown>;
  previous?: Record<string, unknown>;
  has_record?: true;
  /** What brought the change about, if it was no call of its own. */
  origin?: 'import';
  origin_id?: string;
}

function eventData(kind: EventKind, change: Change, changes: FieldChange[]): EventData {
  const { id, version } = change.object;
  const visible = changes.filter(
    ({ field, from }) => from !== '[redacted]' && !change.withheld?.includes(field),
  );
  const previous = Object.fromEntries(visible.map(({ field, from }) => [field, from]));
  return {
    object_type: kind.object,
    object: { id, ...(version && { version }), ...change.data },
    ...(change.before && { previous }),
  };
}

/** Writes an event that a webhook subscribes to, with the record as of the change. */
async function emitToWebhooks(ctx: TenantOperationContext, event: EventRow): Promise<void> {
  const { data } = event;
  const record = await recordSnapshot(ctx, event.objectType, event.objectId);
  const whole: EventData = record
    ? { ...data, object: { ...data.object, ...record }, has_record: true }
    : data;
  ctx.tx.defer({ text: INSERT_EVENT, values: eventValues(ctx, { ...event, data: whole }), plan: 'generic' });
}

/** Returns the values of the columns of `events` and the subscription patterns that match the event: $1 to $10. */
function eventValues(ctx: TenantOperationContext, event: EventRow): unknown[] {
  const { id, type, actor, objectType, objectId, data } = event;
  return [
    ctx.tenantId,
    id,
    type,
    ctx.now,
    JSON.stringify(actor),
    ctx.requestId,
    objectType,
    objectId,
    JSON.stringify(data),
    subscriptionPatterns(eventKind(type), type),
  ];
}

/** Returns the event types and patterns by which a webhook can subscribe to an event (platform.md §9). */
function subscriptionPatterns({ isDirect }: EventKind, type: EventType): string[] {
  return isDirect ? [] : ['*', type, `${type.split('.')[0]}.*`];
}

/** Returns the operation that the audit names: that of the import while one of its rows runs. */
function operationOf({ importing, operation }: TenantOperationContext): string | undefined {
  return importing?.operation ?? operation;
}

function originOf({ importing }: TenantOperationContext): Pick<EventData, 'origin' | 'origin_id'> {
  return importing ? { origin: 'import', origin_id: importing.importId } : {};
}

/** Returns the risk of the operation; in ad-hoc GraphQL its name is that of the root field. */
function riskOf(ctx: TenantOperationContext): string | null {
  const operation = operationOf(ctx);
  if (!operation) return null;
  return (
    ctx.services.catalogue.byName.get(operation[0]!.toUpperCase() + operation.slice(1))?.access.risk ?? null
  );
}

/** The webhooks that subscribe to the event, in any state: a paused one may recover it later. */
const SUBSCRIBED = `
  select w.status from webhooks w where w.tenant_id = $1 and w.deleted_at is null and w.event_types && $10::text[]`;

/**
 * Writes a change, and its event unless that is internal or a webhook subscribes to it, which needs the record. Returns
 * whether a webhook does, and whether people watch the record.
 */
const INSERT_CHANGE = `
  with entry as (
    insert into audit_entries (tenant_id, occurred_at, actor, action, target_type, target_id, request_id, id, operation,
      surface, target_label, outcome, error_code, changes, ip, user_agent, actor_id, risk)
    values ($1, $4, $5, $3, $7, $8, $6, $11, $13, $14, $15, $25, $26, $16, $17, $18, $23, $24)
  ), activity as (
    insert into activities (tenant_id, occurred_at, created_at, actor, event, id, type, subject, source)
    select $1, $4, $4, $5, $3, $12, 'system', $19, 'system' where cardinality($21::uuid[]) > 0
  ), links as (
    insert into activity_links (tenant_id, occurred_at, activity_id, entity, entity_id)
    select $1, $4, $12, link.entity, link.id from unnest($20::text[], $21::uuid[]) as link(entity, id)
  ), found as materialized (
    select exists (${SUBSCRIBED}) as subscribed, exists (select from record_subscriptions s
      where s.tenant_id = $1 and s.entity_type = $27 and s.entity_id = $28 and s.state = 'watching') as watched
  ), event as (
    insert into events (tenant_id, id, type, occurred_at, actor, request_id, object_type, object_id, data)
    select $1, $2::uuid, $3, $4, $5, $6, $7, $8, $9::jsonb from found where $22::boolean and not subscribed
  )
  select subscribed as "isSubscribed", watched as "isWatched" from found`;

const INSERT_EVENT = `
  with outbox as (
    insert into webhook_outbox (workspace_id, event_id)
    select $1, $2::uuid where 'active' in (${SUBSCRIBED})
  )
  insert into events (tenant_id, id, type, occurred_at, actor, request_id, object_type, object_id, data)
  values ($1, $2::uuid, $3, $4, $5, $6, $7, $8, $9::jsonb)`;

function differences(ctx: TenantOperationContext, before: object, after: object): FieldChange[] {
  const { governed } = ctx.services;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes: FieldChange[] = [];
  for (const field of names) {
    if (SILENT.has(field)) continue;
    const from = (before as Record<string, unknown>)[field] ?? null;
    const to = (after as Record<string, unknown>)[field] ?? null;
    if (field === 'customFields') {
      changes.push(...customDifferences(ctx, (from ?? {}) as Values, (to ?? {}) as Values));
      continue;
    }
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changes.push(governed.has(field) ? { field, from: '[redacted]', to: '[redacted]' } : { field, from, to });
  }
  return changes;
}

type Values = Record<string, unknown>;

/** Compares custom fields by key. If the class of a field is governed or no longer known, its values are redacted. */
function customDifferences(
  { principal }: TenantOperationContext,
  before: Values,
  after: Values,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[key] ?? null, after[key] ?? null];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const fields = Object.values(principal.customFields).flatMap((own) => own.get(key) ?? []);
    const isOrdinary = fields.length > 0 && fields.every((one) => one.classification === 'ordinary_crm');
    const field = `customFields.${key}`;
    changes.push(isOrdinary ? { field, from, to } : { field, from: '[redacted]', to: '[redacted]' });
  }
  return changes;
}
