// The health of a client: properties over any components, and the cases of delivery.md section 1.1.
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
  it('lies between the worst and the best component, and says nothing with fewer than two', () => {
    fc.assert(
      fc.property(components, (known) => {
        const { score, band, partial, components: shown } = healthOf(known);
        expect([shown.length, partial]).toEqual([known.length, known.length < 4]);
        expect(score === null).toBe(known.length < 2);
        expect(band === 'unknown').toBe(score === null);
        if (score === null) return;
        const scores = known.map((one) => one.score);
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
  ])('%d is %s', (score, band) => {
    expect(healthOf([component('delivery', score), component('support', score)])).toMatchObject({
      score,
      band,
    });
  });

  it('weighs its components, and rounds halves up', () => {
    const of = (delivery: number, receivables: number, support: number, engagement: number) =>
      healthOf([
        component('delivery', delivery),
        component('receivables', receivables),
        component('support', support),
        component('engagement', engagement),
      ]).score;
    expect(of(100, 0, 0, 0)).toBe(40);
    expect(of(0, 100, 0, 0)).toBe(25);
    expect(of(0, 0, 100, 0)).toBe(20);
    expect(of(0, 0, 0, 100)).toBe(15);
    // 0.4 * 50 + 0.25 * 50 = 32.5
    expect(of(50, 50, 0, 0)).toBe(33);
  });

  it('takes the engagement from the band of the last touch, where there is somebody', () => {
    const scores = (['fresh', 'stable', 'stale', 'dormant'] as const).map(
      (band) => engagementOf({ band, contacts: 2 })[0]!.score,
    );
    expect(scores).toEqual([100, 75, 40, 0]);
    expect(engagementOf({ band: 'dormant', contacts: 0 })).toEqual([]);
  });
});
