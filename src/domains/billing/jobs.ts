// Background work of billing: the effects of payment events, and the minutely look at what has changed by the clock.
import { effectivePlan, GRACE_MS, nextChange, stateAt, usagePeriod } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { JobHandler } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { typeOf } from './event-types.ts';
import { idsOf, objectOf, PLATFORM, queueEvent, workspaceOf } from './events.ts';
import { applyInvoiceEvent } from './invoice-events.ts';
import { loadPlans, type Subscription, storedSubscription } from './model.ts';
import { atProvider, PROVIDER, platformClient } from './stripe.ts';
import { applySubscriptionEvent, eventOf } from './subscription-events.ts';
import { meters } from './usage.ts';
import { writeSubscription } from './writing.ts';

const DAY_MS = 86_400_000;
const PARKED_MS = 3 * DAY_MS;
/** How long the bodies of events are kept. */
const BODY_MS = 90 * DAY_MS;
/** Days after the failure on which a renewal is tried again (delivery.md section 8). */
const RETRY_DAYS = [1, 3, 5, 7];

interface StoredEvent {
  type: string;
  created: Date;
  body: string;
  state: string;
}

/** Applies a stored event once. What can never be applied is kept for the operators. */
const applyPaymentEvent: JobHandler = (
  job,
  payload: { connection: string; eventId: string },
): Promise<void> =>
  inWorkspace(job, async (ctx) => {
    const { connection, eventId } = payload;
    const key = [PROVIDER, connection, eventId];
    const [event] = await ctx.tx.rows<StoredEvent>(
      `select type, created, body, state from payment_events
       where provider = $1 and connection = $2 and event_id = $3 and workspace_id = $4 for update`,
      [...key, ctx.tenantId],
    );
    if (!event || (event.state !== 'waiting' && event.state !== 'parked')) return;
    const object = objectOf((JSON.parse(event.body) as { data?: unknown }).data);
    const known = { type: typeOf(event.type, object)!, created: event.created, object };
    const outcome = await ctx.tx
      .savepoint(() =>
        connection === PLATFORM
          ? applySubscriptionEvent(ctx, known)
          : applyInvoiceEvent(ctx, connection, known),
      )
      .catch((error: unknown) => {
        if (error instanceof ServiceError) return 'failed' as const;
        throw error;
      });
    await ctx.tx.rows(
      'update payment_events set state = $4 where provider = $1 and connection = $2 and event_id = $3',
      [...key, outcome],
    );
    if (outcome === 'applied') await queueParked(ctx, connection);
  });

/** Tries the events again that wait for an object, because one has just become known. */
async function queueParked(ctx: TenantContext, connection: string): Promise<void> {
  const parked = await ctx.tx.rows<{ eventId: string }>(
    `select event_id as "eventId" from payment_events where state = 'parked' and provider = $1 and connection = $2
       and workspace_id = $3 order by created, event_id limit 100`,
    [PROVIDER, connection, ctx.tenantId],
  );
  for (const { eventId } of parked) await queueEvent(ctx, connection, eventId);
}

export const billing: Record<string, JobHandler> = { apply_payment_event: applyPaymentEvent };

/** Writes what has changed by the clock, retries failed renewals, and replays events that waited for their object. */
export async function watchSubscriptions(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  await findWorkspaces(services, log);
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    const origin = { services, log, tenantId, requestId: 'watch_subscriptions' };
    const retry = await inWorkspace(origin, async (ctx) => {
      const subscription = await storeDueState(ctx);
      if (!subscription) return undefined;
      await expirePages(ctx);
      await alertUsage(ctx, subscription);
      return takeRetry(ctx, subscription);
    });
    if (retry) await payAgain(services, log, retry);
  }
}

/** Writes the state that the clock has brought. */
async function storeDueState(ctx: TenantContext): Promise<Subscription | undefined> {
  const read = await storedSubscription(ctx);
  const due = read && nextChange(read);
  if (!due || due > ctx.now) return read;
  const stored = await storedSubscription(ctx, 'lock');
  const state = stateAt(stored, ctx.now);
  return writeSubscription(ctx, stored, state, eventOf(stored.status, state.status));
}

