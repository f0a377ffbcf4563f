// Rate limits, shared by all processes through PostgreSQL (platform.md §3). The library counts there; processes lease
// points in advance, so that they rarely ask it.
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from './errors.ts';

/** Quota, and window in seconds, of each policy, for the default plan. */
export const POLICIES = {
  ip: [600, 60],
  user: [300, 60],
  token: [600, 60],
  tenant: [3000, 60],
  'tenant-write': [600, 60],
  'auth-identity': [10, 900],
  'auth-ip': [60, 900],
  'auth-recovery': [5, 3600],
  refresh: [60, 3600],
  mcp: [240, 60],
  'assistant-chat': [20, 60],
  export: [10, 3600],
  // A bucket of 10,000 points that refills at 200 per second is full again after 50 s.
  'graphql-cost': [10_000, 50],
  // Schema elements in answers that are not cached yet; the full introspection query has about 9,000.
  introspection: [200_000, 60],
} as const satisfies Record<string, readonly [quota: number, window: number]>;

export type Policy = keyof typeof POLICIES;

/** What remains of a policy's quota for a key. */
export interface Allowance {
  policy: Policy;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Points taken from the shared counter in advance, which this process spends without asking again. */
interface Lease {
  left: number;
  /** The remaining points of the shared counter when the lease was taken. */
  remaining: number;
  /** Milliseconds since the epoch. */
  until: number;
}

/** The shared counter has fewer points left than `points`. */
interface Refusal {
  points: number;
  error: ServiceError;
}

const MAX_LEASE = 25;
/** The closer to the quota, the smaller the lease: the last requests are counted one by one. */
const LEASE_SHARE = 16;
const MAX_LEASES = 50_000;

export class RateLimiter {
  readonly #limiters = new Map<Policy, RateLimiterPostgres>();
  readonly #leases = new Map<string, Lease>();
  /** Leases that are being renewed. */
  readonly #renewals = new Map<string, Promise<Refusal | undefined>>();
  readonly #pool: pg.Pool;
  readonly #scale: number;

  /** @param scale multiplies every quota; for development and tests only */
  constructor(pool: pg.Pool, scale: number) {
    this.#pool = pool;
    this.#scale = scale;
  }

  /**
   * Counts a request, or points, against a key.
   * @throws RATE_LIMITED with Retry-After
   */
  async consume(policy: Policy, key: string, points = 1): Promise<Allowance> {
    const name = `${policy}:${key}`;
    for (;;) {
      const now = Date.now();
      const lease = this.#leases.get(name);
      if (lease && lease.until > now && lease.left >= points) {
        lease.left -= points;
        return this.#allowance(policy, lease, now);
      }
      // One renewal serves all waiting requests: parallel leases of a burst would lie unused while other processes are
      // refused.
      const pending = this.#renewals.get(name);
      const refusal = await (pending ?? this.#renew(policy, key, points));
      if (refusal && points >= refusal.points) throw refusal.error;
    }
  }

  /**
   * Takes a new lease, shared by all requests that wait for one.
   * @returns the refusal if the counter has no more points
   */
  #renew(policy: Policy, key: string, points: number): Promise<Refusal | undefined> {
    const name = `${policy}:${key}`;
    const pending = this.#lease(policy, key, points).finally(() => this.#renewals.delete(name));
    this.#renewals.set(name, pending);
    return pending;
  }

  async #lease(policy: Policy, key: string, points: number): Promise<Refusal | undefined> {
    const name = `${policy}:${key}`;
    const current = this.#leases.get(name);
    const isLive = current && current.until > Date.now();
    const size = isLive ? Math.min(MAX_LEASE, Math.floor(current.remaining / LEASE_SHARE)) : 1;
    const taken =
      (await this.#take(policy, key, Math.max(points, size))) ??
      (size > points ? await this.#take(policy, key, points) : undefined);
    if (!taken) return { points, error: this.#limited(policy, await this.#limiter(policy).get(key)) };
    // The remaining points of the current lease have already been counted.
    if (isLive) taken.left += current.left;
    if (this.#leases.size >= MAX_LEASES) this.#leases.clear();
    this.#leases.set(name, taken);
    return undefined;
  }

  /** Refuses if a key has no points left, without taking one; for limits that only count failures. */
  async assertLeft(policy: Policy, key: string): Promise<void> {
    const state = await this.#limiter(policy).get(key);
    if (state && state.remainingPoints <= 0) throw this.#limited(policy, state);
  }

  /** Takes a point for a failure; never refuses. */
  async penalize(policy: Policy, key: string): Promise<void> {
    await this.#limiter(policy).penalty(key, 1);
  }

  async #take(policy: Policy, key: string, points: number): Promise<Lease | undefined> {
    const limiter = this.#limiter(policy);
    try {
      const state = await limiter.consume(key, points);
      return { left: points, remaining: state.remainingPoints, until: Date.now() + state.msBeforeNext };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // Give the points back, so that a smaller request can still succeed.
      if (points > 1) await limiter.reward(key, points);
      return undefined;
    }
  }

  #limiter(policy: Policy): RateLimiterPostgres {
    let limiter = this.#limiters.get(policy);
    if (!limiter) {
      const [quota, window] = POLICIES[policy];
      limiter = new RateLimiterPostgres({
        storeClient: this.#pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: policy,
        points: Math.max(1, Math.round(quota * this.#scale)),
        duration: window,
      });
      this.#limiters.set(policy, limiter);
    }
    return limiter;
  }

  #allowance(policy: Policy, lease: Lease, now: number): Allowance {
    const limit = this.#limiter(policy).points;
    return {
      policy,
      limit,
      remaining: Math.max(0, lease.remaining + lease.left),
      reset: Math.max(1, Math.ceil((lease.until - now) / 1000)),
    };
  }

  #limited(policy: Policy, state: RateLimiterRes | null): ServiceError {
    const reset = Math.max(1, Math.ceil((state?.msBeforeNext ?? 1000) / 1000));
    const limit = this.#limiter(policy).points;
    return new ServiceError('RATE_LIMITED', undefined, {
      details: { policy },
      headers: { ...headersOf([{ policy, limit, remaining: 0, reset }]), 'retry-after': String(reset) },
    });
  }
}

/** Returns the headers of the policy with the smallest remaining share (platform.md §3). */
export function headersOf(allowances: Allowance[]): Record<string, string> {
  const tightest = allowances.reduce((a, b) => (b.remaining / b.limit < a.remaining / a.limit ? b : a));
  const { policy, limit, remaining, reset } = tightest;
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
    'ratelimit-policy': `"${policy}";q=${limit};w=${POLICIES[policy][1]}`,
  };
}
