// Hashing and checking of passwords: argon2id, two at a time, the same work whether the account exists or not.
import { readFileSync } from 'node:fs';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { ServiceError } from '../../errors.ts';
import { passwordFault } from './rules.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane (spec README point 8). argon2id is the default. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MAX_RUNNING = 2;
/** Past this, waiting would outlast the patience of the clients in front. */
const MAX_WAITING = 200;

/** Passwords of 12 characters and more that are guessed first. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
);

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs work that hashes; at most two at a time, the rest queue (platform.md §4).
 * @throws ServiceError SERVICE_UNAVAILABLE when the queue is full
 */
export async function inHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running += 1;
  else {
    if (waiting.length >= MAX_WAITING)
      throw new ServiceError('SERVICE_UNAVAILABLE', undefined, { headers: { 'retry-after': '5' } });
    // The slot is handed over by whoever leaves, so `running` stays as it is.
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
 * Checks a new password and hashes it.
 * @param path the field that holds it
 * @throws ServiceError VALIDATION_ERROR with the rule that it breaks (platform.md §4)
 */
export async function hashNewPassword(password: string, email: string, path = 'password'): Promise<string> {
  const fault = passwordFault(password, email, COMMON, path);
  if (fault) throw new ServiceError('VALIDATION_ERROR', fault.message, { fields: [fault] });
  return inHashSlot(() => hash(password.normalize('NFKC'), PARAMETERS));
}

/** Made at once, so that not even the first unknown account takes longer than a known one. */
const DECOY = hash('nobody has this password', PARAMETERS);

/**
 * Whether the password is the one of the account. Call it in a hash slot.
 * @param stored the hash; null for an unknown account or one without a password, which takes as long and says no
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await DECOY), password.normalize('NFKC'));
  return matches && stored !== null;
}

/** The hash with today's parameters when the stored one has others; for the moment when the password is at hand. */
export async function upgradedHash(stored: string, password: string): Promise<string | undefined> {
  const made = parseOptions(stored);
  const current =
    made.memoryCost === PARAMETERS.memoryCost &&
    made.timeCost === PARAMETERS.timeCost &&
    made.parallelism === PARAMETERS.parallelism;
  return current ? undefined : hash(password.normalize('NFKC'), PARAMETERS);
}
