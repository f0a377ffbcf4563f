// Pure rules of the company matcher: choosing among candidates (crm.md section 2).

/** The steps of the matcher in order; a step runs only if the earlier ones find no candidate. */
export type MatchStep = 'identifier' | 'name' | 'brand';

/** A company found by a step. */
export interface Candidate {
  companyId: string;
  name: string;
  domain: string | null;
  match: MatchStep;
  /** 0 to 1, with three decimals. */
  score: number;
}

export type Verdict =
  | { verdict: 'none'; candidates: [] }
  | { verdict: 'match'; match: Candidate; candidates: Candidate[] }
  | { verdict: 'ambiguous'; reason: 'multiple_matches' | 'ambiguous_match'; candidates: Candidate[] };

/** Two candidates are ambiguous if their scores differ by less than this. */
const MIN_DISTANCE = 0.05;

/**
 * Chooses among the candidates of one step (crm.md section 2): the best one wins if its score is at least 0.05 higher
 * than the next, and a score of 1 wins over any lower one; otherwise the result is ambiguous.
 */
export function decide(found: readonly Candidate[]): Verdict {
  const candidates = [...found].sort((a, b) => b.score - a.score || (a.companyId < b.companyId ? -1 : 1));
  const [best, second] = candidates;
  if (!best) return { verdict: 'none', candidates: [] };
  const isTied = second && (best.score === 1 ? second.score === 1 : isClose(best.score, second.score));
  if (!isTied) return { verdict: 'match', match: best, candidates };
  return {
    verdict: 'ambiguous',
    reason: best.score === 1 ? 'multiple_matches' : 'ambiguous_match',
    candidates,
  };
}

/** Compares in thousandths, because 0.95 - 0.9 is less than 0.05 in floating point. */
function isClose(best: number, second: number): boolean {
  return Math.round(best * 1000) - Math.round(second * 1000) < MIN_DISTANCE * 1000;
}
