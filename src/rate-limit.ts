// Rate limits, shared by all processes through PostgreSQL (platform.md §3); points are leased in batches to save queries.
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from './errors.ts';

/** Quota and window in seconds of each policy, unless operators have set others. */
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
  'public-room': [120, 60],
  'public-room-access': [10, 60],
  'public-room-events': [120, 60],
  'public-room-comments': [10, 60],
  export: [10, 3600],
  'public-room-write': [20, 60],
  'public-signing': [120, 60],
  'public-signing-write': [20, 60],
  // 10,000 points that refill at 200 per second are full again after 50 s.
  'graphql-cost': [10_000, 50],
  // Schema elements in responses that are not cached; the full introspection query has about 9,000.
  introspection: [200_000, 60],
} as const satisfies Record<string, readonly [quota: number, window: number]>;

export type Policy = keyof typeof POLICIES;

/** Told to every process when operators have set a policy. */
export const POLICIES_CHANNEL = 'rate_limits_changed';

/** The rest of a key's quota under a policy. */
export interface Allowance {
  policy: Policy;
  limit: number;
  /** Length of the window in seconds. */
  window: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Points taken from the shared counter in advance and spent in this process. */
interface Lease {
  unspent: number;
  /** Points left in the shared counter when the lease was taken. */
  remaining: number;
  /** Milliseconds since the epoch. */
  until: number;
}

/** The error for a request of so many points, which the counter no longer has. */
interface Refusal {
  points: number;
  error: ServiceError;
}

const MAX_LEASE = 25;
/** A lease takes at most this fraction of the remaining points, so the last requests are counted one by one. */
const LEASE_SHARE = 16;
const MAX_LEASES = 50_000;

export class RateLimiter {
  /** What operators have set. */
  #overrides = new Map<string, readonly [quota: number, window: number]>();
  /** The quotas that operators have set for single workspaces, by policy and workspace. */
  #tenantQuotas = new Map<string, number>();
  readonly #limiters = new Map<string, RateLimiterPostgres>();
  readonly #leases = new Map<string, Lease>();
  /** Requests for a lease that have not returned yet. */
  readonly #pending = new Map<string, Promise<Refusal | undefined>>();
  readonly #pool: pg.Pool;
  readonly #scale: number;

  /** @param scale multiplies every quota; development and tests only */
  constructor(pool: pg.Pool, scale: number) {
    this.#pool = pool;
    this.#scale = scale;
  }

  /** Reads what operators have set, and applies it to the next request. */
  async reload(): Promise<void> {
    const { rows } = await this.#pool.query<{ policy: string; quota: number; window: number }>(
      'select policy, quota, window_seconds as window from rate_limit_policies',
    );
    const former = [...this.#overrides.keys(), ...policiesOf(this.#tenantQuotas)];
    const tenants = await this.#pool.query<{ key: string; quota: number }>(
      `select l.key || ':' || t.id as key, l.value::int as quota from tenants t, jsonb_each_text(t.rate_limits) l
       where t.rate_limits <> '{}'`,
    );
    this.#tenantQuotas = new Map(tenants.rows.map(({ key, quota }) => [key, quota]));
    this.#overrides = new Map(rows.map(({ policy, quota, window }) => [policy, [quota, window]]));
    const now = [...this.#overrides.keys(), ...policiesOf(this.#tenantQuotas)];
    for (const policy of new Set([...former, ...now])) this.#forget(policy);
  }

  /** Lets the next request of a policy count by what is set now; what was leased of the former one is lost. */
  #forget(policy: string): void {
    for (const entries of [this.#limiters, this.#leases])
      for (const name of entries.keys())
        if (name === policy || name.startsWith(`${policy}:`)) entries.delete(name);
  }

  /** Returns quota and window of a policy as they are applied, before the scale of development. */
  policy(policy: Policy): readonly [quota: number, window: number] {
    return this.#overrides.get(policy) ?? POLICIES[policy];
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
      if (lease && lease.until > now && lease.unspent >= points) {
        lease.unspent -= points;
        return this.#allowance(policy, key, lease, now);
      }
      // Concurrent requests share one lease; separate leases would lie unused while other processes refuse.
      const pending = this.#pending.get(name);
      const refusal = await (pending ?? this.#renew(policy, key, points));
      if (refusal && points >= refusal.points) throw refusal.error;
    }
  }

  /** Takes a new lease for all waiting requests. @returns the refusal if the counter has no points left */
  #renew(policy: Policy, key: string, points: number): Promise<Refusal | undefined> {
    const name = `${policy}:${key}`;
    const pending = this.#lease(policy, key, points).finally(() => this.#pending.delete(name));
    this.#pending.set(name, pending);
    return pending;
  }

