// Ed25519 keys that sign access tokens, signing and verifying the tokens, and the public key set.

import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Transaction } from '../db/transaction.ts';
import { ServiceError } from '../errors.ts';
import type { AccessServices } from './context.ts';
import { publicEvidenceKeys } from './evidence-keys.ts';

/** The only accepted algorithm, whatever a token claims (platform.md §4). */
const ALGORITHM = 'EdDSA';
/** RFC 9068: distinguishes an access token from other JWTs signed with the same key. */
const TOKEN_TYPE = 'at+jwt';
const ACCESS_TOKEN_SECONDS = 15 * 60;
/** The longest lifetime of a token: that of an impersonation, which has no refresh token (platform.md §10). */
export const LONGEST_TOKEN_SECONDS = 60 * 60;

/**
 * How long a loaded key set is used before it is read again, and the minimum time between two reads for an unknown
 * `kid`.
 */
const RELOAD_AFTER = 5 * 60_000;
const RELOAD_UNKNOWN_AFTER = 5_000;

/** The claims of an access token; it does not contain roles (platform.md §4). */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** The workspace that SelectTenant bound the token to. */
  tenantId?: string;
  authTime: Date;
  amr: string[];
  /** The operator who acts as the user, and until when; the token lives as long (platform.md §10). */
  actor?: { userId: string; until: Date };
}

/** The claims under their names in the token. */
interface TokenPayload {
  sub: string;
  sid: string;
  tid?: string;
  auth_time: number;
  amr: string[];
  /** RFC 8693: who acts as the subject. */
  act?: { sub: string };
  exp: number;
}

interface VerifiedToken {
  claims: AccessClaims;
  expiresAt: number;
}

interface SigningKey {
  kid: string;
  publicJwk: JWK;
  sealedPrivateJwk: string;
  retiredAt: Date | null;
}

type SigningServices = Pick<AccessServices, 'config' | 'clock' | 'database' | 'keys'>;

/** The signing keys of one process, loaded at first use. */
class SigningKeys {
  readonly #services: SigningServices;
  #stored: SigningKey[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;
  readonly #private = new Map<string, CryptoKey>();
  readonly #public = new Map<string, CryptoKey>();
  /** Verified tokens, so that a signature is verified once and not with every request. */
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: 10_000 });

  constructor(services: SigningServices) {
    this.#services = services;
  }

  async sign({
    userId,
    sessionId,
    tenantId,
    authTime,
    amr,
    actor,
  }: AccessClaims): Promise<{ token: string; expiresAt: Date }> {
    const key = await this.#newest();
    const { publicUrl } = this.#services.config;
    const issued = Math.floor(this.#services.clock.now().getTime() / 1000);
    const expires = actor ? seconds(actor.until) : issued + ACCESS_TOKEN_SECONDS;
    const claims = {
      sid: sessionId,
      ...(tenantId && { tid: tenantId }),
      auth_time: seconds(authTime),
      amr,
      ...(actor && { act: { sub: actor.userId } }),
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: key.kid })
      .setIssuer(publicUrl)
      .setAudience(publicUrl)
      .setSubject(userId)
      .setIssuedAt(issued)
      .setExpirationTime(expires)
      .sign(await this.#privateKey(key));
    return { token, expiresAt: new Date(expires * 1000) };
  }

  async verify(token: string): Promise<AccessClaims> {
    const now = this.#services.clock.now();
    const known = this.#verified.get(token);
    if (known) {
      if (known.expiresAt <= now.getTime()) throw invalidToken('TOKEN_EXPIRED');
      return known.claims;
    }
    const { publicUrl } = this.#services.config;
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#publicKey(kid), {
        algorithms: [ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: publicUrl,
        audience: publicUrl,
        requiredClaims: ['sub', 'sid', 'exp', 'auth_time'],
        currentDate: now,
      });
      const { sub, sid, tid, auth_time: authTime, amr, act, exp } = payload as unknown as TokenPayload;
      const claims = {
        userId: sub,
        sessionId: sid,
        ...(tid && { tenantId: tid }),
        authTime: new Date(authTime * 1000),
        amr,
        ...(act && { actor: { userId: act.sub, until: new Date(exp * 1000) } }),
      };
      this.#verified.set(token, { claims, expiresAt: exp * 1000 });
      return claims;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw invalidToken('TOKEN_EXPIRED');
      if (error instanceof errors.JOSEError) throw invalidToken('UNAUTHENTICATED');
      throw error;
    }
  }

  /** Returns the public keys that verifiers need: those in use, and retired ones until their last token has expired. */
  async publicSet(): Promise<JWK[]> {
    await this.#load(RELOAD_AFTER);
    return this.#accepted().map(({ kid, publicJwk }) => ({ ...publicJwk, kid, use: 'sig', alg: ALGORITHM }));
  }

  forget(): void {
    this.#loadedAt = Number.NEGATIVE_INFINITY;
  }

  async #newest(): Promise<SigningKey> {
    await this.#load(RELOAD_AFTER);
    const key = this.#stored.find(({ retiredAt }) => !retiredAt);
    if (!key) throw new Error('there is no signing key: ensureSigningKey() runs at boot');
    return key;
  }

  async #publicKey(kid: string | undefined): Promise<CryptoKey> {
    await this.#load(RELOAD_AFTER);
    const find = () => this.#accepted().find((key) => key.kid === kid);
    let key = find();
    if (!key) {
      // Another process may have created a key since.
      await this.#load(RELOAD_UNKNOWN_AFTER);
      key = find();
    }
    if (!key) throw new errors.JWKSNoMatchingKey();
    let imported = this.#public.get(key.kid);
    if (!imported) {
      imported = (await importJWK(key.publicJwk, ALGORITHM)) as CryptoKey;
      this.#public.set(key.kid, imported);
    }
    return imported;
  }

  async #privateKey({ kid, sealedPrivateJwk }: SigningKey): Promise<CryptoKey> {
    let key = this.#private.get(kid);
    if (!key) {
      const jwk = JSON.parse(unseal(this.#services.keys, kid, sealedPrivateJwk));
      key = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
      this.#private.set(kid, key);
    }
    return key;
  }

  #accepted(): SigningKey[] {
    const oldest = this.#services.clock.now().getTime() - LONGEST_TOKEN_SECONDS * 1000;
    return this.#stored.filter(({ retiredAt }) => !retiredAt || retiredAt.getTime() > oldest);
  }

  /**
   * Reads the keys unless they were read less than `maxAge` milliseconds ago. Uses a monotonic clock, since this is not
   * a business time.
   */
  async #load(maxAge: number): Promise<void> {
    if (performance.now() - this.#loadedAt < maxAge) return;
    this.#loading ??= this.#services.database
      .read({}, (tx) => storedKeys(tx.db))
      .then((stored) => {
        this.#stored = stored;
        this.#loadedAt = performance.now();
      })
      .finally(() => {
        this.#loading = undefined;
      });
    await this.#loading;
  }
}

