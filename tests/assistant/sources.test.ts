// What an answer may keep: marks that name what was read, sentences that rest on it; whatever a model writes.
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

const told = (text: string) => enforceSources(text, READ);

describe('an answer', () => {
  it('numbers its sources by their first place, and names the fields that it quotes', () => {
    const { text, citations } = told(
      'Gamma is in negotiation [7]. Acme is in Forging [1]. So is Beta [2][1].',
    );
    expect(text).toBe('Gamma is in negotiation [1]. Acme is in Forging [2]. So is Beta [3][2].');
    expect(citations.map(({ index, label, fields }) => [index, label, fields])).toEqual([
      [1, 'Gamma', ['name', 'stage']],
      [2, 'Acme', ['name', 'industry']],
      [3, 'Beta', ['name']],
    ]);
  });

  it('loses a mark that names nothing read, and the sentence that rests on nothing else', () => {
    expect(told('Acme is in Forging [1][9]. It owes us a million [9].').text).toBe('Acme is in Forging [1].');
    expect(told('It owes us a million [9].')).toEqual({
      text: `${NOTHING_FOUND}\n\n${NO_SOURCE}`,
      citations: [],
    });
  });

  it('says of a statement without a mark that it has no source', () => {
    expect(told('Here is what I found:\n- Acme is in Forging [1].\n- Beta is very rich.').text).toBe(
      'Here is what I found:\n- Acme is in Forging [1].\n- Beta is very rich (no source).',
    );
  });

  it('says at its end that it rests on no record, where it cites none', () => {
    expect(told('Good morning. I can look up companies.')).toEqual({
      text: `Good morning. I can look up companies.\n\n${NO_SOURCE}`,
      citations: [],
    });
    expect(told('').text).toBe(`${NOTHING_FOUND}\n\n${NO_SOURCE}`);
  });

  it('reads marks in one pair of brackets, and marks behind the end of their sentence', () => {
    expect(told('Both are clients [1, 2]. Gamma is not. [7]').text).toBe(
      'Both are clients [1][2]. Gamma is not [3].',
    );
  });

  it('keeps an abbreviation with its sentence', () => {
    expect(told('Dr. Acme is in Forging [1].').text).toBe('Dr. Acme is in Forging [1].');
  });

  it('cites exactly what its text names, in order, and only what was read, whatever the text', () => {
    const mark = fc.oneof(
      fc.constantFrom(' [1]', ' [2]', ' [7]', ' [3]', ' [1, 9]', ' [9999]', ' []', ' [x]'),
      fc.string(),
    );
    const texts = fc
      .array(fc.tuple(fc.lorem({ maxCount: 6 }), mark, fc.constantFrom('.', '. ', '!\n', ' ', '?')))
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const { text: kept, citations } = told(text);
        const named = [...kept.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
        const first = [...new Set(named)];
        expect(first).toEqual(citations.map(({ index }) => index));
        expect(first).toEqual(first.map((_, at) => at + 1));
        for (const { id } of citations) expect([...READ.values()].map((one) => one.id)).toContain(id);
        if (citations.length === 0) expect(kept).toContain(NO_SOURCE);
      }),
    );
  });
});

describe('the terms of a question', () => {
  it.each([
    ['What is open with Vossiek Chemiehandel?', ['Vossiek Chemiehandel', 'Vossiek', 'Chemiehandel']],
    ['Zeig mir bitte die Notizen zu "Halvmåne AB"', ['Halvmåne AB', 'Halvmåne', 'AB']],
    ['who is ada@example.com', ['ada@example.com']],
    ['and then?', []],
    ['', []],
  ])('%s', (question, terms) => {
    expect(termsOf(question)).toEqual(terms);
  });

  it('are few and short, whatever the question', () => {
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
