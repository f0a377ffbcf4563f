// Rate limits, shared by all processes through PostgreSQL (platform.md §3): the library counts, we ask it rarely.
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from './errors.ts';

/** Quota and window in seconds of each policy, for the default plan. */
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
  // A bucket of 10,000 points that refills 200 a second is full again after 50 s.
  'graphql-cost': [10_000, 50],
  // Schema elements in answers that are not there yet; the full introspection query has about 9,000.
  introspection: [200_000, 60],
} as const satisfies Record<string, readonly [quota: number, window: number]>;

export type Policy = keyof typeof POLICIES;

/** What a policy leaves to a key. */
export interface Allowance {
  policy: Policy;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Points taken from the shared counter beforehand, spent here without asking again. */
interface Lease {
  left: number;
  /** Of the shared counter when the lease was taken. */
  remaining: number;
  /** Milliseconds since the epoch. */
  until: number;
}

/** The counter has not as many points left as these. */
interface Refusal {
  points: number;
  error: ServiceError;
}

const MAX_LEASE = 25;
/** The nearer to the quota, the smaller the lease: the last requests are counted one by one. */
const LEASE_SHARE = 16;
const MAX_LEASES = 50_000;

export class RateLimiter {
  readonly #limiters = new Map<Policy, RateLimiterPostgres>();
  readonly #leases = new Map<string, Lease>();
  /** Leases that are being taken. */
  readonly #renewals = new Map<string, Promise<Refusal | undefined>>();
  readonly #pool: pg.Pool;
  readonly #scale: number;

  /** @param scale multiplies every quota; development and tests only */
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
      // One asks for all: leases that a burst takes side by side would lie unused while others are refused.
      const pending = this.#renewals.get(name);
      const refusal = await (pending ?? this.#renew(policy, key, points));
      if (refusal && points >= refusal.points) throw refusal.error;
    }
  }

  /** Takes a new lease for who waits for one. @returns the refusal where the counter has no more */
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
    // What is left of the one that stands is paid for already.
    if (isLive) taken.left += current.left;
    if (this.#leases.size >= MAX_LEASES) this.#leases.clear();
    this.#leases.set(name, taken);
    return undefined;
  }

  /** Refuses when a key has no points left, without taking one: for limits that count failures only. */
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
      // What was taken in vain is given back, so that a smaller wish can still be met.
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

/** The headers that tell of the tightest policy (platform.md §3). */
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
