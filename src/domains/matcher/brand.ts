// The brand in a host name, and the words that are nobody's (crm.md section 2, step c). Pure; add a word where one is missing.
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';

/** Words that are labels of domains everywhere and name nobody. */
const GENERIC = new Set(
  `example mail web shop app cloud group global online info data tech digital media home office team hello my get the`.split(
    ' ',
  ),
);
/** Reserved for examples (RFC 2606): below them, everybody has a name of their own. */
const RESERVED = /^(?:.*\.)?([^.]+)\.example\.(?:com|net|org)$/;
const MIN_BRAND = 4;

/**
 * The brand in a host name: the label left of its public suffix, as people write it. Below a suffix that is let to
 * others, such as github.io, it is the label of the tenant.
 * @returns undefined for one that is too short or that names nobody
 */
export function brandOf(host: string): string | undefined {
  const label = RESERVED.exec(host)?.[1] ?? parse(host, { allowPrivateDomains: true }).domainWithoutSuffix;
  if (!label) return undefined;
  const brand = domainToUnicode(label).replaceAll('-', ' ').trim();
  return GENERIC.has(brand) || [...brand.replaceAll(' ', '')].length < MIN_BRAND ? undefined : brand;
}
