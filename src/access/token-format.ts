// The format of API tokens, `tat_<12 id><40 secret><6 CRC32>` in base62, and of opaque refresh tokens.
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'tat_';
const ID_LENGTH = 12;
const SECRET_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^tat_[0-9A-Za-z]{58}$/;

export interface ApiToken {
  /** The whole token, shown once and never stored. */
  secret: string;
  /** `tat_` and the id, which lists show so that people recognize the token. */
  prefix: string;
  lastFour: string;
}

/** Creates an API token (platform.md §6). Secret scanners recognize its prefix. */
export function makeApiToken(): ApiToken {
  const body = PREFIX + randomBase62(ID_LENGTH + SECRET_LENGTH);
  const secret = body + checksum(body);
  return { secret, prefix: secret.slice(0, PREFIX.length + ID_LENGTH), lastFour: secret.slice(-4) };
}

/** Returns whether a text has the shape and checksum of an API token, without a database query (platform.md §6). */
export function isApiToken(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Creates an opaque refresh token of 256 bits (platform.md §4). */
export function makeRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte; higher values would favour the first digits.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
