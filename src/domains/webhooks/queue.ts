// The queue of deliveries: rows of ids and times, with one lane for each endpoint (migration 0015).
import type { TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';

/** A delivery that is to be tried now. */
export interface Claim {
  deliveryId: string;
  webhookId: string;
  workspaceId: string;
  lease: string;
}

/** An attempt takes 15 s at most; whoever has not said by then what became of it is gone. */
const LEASE_MS = 60_000;

/** Opens the lane of an endpoint, or sets how many requests it takes at once. */
export async function openLane(ctx: TenantContext, webhookId: string, capacity: number): Promise<void> {
  await ctx.tx.rows(
    `insert into webhook_lanes (webhook_id, workspace_id, capacity) values ($1, $2, $3)
     on conflict (webhook_id) do update set capacity = $3`,
    [webhookId, ctx.tenantId, capacity],
  );
}

/** Closes a lane with all that waits in it. */
export async function closeLane(ctx: TenantContext, webhookId: string): Promise<void> {
  await ctx.tx.rows('delete from webhook_lanes where webhook_id = $1 and workspace_id = $2', [
    webhookId,
    ctx.tenantId,
  ]);
}

/** Takes what waits in a lane out of the queue; attempts under way end as they end. */
export async function emptyLane(ctx: TenantContext, webhookId: string): Promise<void> {
  await ctx.tx.rows('delete from webhook_queue where webhook_id = $1 and workspace_id = $2', [
    webhookId,
    ctx.tenantId,
  ]);
}

/** Lets deliveries be tried from now on. */
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
 * Takes deliveries that are due, with a lease that lets nobody else try them meanwhile. One process at a time looks, which
 * takes a moment; so the requests under way to an endpoint are counted over all processes. Every endpoint gets its first
 * request before another one gets its second: one that hangs fills its own lane and no more.
 * @param tx of no workspace
 */
export async function claim(tx: Transaction, now: Date, most: number): Promise<Claim[]> {
  const [free] = await tx.rows<{ free: boolean; due: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('webhook claims')) as free,
      exists (select from webhook_queue where due_at <= $1) as due`,
    [now],
  );
  if (!free!.free || !free!.due) return [];
  return tx.rows<Claim>(
    `with free as (
      select l.webhook_id, l.capacity - flying.n as room, flying.n
      from webhook_lanes l cross join lateral (
        select count(*) as n from webhook_queue q where q.webhook_id = l.webhook_id and q.lease is not null and q.due_at > $1
      ) flying
      where flying.n < l.capacity
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
    [now, most, new Date(now.getTime() + LEASE_MS)],
  );
}

/** Whether a claim still stands; it ends when it took too long, or the delivery was taken out of the queue. */
export async function holds(ctx: TenantContext, { deliveryId, lease }: Claim): Promise<boolean> {
  const rows = await ctx.tx.rows(
    'select from webhook_queue where delivery_id = $1 and workspace_id = $2 and lease = $3 for update',
    [deliveryId, ctx.tenantId, lease],
  );
  return rows.length > 0;
}

/** Ends a claim: the delivery leaves the queue, or is tried again at another time. */
export async function release(ctx: TenantContext, { deliveryId }: Claim, again?: Date): Promise<void> {
  if (again) {
    await ctx.tx.rows(
      'update webhook_queue set due_at = $3, lease = null where delivery_id = $1 and workspace_id = $2',
      [deliveryId, ctx.tenantId, again],
    );
  } else {
    await ctx.tx.rows('delete from webhook_queue where delivery_id = $1 and workspace_id = $2', [
      deliveryId,
      ctx.tenantId,
    ]);
  }
}
