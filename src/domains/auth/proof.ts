// Proofs of identity: passwords and codes, with the limits that make guessing them hopeless.
import type { Context } from '../../context.ts';
import type { Policy } from '../../rate-limit.ts';
import { inHashSlot } from './passwords.ts';

/**
 * Runs a proof of identity. Limits count failures only (spec README point 24), by the address of the account and by
 * that of the caller.
 * @param email normalized
 * @param prove answers undefined where the proof fails
 * @throws ServiceError RATE_LIMITED after too many failures (platform.md §3); SERVICE_UNAVAILABLE; what `prove` throws,
 *   which counts as no failure
 */
export async function proven<T>(
  ctx: Pick<Context, 'services' | 'ip'>,
  email: string,
  prove: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { keys, limiter } = ctx.services;
  // Hashed, so that no list of addresses gathers among the counters.
  const attempt: [Policy, string][] = [['auth-identity', keys.hashToken(email)], byAddress(ctx)];
  const check = () => Promise.all(attempt.map(([policy, key]) => limiter.assertLeft(policy, key)));
  await check();
  return inHashSlot(async () => {
    // Those ahead in the queue may have failed meanwhile; a burst gets no more guesses than a trickle.
    await check();
    const proof = await prove();
    if (proof === undefined) await Promise.all(attempt.map(([policy, key]) => limiter.penalize(policy, key)));
    return proof;
  });
}

/**
 * Looks up what a secret out of a mail stands for; a secret that nobody was sent counts against the caller's address.
 * @throws ServiceError RATE_LIMITED after too many failures (platform.md §3)
 */
export async function looked<T>(
  ctx: Pick<Context, 'services' | 'ip'>,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { limiter } = ctx.services;
  const attempt = byAddress(ctx);
  await limiter.assertLeft(...attempt);
  const found = await find();
  if (found === undefined) await limiter.penalize(...attempt);
  return found;
}

function byAddress({ ip }: Pick<Context, 'ip'>): [Policy, string] {
  return ['auth-ip', ip ?? 'unknown'];
}
