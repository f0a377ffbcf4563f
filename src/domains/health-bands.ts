// What the health of a workspace and that of a client have in common: the mean of their components, and its band
// (delivery.md section 1.1).

/** The lowest score of each band, the best band first. */
const BANDS = [
  ['healthy', 80],
  ['watch', 60],
  ['at_risk', 40],
  ['critical', 0],
] as const;

export type HealthBand = (typeof BANDS)[number][0] | 'unknown';

/** Fewer components than this say nothing about the whole. */
const LEAST_COMPONENTS = 2;
/** More than the error of the arithmetic, and less than what two different shares of records differ by. */
const TOLERANCE = 1e-9;

/** Rounds a number that is not negative half up, to a number of decimal places. */
export function roundHalfUp(value: number, places = 0): number {
  const scale = 10 ** places;
  return Math.floor(value * scale + 0.5 + TOLERANCE) / scale;
}

/** Returns the weighted mean of components and its band; unknown with fewer than two. */
export function bandOfComponents(components: readonly { score: number; weight: number }[]): {
  score: number | null;
  band: HealthBand;
} {
  if (components.length < LEAST_COMPONENTS) return { score: null, band: 'unknown' };
  const weights = components.reduce((sum, { weight }) => sum + weight, 0);
  const score = roundHalfUp(
    components.reduce((sum, { weight, score: own }) => sum + weight * own, 0) / weights,
  );
  return { score, band: BANDS.find(([, least]) => score >= least)![0] };
}
