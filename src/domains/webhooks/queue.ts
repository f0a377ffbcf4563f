// The delivery queue: rows of ids and due times, with one queue for each endpoint (tables webhook_queue and
// webhook_lanes, migration 0015).
import type { TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';

/** A due delivery that this process has leased. */
export interface Claim {
  deliveryId: string;
  webhookId: string;
  workspaceId: string;
  lease: string;
}

/** An attempt takes at most 15 s; a process that has not recorded its outcome within the lease is considered dead. */
const LEASE_MS = 60_000;

/** Creates the queue of an endpoint, or sets how many concurrent requests the endpoint takes. */
export async function openEndpointQueue(
  ctx: TenantContext,
  webhookId: string,
  capacity: number,
): Promise<void> {
  await ctx.tx.rows(
    `insert into webhook_lanes (webhook_id, workspace_id, capacity) values ($1, $2, $3)
     on conflict (webhook_id) do update set capacity = $3`,
    [webhookId, ctx.tenantId, capacity],
  );
}

/** Deletes the queue of an endpoint with everything in it. */
export async function deleteEndpointQueue(ctx: TenantContext, webhookId: string): Promise<void> {
  await ctx.tx.rows('delete from webhook_lanes where webhook_id = $1 and workspace_id = $2', [
    webhookId,
    ctx.tenantId,
  ]);
}

/** Removes all deliveries of an endpoint from the queue; requests in flight still record their attempts. */
export async function clearEndpointQueue(ctx: TenantContext, webhookId: string): Promise<void> {
  await ctx.tx.rows('delete from webhook_queue where webhook_id = $1 and workspace_id = $2', [
    webhookId,
    ctx.tenantId,
  ]);
}

/** Queues deliveries as due now. */
export async function queueDeliveries(
  ctx: TenantContext,
  webhookId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await ctx.tx.rows(
    `insert into webhook_queue (delivery_id, webhook_id, workspace_id, due_at)
     select id, $2, $3, $4 from unnest($1::uuid[]) as id
     on conflict (delivery_id) do update set due_at = excluded.due_at, lease = null`,
    [deliveryIds, webhookId, ctx.tenantId, ctx.now],
  );
}

/**
 * Claims due deliveries with a lease, so that no other process sends them meanwhile. An advisory lock lets one process
 * claim at a time, so that requests in flight to an endpoint are counted over all processes. Every endpoint gets its
 * first request before any gets its second: an endpoint that hangs fills its own queue only.
 * @param tx a transaction without a workspace
 * @param limit the maximum number of claims
 */
export async function claimDue(tx: Transaction, now: Date, limit: number): Promise<Claim[]> {
  const [state] = await tx.rows<{ locked: boolean; due: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('webhook claims')) as locked,
      exists (select from webhook_queue where due_at <= $1) as due`,
    [now],
  );
  if (!state!.locked || !state!.due) return [];
  return tx.rows<Claim>(
    `with free as (
      select l.webhook_id, l.capacity - in_flight.n as room, in_flight.n
      from webhook_lanes l cross join lateral (
        select count(*) as n from webhook_queue q where q.webhook_id = l.webhook_id and q.lease is not null and q.due_at > $1
      ) in_flight
      where in_flight.n < l.capacity
    ), due as (
      select w.delivery_id
      from free cross join lateral (
        select q.delivery_id, q.due_at, free.n + row_number() over (order by q.due_at) as place
        from (select * from webhook_queue q where q.webhook_id = free.webhook_id and q.due_at <= $1
          order by q.due_at limit free.room for update skip locked) q
      ) w
      order by w.place, w.due_at limit $2
    )
    update webhook_queue q set due_at = $3, lease = gen_random_uuid()
    from due where q.delivery_id = due.delivery_id
    returning q.delivery_id as "deliveryId", q.webhook_id as "webhookId", q.workspace_id as "workspaceId", q.lease`,
    [now, limit, new Date(now.getTime() + LEASE_MS)],
  );
}

/** Returns whether a claim is still valid: its lease was not taken over and the delivery is still queued. */
export async function holdsClaim(ctx: TenantContext, { deliveryId, lease }: Claim): Promise<boolean> {
  const rows = await ctx.tx.rows(
    'select from webhook_queue where delivery_id = $1 and workspace_id = $2 and lease = $3 for update',
    [deliveryId, ctx.tenantId, lease],
  );
  return rows.length > 0;
}

/** Ends a claim: the delivery leaves the queue, or is due again at `retryAt`. */
export async function releaseClaim(ctx: TenantContext, { deliveryId }: Claim, retryAt?: Date): Promise<void> {
  if (retryAt) {
    await ctx.tx.rows(
      'update webhook_queue set due_at = $3, lease = null where delivery_id = $1 and workspace_id = $2',
      [deliveryId, ctx.tenantId, retryAt],
    );
  } else {
    await ctx.tx.rows('delete from webhook_queue where delivery_id = $1 and workspace_id = $2', [
      deliveryId,
      ctx.tenantId,
    ]);
  }
}
