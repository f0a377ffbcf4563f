// Daily caps on the actions of agents: one for each agent, and one for all agents of a workspace (platform.md section
// 6). They are counted in the database, so that all processes share the count.

import { ServiceError } from '../errors.ts';
import type { TenantAccessContext } from './context.ts';
import { quotaExceeded } from './subscription.ts';

interface Counter {
  id: string;
  quota: 'agent_daily_actions' | 'workspace_daily_agent_actions';
  cap: number;
}

/** Returns the counters of a caller, always in the same order, so that two concurrent calls cannot deadlock. */
function countersOf({ principal, tenantId }: TenantAccessContext): Counter[] {
  const { agent, automation } = principal;
  return [
    ...(agent ? [{ id: agent.id, quota: 'agent_daily_actions' as const, cap: agent.dailyActionCap }] : []),
    { id: tenantId, quota: 'workspace_daily_agent_actions', cap: automation.dailyCap },
  ];
}

/** Refuses the call of an agent whose cap is reached. @throws QUOTA_EXCEEDED */
export async function assertQuota(ctx: TenantAccessContext): Promise<void> {
  const counters = countersOf(ctx);
  const rows = await ctx.tx.rows<{ counter: string; n: number }>(
    'select counter, n from agent_action_counts where tenant_id = $1 and day = $2 and counter = any ($3)',
    [ctx.tenantId, dayOf(ctx.now), counters.map(({ id }) => id)],
  );
  for (const { id, quota, cap } of counters) {
    const done = rows.find(({ counter }) => counter === id)?.n ?? 0;
    if (done >= cap) throw exceeded(ctx.now, quota, cap);
  }
  await assertRunsLeft(ctx);
}

/** Refuses an action beyond the plan; a limit that does not bind costs no query. @throws QUOTA_EXCEEDED */
async function assertRunsLeft(ctx: TenantAccessContext): Promise<void> {
  const { subscription } = ctx.principal;
  const limit = subscription.limits.automation_runs;
  if (limit === null || limit === undefined || !subscription.periodStart) return;
  const [row] = await ctx.tx.rows<{ n: number }>(
    `select coalesce(sum(n), 0)::float8 as n from agent_action_counts
     where tenant_id = $1 and counter = $1 and day >= $2`,
    [ctx.tenantId, dayOf(subscription.periodStart)],
  );
  if (row!.n >= limit) throw quotaExceeded(subscription, 'automation_runs', limit, row!.n);
}

/**
 * Counts an action of an agent that has taken effect. The statement is deferred to the commit, so nobody waits for it.
 */
export function countAction(ctx: TenantAccessContext): void {
  const counters = countersOf(ctx);
  ctx.tx.defer({
    text: `insert into agent_action_counts as c (tenant_id, day, counter, n, cap)
      select $1, $2, t.counter, 1, t.cap from unnest($3::uuid[], $4::int[]) as t(counter, cap)
      on conflict (tenant_id, day, counter) do update set n = c.n + 1, cap = excluded.cap`,
    values: [ctx.tenantId, dayOf(ctx.now), counters.map(({ id }) => id), counters.map(({ cap }) => cap)],
    mapError: (error) =>
      (error as { constraint?: string }).constraint === 'agent_action_counts_cap'
        ? exceeded(ctx.now, counters[0]!.quota, counters[0]!.cap)
        : error,
  });
}

/** Returns the UTC day by which caps count. */
function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

function exceeded(now: Date, quota: Counter['quota'], cap: number): ServiceError {
  const tomorrow = new Date(Date.parse(`${dayOf(now)}T00:00:00Z`) + 86_400_000);
  const seconds = Math.ceil((tomorrow.getTime() - now.getTime()) / 1000);
  return new ServiceError(
    'QUOTA_EXCEEDED',
    'The daily cap on actions of agents is reached; call again tomorrow.',
    {
      details: { quota, limit: cap, resets_at: tomorrow.toISOString() },
      headers: { 'retry-after': String(seconds) },
    },
  );
}
