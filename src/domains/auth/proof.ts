// Verification of passwords and codes, rate-limited so that they cannot be guessed.
import type { Context } from '../../context.ts';
import type { Policy } from '../../rate-limit.ts';
import { inHashSlot } from './passwords.ts';

/**
 * Verifies a user's identity within rate limits, which count only failures (spec README point 24), per account
 * address and per IP address.
 * @param email the normalized address of the account
 * @param prove returns undefined if the proof fails
 * @throws RATE_LIMITED after too many failures (platform.md §3); SERVICE_UNAVAILABLE; errors of `prove`, which do not
 *   count as failures
 */
export async function proveIdentity<T>(
  ctx: Pick<Context, 'services' | 'ip'>,
  email: string,
  prove: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { keys, limiter } = ctx.services;
  // Hashed, so that the counters do not reveal addresses.
  const limits: [Policy, string][] = [['auth-identity', keys.hashToken(email)], byAddress(ctx)];
  const assertLimits = () => Promise.all(limits.map(([policy, key]) => limiter.assertLeft(policy, key)));
  await assertLimits();
  return inHashSlot(async () => {
    // Checks again after queueing, since earlier attempts in a burst may have failed meanwhile.
    await assertLimits();
    const proof = await prove();
    if (proof === undefined) await Promise.all(limits.map(([policy, key]) => limiter.penalize(policy, key)));
    return proof;
  });
}

/**
 * Looks up a secret that was sent by mail; an unknown one counts as a failure of the caller's IP address.
 * @throws RATE_LIMITED after too many failures (platform.md §3)
 */
export async function lookUpMailedSecret<T>(
  ctx: Pick<Context, 'services' | 'ip'>,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { limiter } = ctx.services;
  const limit = byAddress(ctx);
  await limiter.assertLeft(...limit);
  const found = await find();
  if (found === undefined) await limiter.penalize(...limit);
  return found;
}

function byAddress({ ip }: Pick<Context, 'ip'>): [Policy, string] {
  return ['auth-ip', ip ?? 'unknown'];
}
