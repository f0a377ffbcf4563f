// Refuses what goes beyond the plan of a workspace, which counts by the records that exist.
import type { TenantAccessContext } from './context.ts';
import { type Meter, quotaExceeded } from './subscription.ts';

export const GIB = 1_073_741_824;

/** SQL that counts a meter in the workspace $1; of those by period, since $2. */
const COUNTS: Record<Meter, string> = {
  seats: `(select count(*) from memberships where tenant_id = $1 and status = 'active') + (select count(*) from invitations
    where tenant_id = $1 and status = 'open' and expires_at > $3)`,
  contacts: 'select count(*) from contacts where tenant_id = $1 and deleted_at is null',
  storage_gb: 'select coalesce(sum(bytes), 0) from files where tenant_id = $1',
  api_calls:
    "select coalesce(sum(n), 0) from api_call_counts where tenant_id = $1 and day >= ($2::timestamptz at time zone 'UTC')::date",
  envelopes: 'select count(*) from envelopes where tenant_id = $1 and sent_at >= $2',
  automation_runs: `select coalesce(sum(n), 0) from agent_action_counts where tenant_id = $1 and counter = $1
    and day >= ($2::timestamptz at time zone 'UTC')::date`,
};

/** Returns the statement that counts a meter in the workspace $1 since $2, at $3. */
export function countSql(meter: Meter): string {
  return meter === 'seats' ? `select ${COUNTS.seats}` : COUNTS[meter];
}

/** What a process knows of a meter of a workspace. */
interface Known {
  used: number;
  added: number;
  at: number;
}

const known = new Map<string, Known>();
const KNOWN_MS = 60_000;
const MAX_KNOWN = 10_000;

/**
 * Refuses a use beyond the plan. A limit that does not bind costs nothing. Far below one, the last count serves for a
 * minute; near it, each use counts anew, and one after the other.
 * @throws QUOTA_EXCEEDED
 */
export async function assertWithinPlan(ctx: TenantAccessContext, meter: Meter, added = 1): Promise<void> {
  const { subscription } = ctx.principal;
  const limit = subscription.limits[meter];
  if (limit === null || limit === undefined) return;
  const most = meter === 'storage_gb' ? limit * GIB : limit;
  const key = `${ctx.tenantId} ${meter}`;
  const last = known.get(key);
  const isRecent = last && Math.abs(ctx.now.getTime() - last.at) < KNOWN_MS;
  if (isRecent && last.used + 2 * (last.added + added) < most * 0.9) {
    last.added += added;
    return;
  }
  // Whoever counts near the limit waits for those who count at the same time.
  await ctx.tx.rows('select id from subscriptions where tenant_id = $1 for update', [ctx.tenantId]);
  const start = subscription.periodStart ?? ctx.now;
  const [row] = await ctx.tx.rows<{ used: number }>(
    `select (${countSql(meter)})::float8 as used from (values ($2::timestamptz, $3::timestamptz)) as bounds`,
    [ctx.tenantId, start, ctx.now],
  );
  const used = row!.used;
  if (used + added > most) {
    known.delete(key);
    throw quotaExceeded(subscription, meter, limit, meter === 'storage_gb' ? Math.ceil(used / GIB) : used);
  }
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, { used, added, at: ctx.now.getTime() });
}
