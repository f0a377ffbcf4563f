// The rules of the matcher: which of several candidates is meant (crm.md section 2). Pure.

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
