// Counts characters as the networks do: UTF-16 code units, weighted characters, and graphemes.
// The weights are those of twitter-text's configuration 3. The package itself is not used: it has had no release since
// 2020, knows the emoji and top-level domains of 2018, and brings the withdrawn core-js 2.
import { parse } from 'tldts';

const URL_WEIGHT = 23;

/** An address in a text, by its offsets. */
export interface Address {
  start: number;
  end: number;
}

/** Returns a text as it is counted and stored: NFC, with LF as line break. */
export function normalized(text: string): string {
  return text.replace(/\r\n?/g, '\n').normalize('NFC');
}

/** Returns the number of UTF-16 code units of a text. */
export function plainCount(text: string): number {
  return normalized(text).length;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the number of graphemes, which is what people see as characters. */
export function graphemesOf(text: string): number {
  const whole = normalized(text);
  // Without letters beyond ASCII every code unit is a grapheme; the segmenter takes long for long texts.
  if (/^[\0-\x7f]*$/.test(whole)) return whole.length;
  let count = 0;
  for (const _ of GRAPHEMES.segment(whole)) count += 1;
  return count;
}

/** Returns the graphemes of a text. */
export function* graphemes(text: string): Generator<string> {
  for (const { segment } of GRAPHEMES.segment(text)) yield segment;
}

/** Returns whether a text has characters that the microblog refuses. */
export function hasInvalidCharacters(text: string): boolean {
  return /[\uFFFE\uFEFF\uFFFF]/.test(text);
}

/** Returns a text without the characters that the microblog refuses. */
export function withoutInvalidCharacters(text: string): string {
  return text.replace(/[\uFFFE\uFEFF\uFFFF]/g, '');
}

/** Returns the weighted count of a text: an address is 23, an emoji with all its parts 2. */
export function weightedCount(text: string): number {
  const whole = normalized(text);
  let count = 0;
  let at = 0;
  for (const { start, end } of addressesIn(whole)) {
    count += weightOf(whole.slice(at, start)) + URL_WEIGHT;
    at = end;
  }
  return count + weightOf(whole.slice(at));
}

/** A flag, a keycap, or pictures that are joined, coloured or marked as pictures; of two code points or more. */
const EMOJI_ELEMENT =
  '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\uFE0F\\u20E3?|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?';
const EMOJI = new RegExp(
  `\\p{RI}\\p{RI}|[0-9#*]\\uFE0F?\\u20E3|${EMOJI_ELEMENT}(?:\\u200D${EMOJI_ELEMENT})*`,
  'gu',
);
const HEAVY = /[^\0-\u10FF\u2000-\u200D\u2010-\u201F\u2032-\u2037]/u;

/** Returns the weighted count of a normalized text without addresses. */
export function weightOf(text: string): number {
  let count = 0;
  let at = 0;
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    count += weightOfCodePoints(text.slice(at, index));
    // A picture of one code point weighs what its code point does.
    count += [...emoji].length > 1 ? 2 : weightOfCodePoints(emoji);
    at = index + emoji.length;
  }
  return count + weightOfCodePoints(text.slice(at));
}

function weightOfCodePoints(text: string): number {
  let count = 0;
  for (const codePoint of text) count += HEAVY.test(codePoint) ? 2 : 1;
  return count;
}

const LATIN = 'A-Za-z0-9\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f';
const PATH = `[${LATIN}\\u0400-\\u04FF!*'();:=+,.$/%#\\[\\]\\u2013_~@|&?-]*`;
const label = (letters: string): string => `[${letters}](?:[${letters}_-]*[${letters}])?`;
/** A host is matched without its end being known to be one; `isHost` decides. */
const ADDRESS = new RegExp(
  `(?<![${LATIN}@＠$#＃])(?<scheme>https?:\\/\\/)(?<named>(?:${label('\\p{L}\\p{N}')}\\.)+${label('\\p{L}\\p{N}')})(?![\\w@+-])` +
    `|(?<![${LATIN}@＠$#＃_./-])(?<bare>(?:${label(LATIN)}\\.)+[A-Za-z][A-Za-z0-9-]*)(?![A-Za-z0-9@+])`,
  'giu',
);
/** What follows the host: port, path and query with a scheme, a path without. */
const REST = new RegExp(`(?::\\d{1,5})?(?:[/?]${PATH})?`, 'uy');
const REST_OF_BARE = new RegExp(`(?:/${PATH})?`, 'uy');
/** The longest host name (RFC 1035), so that no text makes its look-ups long. */
const MAX_HOST = 253;

/** Finds the addresses in a normalized text: with http or https, or a host alone that ends in a public suffix. */
export function addressesIn(text: string): Address[] {
  const found: Address[] = [];
  for (const match of text.matchAll(ADDRESS)) {
    const { scheme = '', named, bare } = match.groups!;
    const host = hostIn(named ?? bare!);
    const start = match.index;
    if (!host || start < (found.at(-1)?.end ?? 0)) continue;
    const end = start + scheme.length + host.length;
    const isWholeHost = host.length === (named ?? bare!).length;
    const rest = isWholeHost ? restLength(text, end, scheme ? REST : REST_OF_BARE) : 0;
    found.push({ start, end: end + rest });
  }
  return found;
}

/** Returns the longest beginning of a host that ends in a public suffix. */
function hostIn(host: string): string | undefined {
  if (host.length > MAX_HOST) return undefined;
  for (let end = host.length; end > 0; end = host.lastIndexOf('.', end - 1)) {
    const part = host.slice(0, end);
    // Languages without spaces continue right after the host: `acme.comだ`.
    const latin = /^.*\.[A-Za-z]{2,}(?=[^\0-\x7f][^.]*$)/u.exec(part)?.[0];
    const found = [part, latin].find((one) => one && isHost(one));
    if (found) return found;
  }
  return undefined;
}

function isHost(host: string): boolean {
  if (!host.includes('.')) return false;
  const { isIcann, isIp, domain } = parse(host);
  return !!isIcann && !isIp && !domain?.includes('_');
}

/** Returns the length of what belongs to an address after its host; punctuation at its end belongs to the sentence. */
function restLength(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  const rest = pattern.exec(text)![0];
  let surplus = rest.split(')').length - rest.split('(').length;
  let length = rest.length;
  for (; length > 0; length -= 1) {
    const last = rest[length - 1]!;
    if (!/[!*'();:,.$%[\]~@|&?\u2013]/.test(last)) break;
    if (last === ')' && surplus <= 0) break;
    if (last === ')') surplus -= 1;
    if (last === '(') surplus += 1;
  }
  return length;
}