async function expirePages(ctx: TenantContext): Promise<void> {
  await ctx.tx.rows(
    `update checkout_sessions set status = 'expired', version = version + 1, updated_at = $2
     where tenant_id = $1 and status = 'open' and expires_at <= $2`,
    [ctx.tenantId, ctx.now],
  );
}

/** Alerts owners once for each meter, period and threshold. */
async function alertUsage(ctx: TenantContext, subscription: Subscription): Promise<void> {
  const plan = (await loadPlans(ctx)).find(({ key }) => key === effectivePlan(subscription))!;
  if (Object.values(plan.limits).every((limit) => limit === null)) return;
  const period = usagePeriod(subscription, ctx.now);
  for (const { meter, percent, used, limit } of await meters(ctx, period, plan.limits)) {
    const threshold = (percent ?? 0) >= 100 ? 100 : 80;
    if ((percent ?? 0) < 80) continue;
    const [isNew] = await ctx.tx.rows(
      `insert into usage_alerts (tenant_id, meter, period_start, threshold, at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning meter`,
      [ctx.tenantId, meter, period.start, threshold, ctx.now],
    );
    if (!isNew) continue;
    await emit(ctx, 'billing.usage_reached', {
      object: { id: subscription.id, version: subscription.version },
      label: meter,
      links: [],
      data: { meter, threshold, used, limit },
    });
  }
}

/** Returns the subscription whose renewal is to be tried again now, and counts the attempt. */
async function takeRetry(ctx: TenantContext, state: Subscription): Promise<Subscription | undefined> {
  const isRetried = state.status === 'past_due' && state.providerSubscriptionId;
  const passed = ctx.now.getTime() - (state.unpaidSince?.getTime() ?? 0);
  const due = RETRY_DAYS.filter((day) => passed >= day * DAY_MS).length;
  if (!isRetried || due <= state.retries || passed >= GRACE_MS) return undefined;
  // What a jump of the clock went over is tried once.
  await ctx.tx.rows('update subscriptions set retries = $2 where tenant_id = $1', [ctx.tenantId, due]);
  return state;
}

/** Asks the provider to collect the open invoice again; its event tells how that ended. */
async function payAgain(
  services: Services,
  log: Log,
  { id, providerSubscriptionId }: Subscription,
): Promise<void> {
  const client = platformClient(services);
  if (!client) return;
  try {
    const subscription = providerSubscriptionId!;
    const { data } = await atProvider(() => client.invoices.list({ subscription, status: 'open', limit: 1 }));
    if (data[0]?.id) await atProvider(() => client.invoices.pay(data[0]!.id!));
  } catch (error) {
    log.info({ subscription: id, error: (error as Error).message }, 'a renewal could not be collected again');
  }
}

/** Finds the workspaces of events that came before their object, and gives up those that waited for 72 hours. */
async function findWorkspaces(services: Services, log: Log): Promise<void> {
  const now = services.clock.now();
  const parked = await services.database.write({}, async (tx) => {
    await tx.rows(`update payment_events set state = 'dead' where state = 'parked' and received_at <= $1`, [
      new Date(now.getTime() - PARKED_MS),
    ]);
    await tx.rows(
      `update payment_events set body = null
       where received_at <= $1 and body is not null and state not in ('waiting', 'parked')`,
      [new Date(now.getTime() - BODY_MS)],
    );
    return tx.rows<{ eventId: string; body: string }>(
      `select event_id as "eventId", body from payment_events where state = 'parked' and workspace_id is null
         and provider = $1 and connection = $2 order by created, event_id limit 500`,
      [PROVIDER, PLATFORM],
    );
  });
  for (const { eventId, body } of parked) {
    const ids = idsOf(objectOf((JSON.parse(body) as { data?: unknown }).data));
    const tenantId = await services.database.read({}, (tx) => workspaceOf(tx, ids));
    if (!tenantId) continue;
    await inWorkspace({ services, log, tenantId, requestId: 'watch_subscriptions' }, async (ctx) => {
      await ctx.tx.rows(
        `update payment_events set workspace_id = $4, state = 'waiting'
         where provider = $1 and connection = $2 and event_id = $3 and workspace_id is null`,
        [PROVIDER, PLATFORM, eventId, tenantId],
      );
      await queueEvent(ctx, PLATFORM, eventId);
    });
  }
}