  async #lease(policy: Policy, key: string, points: number): Promise<Refusal | undefined> {
    const name = `${policy}:${key}`;
    const existing = this.#leases.get(name);
    const isLive = existing && existing.until > Date.now();
    const batch = isLive ? Math.min(MAX_LEASE, Math.floor(existing.remaining / LEASE_SHARE)) : 1;
    const renewed =
      (await this.#take(policy, key, Math.max(points, batch))) ??
      (batch > points ? await this.#take(policy, key, points) : undefined);
    if (!renewed)
      return { points, error: this.#limitError(policy, key, await this.#limiter(policy, key).get(key)) };
    // Points left in the existing lease have already been taken from the counter.
    if (isLive) renewed.unspent += existing.unspent;
    if (this.#leases.size >= MAX_LEASES) this.#leases.clear();
    this.#leases.set(name, renewed);
    return undefined;
  }

  /** Throws if a key has no points left, without taking one; for limits that count only failures. */
  async assertLeft(policy: Policy, key: string): Promise<void> {
    const state = await this.#limiter(policy, key).get(key);
    if (state && state.remainingPoints <= 0) throw this.#limitError(policy, key, state);
  }

  /** Takes a point for a failure; never throws RATE_LIMITED. */
  async penalize(policy: Policy, key: string): Promise<void> {
    await this.#limiter(policy, key).penalty(key, 1);
  }

  /** Returns when the keys without points left have points again; keys that still have some are missing. */
  async exhaustedUntil(policy: Policy, keys: readonly string[]): Promise<Map<string, Date>> {
    const limiter = this.#limiter(policy);
    const { rows } = await this.#pool.query<{ key: string; expire: string }>(
      'select key, expire from rate_limits where key = any ($1) and points >= $2 and expire > $3',
      [keys.map((key) => limiter.getKey(key)), limiter.points, Date.now()],
    );
    const expiries = new Map(rows.map(({ key, expire }) => [key, new Date(Number(expire))]));
    return new Map(
      keys.flatMap((key) => {
        const expiry = expiries.get(limiter.getKey(key));
        return expiry ? [[key, expiry]] : [];
      }),
    );
  }

  async #take(policy: Policy, key: string, points: number): Promise<Lease | undefined> {
    const limiter = this.#limiter(policy, key);
    try {
      const state = await limiter.consume(key, points);
      return { unspent: points, remaining: state.remainingPoints, until: Date.now() + state.msBeforeNext };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // The library deducts even when it refuses: give the points back, so that a smaller request can succeed.
      if (points > 1) await limiter.reward(key, points);
      return undefined;
    }
  }

  /** @param key with which a workspace can have a quota of its own */
  #limiter(policy: Policy, key?: string): RateLimiterPostgres {
    const own = key === undefined ? undefined : this.#tenantQuotas.get(`${policy}:${key}`);
    const name = own === undefined ? policy : `${policy}:${key}`;
    let limiter = this.#limiters.get(name);
    if (!limiter) {
      const [usual, window] = this.policy(policy);
      const quota = own ?? usual;
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
      this.#limiters.set(name, limiter);
    }
    return limiter;
  }

  #allowance(policy: Policy, key: string, lease: Lease, now: number): Allowance {
    const { points: limit, duration: window } = this.#limiter(policy, key);
    return {
      policy,
      limit,
      window,
      remaining: Math.max(0, lease.remaining + lease.unspent),
      reset: Math.max(1, Math.ceil((lease.until - now) / 1000)),
    };
  }

  #limitError(policy: Policy, key: string, state: RateLimiterRes | null): ServiceError {
    const reset = Math.max(1, Math.ceil((state?.msBeforeNext ?? 1000) / 1000));
    const { points: limit, duration: window } = this.#limiter(policy, key);
    return new ServiceError('RATE_LIMITED', undefined, {
      details: { policy },
      headers: {
        ...headersOf([{ policy, limit, window, remaining: 0, reset }]),
        'retry-after': String(reset),
      },
    });
  }
}

/** Returns the policies of quotas that are kept by policy and workspace. */
function policiesOf(quotas: ReadonlyMap<string, number>): string[] {
  return [...quotas.keys()].map((name) => name.split(':')[0]!);
}

/** Returns the rate-limit headers for the policy with the smallest remaining share (platform.md §3). */
export function headersOf(allowances: Allowance[]): Record<string, string> {
  const tightest = allowances.reduce((a, b) => (b.remaining / b.limit < a.remaining / a.limit ? b : a));
  const { policy, limit, window, remaining, reset } = tightest;
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
    'ratelimit-policy': `"${policy}";q=${limit};w=${window}`,
  };
}