const keysByDatabase = new WeakMap<object, SigningKeys>();

/** Returns the key set of a database; a process can serve several. */
function keysOf(services: SigningServices): SigningKeys {
  let set = keysByDatabase.get(services.database);
  if (!set) {
    set = new SigningKeys(services);
    keysByDatabase.set(services.database, set);
  }
  return set;
}

/** Signs an access token that is valid for 15 minutes (platform.md §4), or until the impersonation ends. */
export function signAccessToken(
  services: SigningServices,
  claims: AccessClaims,
): Promise<{ token: string; expiresAt: Date }> {
  return keysOf(services).sign(claims);
}

/**
 * Verifies an access token and returns its claims. Whether its session is still live is not checked here.
 * @throws ServiceError TOKEN_EXPIRED, or UNAUTHENTICATED for every other fault (platform.md §2)
 */
export function verifyAccessToken(services: SigningServices, token: string): Promise<AccessClaims> {
  return keysOf(services).verify(token);
}

/** Returns the public keys as a JSON Web Key Set (RFC 7517). */
export async function jwks(services: SigningServices): Promise<{ keys: JWK[] }> {
  return { keys: [...(await keysOf(services).publicSet()), ...(await publicEvidenceKeys(services))] };
}

/**
 * Creates the first signing key; call it at boot. If two processes start at once, only one creates the key.
 * @throws Error when SECRET_KEY does not decrypt the key in use
 */
export async function ensureSigningKey(services: SigningServices): Promise<void> {
  const { database, keys, clock } = services;
  await database.write({}, async ({ db }: Transaction) => {
    await db.raw("select pg_advisory_xact_lock(hashtext('signing-keys'))");
    const current = (await storedKeys(db)).find(({ retiredAt }) => !retiredAt);
    if (current) unseal(keys, current.kid, current.sealedPrivateJwk);
    else await insertKey({ keys, clock }, db);
  });
}

/**
 * Creates another key and retires the one in use, in the caller's transaction. Tokens that the former one has signed are
 * accepted until they expire.
 */
export async function replaceSigningKey(
  services: Pick<SigningServices, 'keys' | 'clock'>,
  db: Knex,
): Promise<{ kid: string; retiredKid: string | null }> {
  await db.raw("select pg_advisory_xact_lock(hashtext('signing-keys'))");
  const [retired] = await db('signing_keys')
    .where({ purpose: 'access', retired_at: null })
    .update({ retired_at: services.clock.now() })
    .returning('kid');
  return { kid: await insertKey(services, db), retiredKid: retired?.kid ?? null };
}

/** Told to every process when the key was replaced. */
export const KEYS_CHANNEL = 'signing_keys_changed';

/** Lets this process read the keys again at their next use. */
export function reloadSigningKeys(services: SigningServices): void {
  keysOf(services).forget();
}

async function insertKey(
  { keys, clock }: Pick<SigningServices, 'keys' | 'clock'>,
  db: Knex,
): Promise<string> {
  const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const sealed = keys.seal(JSON.stringify(await exportJWK(pair.privateKey)), sealedAbout(kid));
  await db('signing_keys').insert({
    kid,
    public_jwk: publicJwk,
    sealed_private_jwk: sealed,
    created_at: clock.now(),
  });
  return kid;
}

async function storedKeys(db: Knex): Promise<SigningKey[]> {
  const rows = await db('signing_keys').where({ purpose: 'access' }).select().orderBy('created_at', 'desc');
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    sealedPrivateJwk: row.sealed_private_jwk,
    retiredAt: row.retired_at,
  }));
}

function unseal(keys: AccessServices['keys'], kid: string, sealed: string): string {
  try {
    return keys.open(sealed, sealedAbout(kid));
  } catch {
    throw new Error(
      `SECRET_KEY does not open the signing key ${kid}: restore the former SECRET_KEY, or give the key up with ` +
        `"update signing_keys set retired_at = now() where kid = '${kid}'" (everyone signs in again)`,
    );
  }
}

function sealedAbout(kid: string): string {
  return `signing_keys:${kid}`;
}

/** Returns a 401 error for a bearer token that was presented (platform.md §2). */
export function invalidToken(
  code: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | 'TOKEN_REVOKED',
  message?: string,
): ServiceError {
  return new ServiceError(code, message, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
