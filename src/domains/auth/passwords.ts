// Password hashing: argon2id, at most two at a time, with the same cost whether or not the account exists.
import { readFileSync } from 'node:fs';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { ServiceError } from '../../errors.ts';
import { passwordFault } from './rules.ts';

/**
 * OWASP's argon2id parameters: 19 MiB, two passes, one lane (spec README point 8). The library defaults to argon2id.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MAX_RUNNING = 2;
/** With a longer queue, clients would time out before their turn. */
const MAX_WAITING = 200;

/** Common passwords of at least 12 characters. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
);

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs work that hashes, at most two at a time; the rest is queued (platform.md §4).
 * @throws SERVICE_UNAVAILABLE if the queue is full
 */
export async function inHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running += 1;
  else {
    if (waiting.length >= MAX_WAITING)
      throw new ServiceError('SERVICE_UNAVAILABLE', undefined, { headers: { 'retry-after': '5' } });
    // A finished task hands its slot over, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/**
 * Validates and hashes a new password.
 * @param path the field that the error names
 * @throws VALIDATION_ERROR with the rule that the password breaks (platform.md §4)
 */
export async function hashNewPassword(password: string, email: string, path = 'password'): Promise<string> {
  const fault = passwordFault(password, email, COMMON, path);
  if (fault) throw new ServiceError('VALIDATION_ERROR', fault.message, { fields: [fault] });
  return hashPassword(password);
}

/** Hashes a password to which the rules of accounts do not apply, such as that of a link. */
export function hashPassword(password: string): Promise<string> {
  return inHashSlot(() => hash(password.normalize('NFKC'), PARAMETERS));
}

/** Computed at startup, so that even the first sign-in with an unknown account takes as long as with a known one. */
const DECOY_HASH = hash('nobody has this password', PARAMETERS);

/**
 * Returns whether the password is that of the account. Must run in a hash slot.
 * @param stored the hash; null for an account that is unknown or has no password: the check then takes as long and
 *   fails
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await DECOY_HASH), password.normalize('NFKC'));
  return matches && stored !== null;
}

/**
 * Returns a hash with the current parameters if the stored one has others; called when the plain password is
 * available.
 */
export async function upgradedHash(stored: string, password: string): Promise<string | undefined> {
  const storedOptions = parseOptions(stored);
  const isCurrent =
    storedOptions.memoryCost === PARAMETERS.memoryCost &&
    storedOptions.timeCost === PARAMETERS.timeCost &&
    storedOptions.parallelism === PARAMETERS.parallelism;
  return isCurrent ? undefined : hash(password.normalize('NFKC'), PARAMETERS);
}
