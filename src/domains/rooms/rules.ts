// Pure rules of rooms: what an item of a kind may have, addresses that may be embedded, gates and lists of links.
import { EMBEDDED_HOSTS } from '../../embedded-hosts.ts';
import { invalid } from '../../errors.ts';
import type { Gates, ItemKind, RoomLink, RoomVisibility } from './model.ts';

export const MAX_ITEMS = 500;
export const MAX_LINKS = 500;

/** The members that an item of each kind has, in addition to title, position and visibility. */
const MEMBERS: Record<ItemKind, readonly string[]> = {
  file: ['uploadId', 'body', 'allowDownload'],
  link: ['url', 'body'],
  note: ['body'],
  embed: ['url', 'body'],
  section: [],
  action_item: ['body', 'dueOn', 'done'],
};

const REQUIRED: Partial<Record<ItemKind, string>> = {
  file: 'uploadId',
  link: 'url',
  note: 'body',
  embed: 'url',
};

const SPECIAL = ['uploadId', 'url', 'body', 'allowDownload', 'dueOn', 'done'];

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Throws for members that items of the kind do not have, and for one that a new item lacks.
 * @throws VALIDATION_ERROR not_for_kind, required
 */
export function assertItemMembers(kind: ItemKind, input: Record<string, unknown>, isNew: boolean): void {
  const unexpected = SPECIAL.find(
    (name) => input[name] !== undefined && input[name] !== null && !MEMBERS[kind].includes(name),
  );
  if (unexpected)
    throw invalid(
      wireName(unexpected),
      'not_for_kind',
      `An item of the kind ${kind} has no ${wireName(unexpected)}; remove it.`,
    );
  const needed = REQUIRED[kind];
  if (needed && (isNew ? input[needed] == null : input[needed] === null))
    throw invalid(wireName(needed), 'required', `An item of the kind ${kind} needs ${wireName(needed)}.`);
}

/**
 * Returns a URL in its normal form.
 * @throws VALIDATION_ERROR url, embed_host
 */
export function readUrl(text: string, kind: ItemKind): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw invalid('url', 'url', 'Give a URL that starts with http:// or https:// and names no user.');
  if (
    kind === 'embed' &&
    !(url.protocol === 'https:' && EMBEDDED_HOSTS.includes(url.host.replace(/^www\./, '')))
  )
    throw invalid('url', 'embed_host', `Only https pages of ${EMBEDDED_HOSTS.join(', ')} can be embedded.`);
  return url.href;
}

const ADDRESS = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;
const DOMAIN = /^@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;

/** Returns a list of addresses and `@domain` entries, in lower case and each once. @throws VALIDATION_ERROR address */
export function readAddresses(entries: readonly string[], path: string): string[] {
  const clean = entries.map((entry) => entry.trim().toLowerCase());
  const wrong = clean.findIndex((entry) => !ADDRESS.test(entry) && !DOMAIN.test(entry));
  if (wrong >= 0)
    throw invalid(`${path}[${wrong}]`, 'address', 'Give a mail address, or a domain such as @example.com.');
  return [...new Set(clean)];
}

export function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

/** Returns whether a list contains an address, or its domain. */
export function isListed(list: readonly string[], email: string): boolean {
  return list.includes(email) || list.includes(email.slice(email.lastIndexOf('@')));
}

/** Returns whether a link lets a proven or claimed address in. */
export function passesLists(
  { allowList, denyList }: Pick<Gates, 'allowList' | 'denyList'>,
  visibility: RoomVisibility,
  email: string | null,
): boolean {
  if (email !== null && isListed(denyList, email)) return false;
  if (allowList.length === 0) return visibility !== 'invited';
  return email !== null && isListed(allowList, email);
}

/** The gates that a visitor has passed. */
export interface PassedGates {
  email?: boolean;
  code?: boolean;
  password?: boolean;
  nda?: boolean;
}

export type Gate = 'email' | 'code' | 'password' | 'nda';

/** Returns the gates that are still closed, in the order in which the specification lists them. */
export function closedGates(
  link: Pick<RoomLink, 'requireEmail' | 'verifyEmail' | 'passwordHash' | 'ndaRequired'>,
  visibility: RoomVisibility,
  passed: PassedGates = {},
): Gate[] {
  const verifies = link.verifyEmail || visibility === 'invited';
  const needed: [Gate, boolean][] = [
    ['email', link.requireEmail || verifies],
    ['code', verifies],
    ['password', link.passwordHash !== null],
    ['nda', link.ndaRequired],
  ];
  return needed.filter(([gate, isNeeded]) => isNeeded && !passed[gate]).map(([gate]) => gate);
}

/** Returns how a visitor is called who gave no name: by the local part of the address, in words. */
export function nameOf(email: string | null): string {
  const words = (email ?? '')
    .split('@')[0]!
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word));
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ');
  return name.slice(0, 80) || 'Visitor';
}
