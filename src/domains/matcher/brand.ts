// Pure extraction of the brand from a host name (crm.md section 2, step c). Add generic words to GENERIC.
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';

/** Common domain labels that do not identify a company. */
const GENERIC = new Set(
  `example mail web shop app cloud group global online info data tech digital media home office team hello my get the`.split(
    ' ',
  ),
);
/** Domains reserved for examples (RFC 2606): their subdomains are treated as separate companies. */
const RESERVED = /^(?:.*\.)?([^.]+)\.example\.(?:com|net|org)$/;
const MIN_BRAND = 4;

/**
 * Returns the brand in a host name: the label before its public suffix, in Unicode and with spaces for hyphens. For
 * hosting suffixes such as github.io it is the customer's label.
 * @returns undefined if the label is generic or too short
 */
export function brandOf(host: string): string | undefined {
  const label = RESERVED.exec(host)?.[1] ?? parse(host, { allowPrivateDomains: true }).domainWithoutSuffix;
  if (!label) return undefined;
  const brand = domainToUnicode(label).replaceAll('-', ' ').trim();
  return GENERIC.has(brand) || [...brand.replaceAll(' ', '')].length < MIN_BRAND ? undefined : brand;
}
