// Turns the events of the outbox into deliveries, one for each webhook that subscribes to them.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { type Envelope, envelopeOf, lacksRecord, type StoredEvent } from './envelope.ts';
import { Webhook } from './model.ts';
import { queueDeliveries } from './queue.ts';
import { isSubscribed, matchesFilter } from './rules.ts';

/** Events per transaction. */
const BATCH = 100;
const WORKSPACES = 100;

/**
 * Selects the workspaces with waiting events by a loose index scan, so that a long queue of one does not hide others.
 */
const SELECT_WORKSPACES = `
  with recursive waiting as (
    (select workspace_id from webhook_outbox order by workspace_id limit 1)
    union all
    select (select o.workspace_id from webhook_outbox o where o.workspace_id > w.workspace_id order by o.workspace_id limit 1)
    from waiting w where w.workspace_id is not null
  )
  select workspace_id as id from waiting where workspace_id is not null order by random() limit ${WORKSPACES}`;

/**
 * Fans out the waiting events, one batch for each workspace.
 * @returns the number of events taken; more may wait unless it is 0
 */
export async function fanOut(services: Services, log: Log): Promise<number> {
  const waiting = await services.database.read({}, (tx) => tx.rows<{ id: string }>(SELECT_WORKSPACES, []));
  let eventCount = 0;
  for (const { id: tenantId } of waiting) {
    const origin = { services, log, tenantId, requestId: uuid() };
    try {
      eventCount += await inWorkspace(origin, fanOutBatch);
    } catch (error) {
      // The other workspaces continue; this one is retried at the next poll.
      log.error({ err: error, tenant_id: tenantId }, 'the events of a workspace were not fanned out');
    }
  }
  return eventCount;
}

async function fanOutBatch(ctx: TenantContext): Promise<number> {
  const { tenantId, tx } = ctx;
  const events = await tx.rows<StoredEvent>(
    `with taken as (
      delete from webhook_outbox where workspace_id = $1 and event_id = any (array(
        select event_id from webhook_outbox where workspace_id = $1 order by event_id limit ${BATCH} for update skip locked))
      returning event_id
    )
    select e.* from taken join events e on e.tenant_id = $1 and e.id = taken.event_id order by e.id`,
    [tenantId],
  );
  const webhooks = await activeWebhooks(ctx);
  await insertDeliveries(ctx, matchDeliveries(ctx.services, events, webhooks));
  return events.length;
}

/** Returns the active webhooks; none while the workspace or the module is switched off. */
async function activeWebhooks(ctx: TenantContext): Promise<Webhook[]> {
  const [tenant] = await ctx.tx.rows<{ on: boolean }>(
    `select status = 'active' and coalesce((modules ->> 'webhooks')::boolean, true) as on from tenants where id = $1`,
    [ctx.tenantId],
  );
  return tenant?.on ? ((await Webhook.live(ctx).where({ status: 'active' })) as Webhook[]) : [];
}

/** A delivery that is to be inserted: an event for a webhook, with its body. */
export interface NewDelivery {
  webhookId: string;
  event: StoredEvent;
  envelope: Envelope;
}

/** Matches events with the webhooks that subscribe to them, and builds the body of each delivery. */
export function matchDeliveries(
  services: Services,
  events: readonly StoredEvent[],
  webhooks: readonly Webhook[],
): NewDelivery[] {
  return events.flatMap((event) =>
    webhooks
      .filter(({ eventTypes }) => isSubscribed(eventTypes, event.type))
      .filter(({ filter }) => matchesFilter(filter, event.data.object, lacksRecord(services, event)))
      .map(({ id, apiVersion }) => ({
        webhookId: id,
        event,
        envelope: envelopeOf(services, event, apiVersion),
      })),
  );
}

/** Inserts deliveries and queues them; existing ones stay as they are. @returns the number of new ones */
export async function insertDeliveries(
  ctx: TenantContext,
  deliveries: readonly NewDelivery[],
): Promise<number> {
  const rows = deliveries.map(({ webhookId, event, envelope }) => ({
    id: uuid(),
    webhook_id: webhookId,
    event_id: event.id,
    event_type: event.type,
    payload: envelope,
  }));
  if (rows.length === 0) return 0;
  const inserted = await ctx.tx.rows<{ id: string; webhook_id: string }>(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, payload, state, next_attempt_at, created_at, updated_at)
     select $1, id, webhook_id, event_id, event_type, payload, 'pending', $3, $3, $3
     from json_to_recordset($2) as d(id uuid, webhook_id uuid, event_id uuid, event_type text, payload json)
     on conflict (tenant_id, webhook_id, event_id) do nothing returning id, webhook_id`,
    [ctx.tenantId, JSON.stringify(rows), ctx.now],
  );
  for (const [webhookId, newDeliveries] of Map.groupBy(inserted, (row) => row.webhook_id))
    await queueDeliveries(
      ctx,
      webhookId,
      newDeliveries.map(({ id }) => id),
    );
  return inserted.length;
}
