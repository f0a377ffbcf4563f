// Names are found in every spelling, and words in any order, in lists and in global search.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

const COMPANIES = [
  'Müller Bau',
  'Mueller Dach',
  'Muller Optics',
  'Blum Blue',
  'Sørensen Søn',
  'Grünblaue Überführung',
  'Weißgerber',
  'ƦǶȠꞬꞭꞮꞲꟅꟆ',
];

beforeAll(async () => {
  service = await startService();
  for (const name of COMPANIES)
    expect((await service.rest('POST', '/api/companies', { name })).status).toBe(201);
});

afterAll(() => service?.stop());

async function listed(search: string): Promise<string[]> {
  const { body } = await service.rest(
    'GET',
    `/api/companies?search=${encodeURIComponent(search)}&fields=name`,
  );
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ name }: { name: string }) => name).sort();
}

async function foundEverywhere(q: string): Promise<{ title: string; matchedField: string }[]> {
  const query = `query ($q: String!) { globalSearch(q: $q, modules: [COMPANIES], first: 10) {
    groups { hits { title matchedField } } } }`;
  const { body } = await service.graphql(query, { q });
  return body.data.globalSearch.groups[0].hits;
}

describe.each([
  ['mueller', ['Mueller Dach', 'Müller Bau']],
  ['MÜLLER', ['Mueller Dach', 'Muller Optics', 'Müller Bau']],
  ['Mu\u0308ller', ['Mueller Dach', 'Muller Optics', 'Müller Bau']],
  ['muller', ['Mueller Dach', 'Muller Optics', 'Müller Bau']],
  ['mue', ['Mueller Dach', 'Müller Bau']],
  ['mü', ['Mueller Dach', 'Muller Optics', 'Müller Bau']],
  ['bau müller', ['Müller Bau']],
  ['dach mul', ['Mueller Dach']],
  ['Soerensen', ['Sørensen Søn']],
  ['Sørensen', ['Sørensen Søn']],
  ['sorensen', ['Sørensen Søn']],
  ['grünblaue', ['Grünblaue Überführung']],
  ['gruenblaue ueberfuehrung', ['Grünblaue Überführung']],
  ['Ueberführung', ['Grünblaue Überführung']],
  ['WEISSGERBER', ['Weißgerber']],
  ['blue', ['Blum Blue']],
  ['ʀƕƞɡɬɪʝʂᶎ', ['ƦǶȠꞬꞭꞮꞲꟅꟆ']],
  ['ƦǶȠꞬꞭꞮꞲꟅꟆ', ['ƦǶȠꞬꞭꞮꞲꟅꟆ']],
])('a search for %j', (text, names) => {
  it('finds the same companies in the list and everywhere', async () => {
    expect(await listed(text)).toEqual([...names].sort());
    const hits = await foundEverywhere(text);
    // Names of similar spelling may follow.
    expect(
      hits
        .slice(0, names.length)
        .map(({ title }) => title)
        .sort(),
    ).toEqual([...names].sort());
    for (const { matchedField } of hits) expect(matchedField).toBe('name');
  });
});

describe('a name that begins with the text', () => {
  it('comes before other matches in any spelling', async () => {
    await service.rest('POST', '/api/companies', { name: 'Otto Mueller' });
    for (const [text, place] of [
      ['Müller', 3],
      ['mueller', 2],
    ] as const)
      expect((await foundEverywhere(text))[place]!.title).toBe('Otto Mueller');
  });
});

describe('a renamed company', () => {
  it('is found by its new spelling and no longer by the old one', async () => {
    const { body } = await service.rest('POST', '/api/companies', { name: 'Köhler' });
    expect(await listed('koehler')).toEqual(['Köhler']);
    await service.rest('PATCH', `/api/companies/${body.data.id}`, { name: 'Kohler' });
    expect(await listed('koehler')).toEqual([]);
    expect(await listed('köhler')).toEqual(['Kohler']);
  });
});
