// The rules of the matcher: what a brand is, and which of several candidates is meant (crm.md section 2). Pure.
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';

/** The steps of the matcher, in their order; a later one is asked only when the earlier ones find nobody. */
export type MatchStep = 'identifier' | 'name' | 'brand';

/** A company that a step found. */
export interface Candidate {
  companyId: string;
  name: string;
  domain: string | null;
  match: MatchStep;
  /** 0 to 1, in three digits. */
  score: number;
}

export type Verdict =
  | { verdict: 'none'; candidates: [] }
  | { verdict: 'match'; match: Candidate; candidates: Candidate[] }
  | { verdict: 'ambiguous'; reason: 'multiple_matches' | 'ambiguous_match'; candidates: Candidate[] };

/** Words that are labels of domains everywhere and name nobody. */
const GENERIC = new Set(
  `mail web shop app cloud group global online info data tech digital media home office team hello my get the`.split(
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
  const isNobody = GENERIC.has(brand) || /^example$/.test(brand);
  return isNobody || [...brand.replaceAll(' ', '')].length < MIN_BRAND ? undefined : brand;
}

/** Two candidates are too close to choose between when their scores differ by less than this. */
const CLOSE = 0.05;

/**
 * Chooses among the candidates of one step (crm.md section 2): by identifiers each of several is a match; else the best
 * one wins by a clear distance, and an equal name over any that is only similar.
 */
export function decide(found: readonly Candidate[]): Verdict {
  const candidates = [...found].sort((a, b) => b.score - a.score || (a.companyId < b.companyId ? -1 : 1));
  const [best, second] = candidates;
  if (!best) return { verdict: 'none', candidates: [] };
  const rivals = second && (best.score === 1 ? second.score === 1 : isClose(best.score, second.score));
  if (!rivals) return { verdict: 'match', match: best, candidates };
  return {
    verdict: 'ambiguous',
    reason: best.score === 1 ? 'multiple_matches' : 'ambiguous_match',
    candidates,
  };
}

/** In thousandths, because a difference of 0.95 and 0.9 is less than 0.05 to a computer. */
function isClose(best: number, second: number): boolean {
  return Math.round(best * 1000) - Math.round(second * 1000) < CLOSE * 1000;
}
