// The Ed25519 keys that sign manifests of completed envelopes; they verify no access token and are published for ever.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { AccessServices } from './context.ts';

type KeyServices = Pick<AccessServices, 'clock' | 'database' | 'keys'>;

interface EvidenceKey {
  kid: string;
  publicJwk: JWK;
  sealedPrivateJwk: string;
}

/** A signature as evidence shows it. */
export interface EvidenceSignature {
  alg: 'Ed25519';
  kid: string;
  /** base64url */
  value: string;
}

const SELECT = `
  select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk" from signing_keys
  where purpose = 'evidence' order by retired_at is not null, created_at desc`;

const sealedAbout = (kid: string): string => `signing_keys:${kid}`;

/** Signs a text with the newest key, which is created at the first use. */
export async function signEvidence(services: KeyServices, text: string): Promise<EvidenceSignature> {
  const [stored] = await evidenceKeys(services);
  const { kid, sealedPrivateJwk } = stored ?? (await createKey(services));
  const jwk = JSON.parse(services.keys.open(sealedPrivateJwk, sealedAbout(kid))) as JWK;
  const key: KeyObject = createPrivateKey({ key: jwk as never, format: 'jwk' });
  return { alg: 'Ed25519', kid, value: sign(null, Buffer.from(text), key).toString('base64url') };
}

/** Returns the public key with a kid as a JWK. */
export async function publicEvidenceKey(services: KeyServices, kid: string): Promise<JWK | null> {
  const found = (await evidenceKeys(services)).find((key) => key.kid === kid);
  return found ? publicForm(found) : null;
}

/** Returns the public keys as JWKs, also those that sign no longer. */
export async function publicEvidenceKeys(services: KeyServices): Promise<JWK[]> {
  return (await evidenceKeys(services)).map(publicForm);
}

function publicForm({ kid, publicJwk }: EvidenceKey): JWK {
  return { ...publicJwk, kid, use: 'sig', alg: 'EdDSA' };
}

function evidenceKeys({ database }: KeyServices): Promise<EvidenceKey[]> {
  return database.read({}, (tx) => tx.rows<EvidenceKey>(SELECT, []));
}

/** Creates the first key; of two processes that start at once, only one does. */
async function createKey({ database, keys, clock }: KeyServices): Promise<EvidenceKey> {
  return database.write({}, async (tx) => {
    await tx.rows("select pg_advisory_xact_lock(hashtext('signing-keys'))", []);
    const [existing] = await tx.rows<EvidenceKey>(SELECT, []);
    if (existing) return existing;
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = `evidence-${await calculateJwkThumbprint(publicJwk)}`;
    const sealedPrivateJwk = keys.seal(JSON.stringify(await exportJWK(pair.privateKey)), sealedAbout(kid));
    await tx.rows(
      `insert into signing_keys (kid, public_jwk, sealed_private_jwk, created_at, purpose) values ($1, $2, $3, $4, 'evidence')`,
      [kid, JSON.stringify(publicJwk), sealedPrivateJwk, clock.now()],
    );
    return { kid, publicJwk, sealedPrivateJwk };
  });
}
