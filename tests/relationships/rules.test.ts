// Unit tests of the relationship rules: properties over any time and text, and the cases that the rules name.
import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { isTouch } from '../../src/domains/activities/rules.ts';
import type { ConfirmationState } from '../../src/domains/relationships/model.ts';
import {
  assertNoContent,
  assertSnooze,
  bandOf,
  confirmed,
  firstState,
  normalizeInterests,
  verdictOf,
} from '../../src/domains/relationships/rules.ts';
import { ServiceError } from '../../src/errors.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-11-21T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

/** Returns the error that the call throws, or undefined. */
function refusal(work: () => unknown): ServiceError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

describe('the recency band', () => {
  it.each([
    [0, 'fresh'],
    [31 * DAY - 1, 'fresh'],
    [31 * DAY, 'stable'],
    [91 * DAY - 1, 'stable'],
    [91 * DAY, 'stale'],
    [181 * DAY - 1, 'stale'],
    [181 * DAY, 'dormant'],
  ])('of a touch %d ms ago is "%s"', (elapsed, band) => expect(bandOf(ago(elapsed), NOW)).toBe(band));

  it('is dormant for a contact without any touch', () => expect(bandOf(null, NOW)).toBe('dormant'));

  test('counts whole days, never becomes fresher with time and does not depend on the time zone', () => {
    const bands = ['fresh', 'stable', 'stale', 'dormant'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * DAY }), fc.integer({ min: 0, max: 400 * DAY }), (a, b) => {
        const days = Math.floor(a / DAY);
        const expected = days <= 30 ? 'fresh' : days <= 90 ? 'stable' : days <= 180 ? 'stale' : 'dormant';
        expect(bandOf(ago(a), NOW)).toBe(expected);
        const [nearer, farther] = [Math.min(a, b), Math.max(a, b)].map((ms) =>
          bands.indexOf(bandOf(ago(ms), NOW)),
        );
        expect(nearer).toBeLessThanOrEqual(farther!);
      }),
    );
  });
});

describe('the verdict on an interaction', () => {
  const interaction = fc.record({
    type: fc.constantFrom('call', 'email', 'message', 'meeting', 'event', 'room' as const),
    source: fc.constantFrom('user', 'visitor'),
    channel: fc.constantFrom(null, 'video', 'in_person', 'sms'),
    direction: fc.constantFrom(null, 'inbound', 'outbound', 'internal'),
    status: fc.constantFrom(
      null,
      'planned' as const,
      'held' as const,
      'cancelled' as const,
      'no_show' as const,
    ),
    meaningfulOverride: fc.constantFrom(null, true, false),
    occurredAt: fc.date({ min: ago(10 * DAY), max: ago(-10 * DAY), noInvalidDate: true }),
  });
  const counting = ['call_connected', 'meeting_held', 'inbound_message', 'room_comment'];

  test('names a rule that agrees with it', () => {
    fc.assert(
      fc.property(interaction, (activity) => {
        const { meaningful, rule } = verdictOf({ ...activity, isTouch: isTouch(activity as never) }, NOW);
        if (activity.occurredAt > NOW)
          expect({ meaningful, rule }).toEqual({ meaningful: false, rule: 'planned' });
        else if (activity.meaningfulOverride !== null)
          expect({ meaningful, rule }).toEqual({ meaningful: activity.meaningfulOverride, rule: 'override' });
        else expect({ rule, meaningful }).toEqual({ rule, meaningful: counting.includes(rule) });
      }),
      { numRuns: 2000 },
    );
  });

  test('is negative for a message of ours alone, a planned meeting, a missed call and an internal conversation', () => {
    const plain = { source: 'user', channel: null, direction: null, status: null, meaningfulOverride: null };
    const verdict = (activity: object) => {
      const full = { ...plain, occurredAt: ago(DAY), ...activity } as never;
      return verdictOf({ ...(full as object), isTouch: isTouch(full) } as never, NOW);
    };
    expect(verdict({ type: 'email', direction: 'outbound' })).toEqual({
      meaningful: false,
      rule: 'outbound_message',
    });
    expect(verdict({ type: 'meeting', status: 'planned' })).toEqual({ meaningful: false, rule: 'planned' });
    expect(verdict({ type: 'call', status: 'no_show' })).toEqual({ meaningful: false, rule: 'not_held' });
    expect(verdict({ type: 'meeting', status: 'held', direction: 'internal' })).toEqual({
      meaningful: false,
      rule: 'internal',
    });
    expect(verdict({ type: 'call', status: 'held' })).toEqual({ meaningful: true, rule: 'call_connected' });
  });
});

