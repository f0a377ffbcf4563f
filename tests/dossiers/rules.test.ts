// The health of a client: property tests over any components, and the cases of delivery.md section 1.1.
import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { engagementOf, type HealthComponent, healthOf } from '../../src/domains/dossiers/rules.ts';

const component = (key: HealthComponent['key'], score: number): HealthComponent => ({
  key,
  score,
  sampleSize: 1,
});
const components = fc
  .subarray(['delivery', 'receivables', 'support', 'engagement'] as const)
  .chain((keys) =>
    fc.tuple(...keys.map((key) => fc.integer({ min: 0, max: 100 }).map((score) => component(key, score)))),
  );

describe('the health of a client', () => {
  it('lies between the worst and the best component score, and is unknown with fewer than two components', () => {
    fc.assert(
      fc.property(components, (given) => {
        const { score, band, partial, components: returned } = healthOf(given);
        expect([returned.length, partial]).toEqual([given.length, given.length < 4]);
        expect(score === null).toBe(given.length < 2);
        expect(band === 'unknown').toBe(score === null);
        if (score === null) return;
        const scores = given.map((part) => part.score);
        expect(score).toBeGreaterThanOrEqual(Math.min(...scores));
        expect(score).toBeLessThanOrEqual(Math.max(...scores));
      }),
    );
  });

  test.each([
    [80, 'healthy'],
    [79, 'watch'],
    [60, 'watch'],
    [59, 'at_risk'],
    [40, 'at_risk'],
    [39, 'critical'],
    [0, 'critical'],
  ])('with a score of %d is %s', (score, band) => {
    expect(healthOf([component('delivery', score), component('support', score)])).toMatchObject({
      score,
      band,
    });
  });

  it('weights its components, and rounds halves up', () => {
    const healthScore = (delivery: number, receivables: number, support: number, engagement: number) =>
      healthOf([
        component('delivery', delivery),
        component('receivables', receivables),
        component('support', support),
        component('engagement', engagement),
      ]).score;
    expect(healthScore(100, 0, 0, 0)).toBe(40);
    expect(healthScore(0, 100, 0, 0)).toBe(25);
    expect(healthScore(0, 0, 100, 0)).toBe(20);
    expect(healthScore(0, 0, 0, 100)).toBe(15);
    // 0.4 * 50 + 0.25 * 50 = 32.5
    expect(healthScore(50, 50, 0, 0)).toBe(33);
  });

  it('takes engagement from the band of the last touch, if the client has contacts', () => {
    const scores = (['fresh', 'stable', 'stale', 'dormant'] as const).map(
      (band) => engagementOf({ band, contacts: 2 })[0]!.score,
    );
    expect(scores).toEqual([100, 75, 40, 0]);
    expect(engagementOf({ band: 'dormant', contacts: 0 })).toEqual([]);
  });
});
