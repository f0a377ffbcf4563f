// Citations in answers: every mark names a record that was read, and sentences without one are removed or marked.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { enforceSources, NO_SOURCE, NOTHING_FOUND, type Source } from '../../src/domains/assistant/rules.ts';
import { termsOf } from '../../src/domains/assistant/terms.ts';

const source = (label: string, values: Record<string, string> = {}): Source => ({
  type: 'company',
  id: `id of ${label}`,
  label,
  path: `/api/companies/${label}`,
  values: new Map([['name', label], ...Object.entries(values)]),
});

const READ = new Map([
  [1, source('Acme', { industry: 'Forging' })],
  [2, source('Beta')],
  [7, source('Gamma', { stage: 'negotiation' })],
]);

const checkSources = (text: string) => enforceSources(text, READ);

describe('an answer of the assistant', () => {
  it('numbers its sources in order of appearance, and names the fields that it quotes', () => {
    const { text, citations } = checkSources(
      'Gamma is in negotiation [7]. Acme is in Forging [1]. So is Beta [2][1].',
    );
    expect(text).toBe('Gamma is in negotiation [1]. Acme is in Forging [2]. So is Beta [3][2].');
    expect(citations.map(({ index, label, fields }) => [index, label, fields])).toEqual([
      [1, 'Gamma', ['name', 'stage']],
      [2, 'Acme', ['name', 'industry']],
      [3, 'Beta', ['name']],
    ]);
  });

  it('loses marks of records that were not read, and sentences that have no other mark', () => {
    expect(checkSources('Acme is in Forging [1][9]. It owes us a million [9].').text).toBe(
      'Acme is in Forging [1].',
    );
    expect(checkSources('It owes us a million [9].')).toEqual({
      text: `${NOTHING_FOUND}\n\n${NO_SOURCE}`,
      citations: [],
    });
  });

  it('marks a statement without a citation as having no source', () => {
    expect(checkSources('Here is what I found:\n- Acme is in Forging [1].\n- Beta is very rich.').text).toBe(
      'Here is what I found:\n- Acme is in Forging [1].\n- Beta is very rich (no source).',
    );
  });

  it('ends with a notice if it cites no record', () => {
    expect(checkSources('Good morning. I can look up companies.')).toEqual({
      text: `Good morning. I can look up companies.\n\n${NO_SOURCE}`,
      citations: [],
    });
    expect(checkSources('').text).toBe(`${NOTHING_FOUND}\n\n${NO_SOURCE}`);
  });

  it('may have several marks in one pair of brackets, and marks after the end of a sentence', () => {
    expect(checkSources('Both are clients [1, 2]. Gamma is not. [7]').text).toBe(
      'Both are clients [1][2]. Gamma is not [3].',
    );
  });

  it('keeps an abbreviation with its sentence', () => {
    expect(checkSources('Dr. Acme is in Forging [1].').text).toBe('Dr. Acme is in Forging [1].');
  });

  it('cites exactly the records that its text names, in order, and only what was read, for any text', () => {
    const mark = fc.oneof(
      fc.constantFrom(' [1]', ' [2]', ' [7]', ' [3]', ' [1, 9]', ' [9999]', ' []', ' [x]'),
      fc.string(),
    );
    const texts = fc
      .array(fc.tuple(fc.lorem({ maxCount: 6 }), mark, fc.constantFrom('.', '. ', '!\n', ' ', '?')))
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const { text: result, citations } = checkSources(text);
        const named = [...result.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
        const first = [...new Set(named)];
        expect(first).toEqual(citations.map(({ index }) => index));
        expect(first).toEqual(first.map((_, index) => index + 1));
        for (const { id } of citations) expect([...READ.values()].map((record) => record.id)).toContain(id);
        if (citations.length === 0) expect(result).toContain(NO_SOURCE);
      }),
    );
  });
});

describe('the search terms', () => {
  it.each([
    ['What is open with Vossiek Chemiehandel?', ['Vossiek Chemiehandel', 'Vossiek', 'Chemiehandel']],
    ['Zeig mir bitte die Notizen zu "Halvmåne AB"', ['Halvmåne AB', 'Halvmåne', 'AB']],
    ['who is ada@example.com', ['ada@example.com']],
    ['and then?', []],
    ['', []],
  ])('of the question "%s" are %j', (question, terms) => {
    expect(termsOf(question)).toEqual(terms);
  });

  it('are few and short, whatever the question is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000, unit: 'grapheme' }), (question) => {
        const terms = termsOf(question);
        expect(terms.length).toBeLessThanOrEqual(6);
        expect(terms.every((term) => term.length <= 200)).toBe(true);
        expect(termsOf(question)).toEqual(terms);
      }),
    );
  });
});
