// The root key: random, stored once, encrypted with SECRET_KEY. All other keys are derived from it, so SECRET_KEY can
// be replaced without rewriting encrypted or hashed data.
import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/knex.ts';
import { derivedKey, openWith, sealWith } from './keys.ts';

interface WrappedKey {
  wrapped_by: string;
  sealed: string;
}

type KeySettings = Pick<Config, 'secretKey' | 'previousSecretKeys'>;

/**
 * Returns the root key of the database; call it at boot. Creates it if there is none, and encrypts it with a new
 * SECRET_KEY if that has changed. A former SECRET_KEY still decrypts it until a process starts without
 * SECRET_KEY_PREVIOUS, so that processes with either key can run at the same time.
 * @throws Error when neither SECRET_KEY nor a former one decrypts it
 */
export function openRootKey(database: Database, settings: KeySettings, clock: Clock): Promise<Buffer> {
  const { secretKey, previousSecretKeys } = settings;
  return database.write({}, async ({ db }) => {
    // If several processes start at once, only one creates the key.
    await db.raw("select pg_advisory_xact_lock(hashtext('root-key'))");
    const stored: WrappedKey[] = await db('root_keys').select('wrapped_by', 'sealed');
    const opened = [secretKey, ...previousSecretKeys].map((key) => unwrap(stored, key)).find(Boolean);
    if (stored.length > 0 && !opened) throw new Error(NOT_OPENED);
    const root = opened ?? ((await isUnused(db)) ? randomBytes(32) : secretKey);
    if (!unwrap(stored, secretKey)) {
      await db('root_keys').insert({ ...wrap(root, secretKey), created_at: clock.now() });
    }
    if (previousSecretKeys.length === 0) {
      await db('root_keys')
        .whereNot({ wrapped_by: nameOf(secretKey) })
        .delete();
    }
    return root;
  });
}

const NOT_OPENED =
  'SECRET_KEY does not open the root key of this database: restore the former SECRET_KEY, or give it as ' +
  'SECRET_KEY_PREVIOUS in addition to the new one';

/**
 * Returns whether nothing has been encrypted yet. Before root keys existed, SECRET_KEY itself was used in their place.
 */
async function isUnused(db: Knex): Promise<boolean> {
  return (await db('signing_keys').first('kid')) === undefined;
}

function wrap(root: Buffer, secretKey: Buffer): WrappedKey {
  const name = nameOf(secretKey);
  return {
    wrapped_by: name,
    sealed: sealWith(wrappingKey(secretKey), root.toString('base64url'), about(name)),
  };
}

function unwrap(stored: WrappedKey[], secretKey: Buffer): Buffer | undefined {
  const name = nameOf(secretKey);
  const found = stored.find(({ wrapped_by }) => wrapped_by === name);
  return found && Buffer.from(openWith(wrappingKey(secretKey), found.sealed, about(name)), 'base64url');
}

function nameOf(secretKey: Buffer): string {
  return createHash('sha256').update(derivedKey(secretKey, 'root-key-name')).digest('hex').slice(0, 16);
}

const wrappingKey = (secretKey: Buffer): Buffer => derivedKey(secretKey, 'root-key-wrap');
const about = (name: string): string => `root_keys:${name}`;
