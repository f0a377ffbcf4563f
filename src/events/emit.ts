// One call for all that a change leaves behind: audit entry, timeline row and outbox event, in its transaction.
import { v7 as uuid } from 'uuid';
import { actorOf } from '../access/principal.ts';
import type { TenantContext } from '../context.ts';
import type { TimelineEntity } from '../domains/activities/records.ts';
import type { ErrorCode } from '../errors.ts';
import { EVENTS, type EventKind, type EventType } from './catalogue.ts';

/** A record on whose timeline the change shows. */
export interface Link {
  entity: TimelineEntity;
  id: string;
}

export interface Change {
  /** The object as it is now (or was last); its id and version go into the event. */
  object: { id: string; version?: number };
  /** How people know the object, for the audit. */
  label?: string;
  /** Fields before and after; only those that differ are kept. */
  before?: object;
  after?: object;
  /** Fields that the audit keeps and an event must not carry. */
  withheld?: string[];
  /** Timelines that show it. */
  links: Link[];
  /** Nothing changed: this is how it was refused, for the audit. */
  refusal?: ErrorCode;
  /** Further members of the event's `data.object`; never a governed or private text. */
  data?: Record<string, unknown>;
}

interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Columns that change with every write and say nothing. */
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
 * Writes audit entry, activity, its links and the event in one statement of the caller's transaction, and where the
 * workspace has webhooks a line for them.
 * Governed values are replaced before they reach any of them (crm.md section 5).
 */
export async function emit(ctx: TenantContext, type: EventType, change: Change): Promise<void> {
  const kind: EventKind = EVENTS[type];
  // What was loaded before the change is not what is stored after it.
  ctx.loaders.clear();
  const { approval } = ctx.principal;
  const actor = {
    ...actorOf(ctx.principal),
    ...(approval && { approver: approval.by, proposal_id: approval.proposalId }),
  };
  const changes = differences(ctx, change.before ?? {}, change.after ?? {});
  const object = {
    id: change.object.id,
    ...(change.object.version && { version: change.object.version }),
    ...change.data,
  };
  const told = changes.filter(
    ({ field, from }) => from !== '[redacted]' && !change.withheld?.includes(field),
  );
  const previous = Object.fromEntries(told.map(({ field, from }) => [field, from]));
  const data = { object_type: kind.object, object, ...(change.before && { previous }) };
  await ctx.tx.rows(
    TRACES,
    [
      ctx.tenantId,
      ctx.now,
      JSON.stringify(actor),
      type,
      kind.object,
      change.object.id,
      ctx.requestId,
      uuid(),
      uuid(),
      uuid(),
      ctx.operation ?? null,
      ctx.surface,
      change.label ?? null,
      JSON.stringify(changes),
      ctx.ip ?? null,
      ctx.userAgent ?? null,
      change.label ? `${kind.line}: ${change.label}` : kind.line,
      change.links.map(({ entity }) => entity),
      change.links.map(({ id }) => id),
      JSON.stringify(data),
      !kind.isInternal,
      actor.id,
      riskOf(ctx),
      change.refusal ? 'denied' : 'success',
      change.refusal ?? null,
    ],
    'generic',
  );
}

/** What the operation can break; on ad-hoc GraphQL its name is that of the root field. */
function riskOf({ operation, services }: TenantContext): string | null {
  if (!operation) return null;
  return services.catalogue.byName.get(operation[0]!.toUpperCase() + operation.slice(1))?.access.risk ?? null;
}

const TRACES = `
  with entry as (
    insert into audit_entries (tenant_id, occurred_at, actor, action, target_type, target_id, request_id, id, operation,
      surface, target_label, outcome, error_code, changes, ip, user_agent, actor_id, risk)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $11, $12, $13, $24, $25, $14, $15, $16, $22, $23)
  ), activity as (
    insert into activities (tenant_id, occurred_at, created_at, actor, event, id, type, subject, source)
    select $1, $2, $2, $3, $4, $9, 'system', $17, 'system' where cardinality($19::uuid[]) > 0
  ), links as (
    insert into activity_links (tenant_id, occurred_at, activity_id, entity, entity_id)
    select $1, $2, $9, link.entity, link.id from unnest($18::text[], $19::uuid[]) as link(entity, id)
  ), outbox as (
    insert into webhook_outbox (workspace_id, event_id) select $1, $10::uuid where $21::boolean and exists (
      select from webhooks w where w.tenant_id = $1 and w.status = 'active' and w.deleted_at is null)
  )
  insert into events (tenant_id, occurred_at, actor, type, object_type, object_id, request_id, id, data)
  select $1, $2, $3, $4, $5, $6, $7, $10::uuid, $20::jsonb where $21::boolean`;

function differences(ctx: TenantContext, before: object, after: object): FieldChange[] {
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

/** Custom fields key by key. One whose class is governed, or not known any more, is told of without its values. */
function customDifferences({ principal }: TenantContext, before: Values, after: Values): FieldChange[] {
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
