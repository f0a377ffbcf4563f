// Keys derived from the root key (root-key.ts): HMAC of tokens and cursors, and encryption of secrets.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export class Keys {
  readonly #pepper: KeyObject;
  readonly #cursor: KeyObject;
  readonly #suppression: KeyObject;
  readonly #seal: Buffer;

  constructor(rootKey: Buffer) {
    const derive = (purpose: string) => derivedKey(rootKey, purpose);
    // Key objects, because a buffer would be converted at every use.
    this.#pepper = createSecretKey(derive('token-pepper'));
    this.#cursor = createSecretKey(derive('cursor'));
    this.#suppression = createSecretKey(derive('suppression'));
    this.#seal = derive('seal');
  }

  /** Returns the stored form of a secret token: HMAC-SHA-256 with the pepper, as hex. */
  hashToken(token: string): string {
    return createHmac('sha256', this.#pepper).update(token).digest('hex');
  }

  /**
   * Returns the digest of an address for the suppression list; without the key, addresses cannot be guessed from it.
   */
  hashAddress(address: string, tenantId: string): string {
    return createHmac('sha256', this.#suppression).update(`${tenantId}\n${address}`).digest('hex');
  }

  /** Returns a short signature that proves that this service issued a cursor. */
  signCursor(text: string): string {
    return createHmac('sha256', this.#cursor).update(text).digest('base64url').slice(0, 22);
  }

  isCursorSignature(text: string, signature: string): boolean {
    const expected = Buffer.from(this.signCursor(text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** Encrypts with AES-256-GCM; `about` binds the ciphertext to its row. */
  seal(text: string, about: string): string {
    return sealWith(this.#seal, text, about);
  }

  /** @throws when the text was sealed with another key or for another row */
  open(sealed: string, about: string): string {
    return openWith(this.#seal, sealed, about);
  }
}

/** Derives the key for one purpose. */
export function derivedKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
}

/** Encrypts with AES-256-GCM with a key of 32 bytes; `about` is authenticated with the text. */
export function sealWith(key: Buffer, text: string, about: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws when the text was sealed with another key or about something else */
export function openWith(key: Buffer, sealed: string, about: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
