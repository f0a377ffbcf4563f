// The state of the platform for its operators: one statement for each part (platform.md §10).
import type { TenantContext } from '../../context.ts';
import { settleAll } from '../../db/transaction.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;

interface CountByState {
  state: string;
  count: number;
}

interface Tenants {
  active: number;
  suspended: number;
  pendingDeletion: number;
  new: number;
}

interface PrivacyRequests {
  privacyRequestsOpen: number;
  privacyRequestsLate: number;
}

/** Returns the state of the platform. */
export async function platformOverview(ctx: TenantContext) {
  const { tx, now, tenantId } = ctx;
  const yesterday = new Date(now.getTime() - DAY_MS);
  const firstDay = new Date(now.getTime() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const [[tenants], calls, [queue], jobs, webhooks, deliveries, [requests]] = await settleAll([
    tx.rows<Tenants>(
      `select count(*) filter (where status = 'active')::int as active,
         count(*) filter (where status = 'suspended')::int as suspended,
         count(*) filter (where status = 'pending_deletion')::int as "pendingDeletion",
         count(*) filter (where created_at > $1)::int as new
       from tenants where status not in ('platform', 'deleted')`,
      [new Date(now.getTime() - 30 * DAY_MS)],
    ),
    tx.rows<{ day: string; count: number }>(
      `select d.day::date::text as day, coalesce(sum(c.n), 0)::float8 as count
       from generate_series($1::date, $2::date, '1 day') as d(day)
       left join tenants t on t.status <> 'platform'
       left join api_call_counts c on c.tenant_id = t.id and c.day = d.day::date group by 1 order by 1`,
      [firstDay, now.toISOString().slice(0, 10)],
    ),
    tx.rows<{ lag: number }>('select queue_lag_seconds()::float8 as lag', []),
    tx.rows<CountByState>(
      'select state, count(*)::int as count from jobs where created_at > $1 group by 1 order by 1',
      [yesterday],
    ),
    tx.rows<CountByState>(
      'select status as state, count(*)::int as count from webhooks where deleted_at is null group by 1 order by 1',
      [],
    ),
    tx.rows<CountByState>(
      `select state, count(*)::int as count from webhook_deliveries
       where state <> 'succeeded' and created_at > $1 group by 1 order by 1`,
      [yesterday],
    ),
    tx.rows<PrivacyRequests>(
      `select count(*)::int as "privacyRequestsOpen", count(*) filter (where due_at <= $2)::int as "privacyRequestsLate"
       from privacy_requests where tenant_id = $1 and state not in ('completed', 'rejected') and deleted_at is null`,
      [tenantId, now],
    ),
  ]);
  return {
    tenants: tenants!,
    calls,
    queueLagSeconds: queue!.lag,
    jobs,
    webhooks,
    deliveries,
    ...requests!,
  };
}