describe('a snooze of a follow-up', () => {
  it.each([
    ['2026-11-21', false],
    ['2026-11-22', true],
    ['2027-11-21', true],
    ['2027-11-22', false],
    ['2026-11-20', false],
  ])('until %s, requested on 2026-11-21, is allowed: %s', (until, allowed) =>
    expect(refusal(() => assertSnooze(until, '2026-11-21')) === undefined).toBe(allowed),
  );
});

describe('the interests of a contact', () => {
  test('are trimmed and listed once regardless of case', () =>
    expect(normalizeInterests([' Sailing', 'sailing', 'EDI '])).toEqual(['Sailing', 'EDI']));

  test('are refused when empty or too long, without repeating the text in the error', () => {
    for (const text of ['  ', 'secret'.repeat(21)]) {
      const refused = refusal(() => normalizeInterests([text]));
      expect(refused?.code).toBe('VALIDATION_ERROR');
      if (text.trim()) expect(JSON.stringify(refused?.body('x'))).not.toContain('secret');
    }
  });
});

describe('document content in an outcome', () => {
  const base64 = Buffer.from(
    '%PDF-1.7 and what follows of a document, which belongs into its own system',
  ).toString('base64');

  it.each([
    ['a note', { evidence: [{ category: 'document', count: 1, note: base64 }] }],
    ['a summary', { summary: `Look: ${base64}` }],
    ['a data URL', { summary: 'data:text/html,<b>hello</b>' }],
    ['an id', { proofAssetRefs: [{ sourceSystem: 'drive', sourceId: base64 }] }],
    [
      'an address',
      { proofAssetRefs: [{ sourceSystem: 'x', sourceId: '1', sourceUrl: `https://x.example/?d=${base64}` }] },
    ],
  ])('is refused in %s', (_, input) =>
    expect(refusal(() => assertNoContent(input))?.extras.fields?.[0]?.rule).toBe('inline_content'),
  );

  test('is not mistaken for prose, hashes or addresses', () => {
    const sha256 = 'a3f5'.repeat(16);
    const sourceUrl = `https://drive.example.com/Teams/2026/Northwind/Proposals/${'very-long-title-'.repeat(6)}/view`;
    const input = {
      summary: 'Introduced us to the purchasing board of the group; they ask for a pilot in spring.',
      proofAssetRefs: [{ sourceSystem: 'drive', sourceId: sha256, sourceUrl }],
    };
    expect(refusal(() => assertNoContent(input))).toBeUndefined();
  });

  test('is detected in any long encoded text at any position', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 60, maxLength: 80 }),
        fc.string({ maxLength: 20 }),
        (bytes, before) => {
          const text = Buffer.from(bytes).toString('base64');
          fc.pre(/[A-Z]/.test(text) && !/^[0-9a-f=]+$/i.test(text));
          expect(refusal(() => assertNoContent({ summary: `${before} ${text}` }))).toBeDefined();
        },
      ),
    );
  });
});

describe('the state of a relationship outcome', () => {
  const states: ConfirmationState[] = ['agent_suggested', 'human_confirmed', 'corrected'];

  test('begins as confirmed, or as suggested when it has a reference', () => {
    expect(firstState(undefined, undefined)).toBe('human_confirmed');
    expect(firstState('human_confirmed', 's-1')).toBe('human_confirmed');
    expect(firstState('agent_suggested', 's-1')).toBe('agent_suggested');
    expect(refusal(() => firstState('agent_suggested', null))?.extras.fields).toMatchObject([
      { path: 'suggestion_ref', rule: 'required' },
    ]);
  });

  it.each(states)('changes on confirmation from "%s" as the rules say', (from) => {
    if (from !== 'corrected') return expect(confirmed(from)).toBe('human_confirmed');
    expect(refusal(() => confirmed(from))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      extras: { details: { from: 'corrected', to: 'human_confirmed' } },
    });
  });
});
