// Shows operators the rate limits and who has used them up, and lets them set others (platform.md §10).
import { PLATFORM_WORKSPACE } from '../../access/operators.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { POLICIES, POLICIES_CHANNEL, type Policy } from '../../rate-limit.ts';

interface LimitedKey {
  key: string;
  requests: number;
}

export interface RateLimitPolicy {
  key: string;
  quota: number;
  windowSeconds: number;
  defaultQuota: number;
  defaultWindowSeconds: number;
  overridden: boolean;
  limited: LimitedKey[];
}

/** A quota may be lowered to this share of its default. */
const LOWEST_SHARE = 10;

/** Policies whose keys are ids of users, tokens and workspaces, and no addresses or secrets. */
const KEYED_BY_ID: readonly Policy[] = [
  'user',
  'token',
  'tenant',
  'tenant-write',
  'mcp',
  'assistant-chat',
  'export',
  'graphql-cost',
  'introspection',
];

const LIMITED = `
  select p.policy, l.key, l.requests from unnest($1::text[], $2::int[]) as p(policy, quota)
  cross join lateral (
    select substring(r.key from length(p.policy) + 2) as key, r.points as requests from rate_limits r
    where r.key like p.policy || ':%' and r.points >= p.quota and r.expire > $3 order by r.points desc, r.key limit 5
  ) l`;

/** Returns all policies, by key. */
export async function listRateLimitPolicies(ctx: TenantContext): Promise<RateLimitPolicy[]> {
  const { limiter, config } = ctx.services;
  const quotas = KEYED_BY_ID.map((policy) =>
    Math.max(1, Math.round(limiter.policy(policy)[0] * config.rateLimitScale)),
  );
  // The counters use the time of the machine.
  const rows = await ctx.tx.rows<LimitedKey & { policy: string }>(LIMITED, [KEYED_BY_ID, quotas, Date.now()]);
  const limited = Map.groupBy(rows, ({ policy }) => policy);
  return (Object.keys(POLICIES) as Policy[])
    .sort()
    .map((policy) => describe(policy, limiter.policy(policy), limited.get(policy)));
}

/**
 * Sets a policy in all processes.
 * @throws NOT_FOUND; VALIDATION_ERROR for a quota below a tenth of the default
 */
export async function setRateLimitPolicy(
  ctx: TenantContext,
  { policyKey, quota, windowSeconds }: { policyKey: string; quota: number; windowSeconds: number },
): Promise<RateLimitPolicy> {
  if (!Object.hasOwn(POLICIES, policyKey)) return fail('NOT_FOUND');
  const policy = policyKey as Policy;
  const [defaultQuota, defaultWindow] = POLICIES[policy];
  const lowest = Math.ceil(defaultQuota / LOWEST_SHARE);
  if (quota < lowest)
    throw invalid('quota', 'minimum', `Send at least ${lowest}, a tenth of the default of ${defaultQuota}.`);
  await ctx.tx.rows("select pg_advisory_xact_lock(hashtext('rate_limit_policies'))", []);
  const [stored] = await ctx.tx.rows<{ quota: number; windowSeconds: number }>(
    'select quota, window_seconds as "windowSeconds" from rate_limit_policies where policy = $1',
    [policy],
  );
  const before = stored ?? { quota: defaultQuota, windowSeconds: defaultWindow };
  const after = { quota, windowSeconds };
  if (before.quota !== quota || before.windowSeconds !== windowSeconds) {
    await storePolicy(ctx, policy, after);
    await emit(ctx, 'rate_limit.updated', {
      // A policy has no id; the audit names it by its label.
      object: { id: PLATFORM_WORKSPACE },
      label: policy,
      before,
      after,
      links: [],
    });
    ctx.tx.afterCommit(() => void ctx.services.limiter.reload().catch(() => undefined));
    await ctx.tx.rows('select pg_notify($1, $2)', [POLICIES_CHANNEL, policy]);
  }
  return describe(policy, [quota, windowSeconds]);
}

async function storePolicy(
  ctx: TenantContext,
  policy: Policy,
  { quota, windowSeconds }: { quota: number; windowSeconds: number },
): Promise<void> {
  const [defaultQuota, defaultWindow] = POLICIES[policy];
  if (quota === defaultQuota && windowSeconds === defaultWindow)
    await ctx.tx.rows('delete from rate_limit_policies where policy = $1', [policy]);
  else
    await ctx.tx.rows(
      `insert into rate_limit_policies (policy, quota, window_seconds, updated_at) values ($1, $2, $3, $4)
       on conflict (policy) do update set quota = excluded.quota, window_seconds = excluded.window_seconds,
         updated_at = excluded.updated_at`,
      [policy, quota, windowSeconds, ctx.now],
    );
}

function describe(
  key: Policy,
  [quota, windowSeconds]: readonly [quota: number, window: number],
  limited: LimitedKey[] = [],
): RateLimitPolicy {
  const [defaultQuota, defaultWindowSeconds] = POLICIES[key];
  return {
    ...{ key, quota, windowSeconds, defaultQuota, defaultWindowSeconds },
    overridden: quota !== defaultQuota || windowSeconds !== defaultWindowSeconds,
    limited: limited.map(({ key: of, requests }) => ({ key: of, requests })),
  };
}
