// Creates webhook secrets and signs deliveries according to Standard Webhooks (platform.md section 9).
import { createPrivateKey, createPublicKey, randomBytes, sign as signEd25519 } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { Keys } from '../../access/keys.ts';
import type { Webhook } from './model.ts';
import type { Signature } from './rules.ts';

const SECRET_BYTES = 32;
/** The DER bytes that precede the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signing secret and, for v1a, the public key that receivers verify with. */
export interface Secret {
  secret: string;
  publicKey: string | null;
}

/** Creates a secret: for v1 `whsec_…`, shared with the receiver; for v1a a private key and its public key `whpk_…`. */
export function createSecret(signature: Signature): Secret {
  const seed = randomBytes(SECRET_BYTES);
  if (signature === 'v1') return { secret: `whsec_${seed.toString('base64')}`, publicKey: null };
  const spki = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
  return {
    secret: `whsk_${seed.toString('base64')}`,
    publicKey: `whpk_${spki.subarray(-SECRET_BYTES).toString('base64')}`,
  };
}

/** Encrypts a secret or the headers of a webhook for storage. */
export function encryptForWebhook(keys: Keys, webhookId: string, text: string): string {
  return keys.seal(text, `webhook:${webhookId}`);
}

/** Decrypts what `encryptForWebhook` encrypted. */
export function decryptForWebhook(keys: Keys, webhookId: string, sealed: string): string {
  return keys.open(sealed, `webhook:${webhookId}`);
}

/** Returns the headers of Standard Webhooks; during the overlap of a rotation the previous secret signs too. */
export function signatureHeaders(
  keys: Keys,
  webhook: Webhook,
  messageId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const { id, sealedSecret, sealedPreviousSecret, previousSecretExpiresAt } = webhook;
  const isOverlap = sealedPreviousSecret !== null && previousSecretExpiresAt! > now;
  const secrets = [sealedSecret, ...(isOverlap ? [sealedPreviousSecret] : [])];
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets
      .map((sealed) => sign(decryptForWebhook(keys, id, sealed), messageId, now, body))
      .join(' '),
  };
}

function sign(secret: string, messageId: string, now: Date, body: string): string {
  if (secret.startsWith('whsec_')) return new Signer(secret).sign(messageId, now, body);
  const seed = Buffer.from(secret.slice('whsk_'.length), 'base64');
  const signed = Buffer.from(`${messageId}.${Math.floor(now.getTime() / 1000)}.${body}`);
  return `v1a,${signEd25519(null, signed, privateKeyOf(seed)).toString('base64')}`;
}

function privateKeyOf(seed: Buffer) {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}
