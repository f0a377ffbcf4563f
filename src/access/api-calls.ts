// Counts the calls of API tokens against the plan, in memory; what was counted is written every few seconds.
import type { AccessServices } from './context.ts';
import type { Principal } from './principal.ts';
import { quotaExceeded } from './subscription.ts';

interface Counter {
  /** Calls of the period that the database has, as last read. */
  stored: number;
  /** Counted here and not yet written. */
  pending: number;
  periodEnd: number;
}

const FLUSH_MS = 5_000;

/** The counters of one process, by workspace. */
export class ApiCallCounters {
  readonly #counters = new Map<string, Counter>();
  #timer: NodeJS.Timeout | undefined;

  /** Counts a call of a token. @throws QUOTA_EXCEEDED if the plan includes no more */
  count(services: Pick<AccessServices, 'database' | 'clock'>, { tenantId, subscription }: Principal): void {
    const { limits, apiCalls, periodEnd } = subscription;
    const end = periodEnd?.getTime() ?? Number.POSITIVE_INFINITY;
    let counter = this.#counters.get(tenantId!);
    if (!counter || counter.periodEnd !== end) {
      counter = { stored: apiCalls, pending: counter?.pending ?? 0, periodEnd: end };
      this.#counters.set(tenantId!, counter);
    }
    counter.stored = Math.max(counter.stored, apiCalls);
    const limit = limits.api_calls;
    const used = counter.stored + counter.pending;
    if (limit !== null && limit !== undefined && used >= limit)
      throw quotaExceeded(subscription, 'api_calls', limit, used);
    counter.pending += 1;
    this.#timer ??= setTimeout(() => void this.flush(services), FLUSH_MS).unref();
  }

  /** Writes what was counted; a failed write is tried again with the next. */
  async flush({ database, clock }: Pick<AccessServices, 'database' | 'clock'>): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const day = clock.now().toISOString().slice(0, 10);
    for (const [tenantId, counter] of this.#counters) {
      const { pending } = counter;
      if (pending === 0) continue;
      counter.pending = 0;
      counter.stored += pending;
      await database
        .write({ tenantId }, ({ rows }) =>
          rows(
            `insert into api_call_counts as c (tenant_id, day, n) values ($1, $2, $3)
             on conflict (tenant_id, day) do update set n = c.n + excluded.n`,
            [tenantId, day, pending],
          ),
        )
        .catch(() => {
          counter.pending += pending;
          counter.stored -= pending;
        });
    }
  }
}

/** The counters of this process. */
export const apiCalls = new ApiCallCounters();
