// The health of a client from its components (delivery.md section 1.1). Pure.
import type { RecencyBand } from '../relationships/model.ts';

/** Share of each component beside the others. */
const WEIGHTS = { delivery: 40, receivables: 25, support: 20, engagement: 15 };
const ENGAGEMENT: Record<RecencyBand, number> = { fresh: 100, stable: 75, stale: 40, dormant: 0 };
/** The least score of each band, the best band first. */
const BANDS = [
  ['healthy', 80],
  ['watch', 60],
  ['at_risk', 40],
  ['critical', 0],
] as const;

export interface Component {
  key: keyof typeof WEIGHTS;
  /** 0 to 100. */
  score: number;
  sampleSize: number;
}

export interface ClientHealth {
  score: number | null;
  band: (typeof BANDS)[number][0] | 'unknown';
  partial: boolean;
  components: (Component & { weight: number })[];
}

/** What engagement says; nothing where there is nobody to be engaged with. */
export function engagementOf({ band, contacts }: { band: RecencyBand; contacts: number }): Component[] {
  return contacts ? [{ key: 'engagement', score: ENGAGEMENT[band], sampleSize: contacts }] : [];
}

/** The mean of the components that are there, by their weights; with fewer than two nothing is said. */
export function healthOf(known: readonly Component[]): ClientHealth {
  const components = known.map((one) => ({ ...one, weight: WEIGHTS[one.key] }));
  const partial = components.length < Object.keys(WEIGHTS).length;
  if (components.length < 2) return { score: null, band: 'unknown', partial, components };
  const weights = components.reduce((sum, { weight }) => sum + weight, 0);
  const score = Math.round(
    components.reduce((sum, { weight, score: own }) => sum + weight * own, 0) / weights,
  );
  return { score, band: BANDS.find(([, least]) => score >= least)![0], partial, components };
}
