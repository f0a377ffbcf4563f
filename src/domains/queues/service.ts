// Shows operators the queues of background work, and lets them pause and limit one (platform.md §10).
import { PLATFORM_WORKSPACE } from '../../access/operators.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';

export interface Queue {
  name: string;
  state: 'running' | 'paused';
  concurrency: number | null;
  waiting: number;
  running: number;
  failed: number;
  lagSeconds: number;
  succeeded24h: number;
  failureRate24h: number | null;
}

const QUEUES = `
  select f.name, case when s.paused then 'paused' else 'running' end as state, s.concurrency,
    f.waiting, f.running, f.failed, f.lag_seconds as "lagSeconds", coalesce(c.succeeded, 0)::int as "succeeded24h",
    round(c.failed / nullif(c.succeeded + c.failed, 0), 4)::float8 as "failureRate24h"
  from queue_figures() f
  left join queue_settings s on s.name = f.name
  left join (
    select name, sum(succeeded) as succeeded, sum(failed) as failed from queue_counts where hour > $1 group by name
  ) c on c.name = f.name
  where $2::text is null or f.name = $2
  order by f.name`;

/** Returns all queues, by name. */
export function listQueues(ctx: TenantContext, name: string | null = null): Promise<Queue[]> {
  // Counted by the time of the machine, which the queue uses too.
  return ctx.tx.rows<Queue>(QUEUES, [new Date(Date.now() - 86_400_000), name]);
}

/**
 * Pauses or resumes a queue, or changes how many of its jobs a process runs. Processes read it every two seconds.
 * @throws NOT_FOUND
 */
export async function updateQueue(
  ctx: TenantContext,
  {
    queueName,
    state,
    concurrency,
  }: { queueName: string; state?: Queue['state'] | null; concurrency?: number | null },
): Promise<Queue> {
  const [before] = await listQueues(ctx, queueName);
  if (!before) return fail('NOT_FOUND');
  const after = {
    ...before,
    state: state ?? before.state,
    concurrency: concurrency === undefined ? before.concurrency : concurrency,
  };
  if (after.state === before.state && after.concurrency === before.concurrency) return before;
  await ctx.tx.rows(
    `insert into queue_settings (name, paused, concurrency, updated_at) values ($1, $2, $3, $4)
     on conflict (name) do update set paused = excluded.paused, concurrency = excluded.concurrency, updated_at = excluded.updated_at`,
    [queueName, after.state === 'paused', after.concurrency, ctx.now],
  );
  const settings = ({ state: is, concurrency: limit }: Queue) => ({ state: is, concurrency: limit });
  await emit(ctx, 'queue.updated', {
    // A queue has no id; the audit names it by its label.
    object: { id: PLATFORM_WORKSPACE },
    label: queueName,
    before: settings(before),
    after: settings(after),
    links: [],
  });
  return after;
}
