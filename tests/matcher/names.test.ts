// How company names are normalized and compared: which names are equal, which are similar, and by what score.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { Inspector } from '../support/inspector.ts';

let database: TestDatabase;
let inspector: Inspector;

beforeAll(async () => {
  database = await createDatabase();
  inspector = await Inspector.open(database.url);
});

afterAll(async () => {
  await inspector?.close();
  await database?.drop();
});

async function evaluate<T>(expression: string, ...values: unknown[]): Promise<T> {
  const [row] = await inspector.query<{ answer: T }>(`select ${expression} as answer`, values);
  return row!.answer;
}

const normalized = (name: string) => evaluate<string>('match_name($1, false)', name);
const normalizedForms = (name: string) => evaluate<string[]>('match_names($1)', name);

describe('the normalization of a company name', () => {
  it.each([
    ['Globex Corporation', 'globex'],
    ['The Boots Company PLC', 'boots'],
    ['O’Reilly Media, Inc.', 'oreilly media'],
    ["O'Reilly Media", 'oreilly media'],
    ['Smith & Sons', 'smith and sons'],
    ['Bücher-Thiel GmbH & Co. KG', 'bucher thiel'],
    ['Novo Nordisk A/S', 'novo nordisk'],
    ['Żabka Polska Sp. z o.o.', 'zabka polska'],
    ['Kofola spol. s r.o.', 'kofola'],
    ['Petronas Sdn Bhd', 'petronas'],
    ['Nokia Oyj', 'nokia'],
    ['Merck KGaA', 'merck'],
    ['Springer Aktiengesellschaft', 'springer'],
    ['Acme Incorporated', 'acme'],
    ['Grupo Bimbo, S.A.B. de C.V.', 'grupo bimbo'],
    ['AB Volvo', 'volvo'],
    ['Atlas Pty Ltd', 'atlas'],
    ['ÆØß Łódź Đorđe Þór', 'aeoss lodz dorde thor'],
    ['ＡＣＭＥ　Ｌｔｄ．', 'acme'],
    ['日本電信電話', '日本電信電話'],
  ])('turns "%s" into "%s"', async (name, compared) => {
    expect(await normalized(name)).toBe(compared);
  });

  it.each(['AG', 'The Company', 'Limited Company', 'AB Oy'])(
    'keeps "%s", which consists only of legal forms',
    async (name) => {
      expect(await normalized(name)).toBe(name.toLowerCase());
    },
  );

  it('returns both spellings of a name with an umlaut', async () => {
    expect(await normalizedForms('Müller Söhne GmbH')).toEqual(['muller sohne', 'mueller soehne']);
    expect(await normalizedForms('Mueller')).toEqual(['mueller']);
    expect(await normalizedForms('Sørensen A/S')).toEqual(['sorensen', 'soerensen']);
  });

  it('returns nothing for a name that is only punctuation', async () => {
    expect(await normalizedForms('!!! …')).toEqual([]);
  });
});

const letters = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\u0000'));
const words = fc
  .array(
    fc.constantFrom(
      'North',
      'wind',
      'Müller',
      'The',
      'AB',
      'Co',
      'GmbH',
      '&',
      'S.A.',
      'A/S',
      'o’Neil',
      '3M',
      'Łódź',
      'KG',
    ),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((parts) => parts.join(' '));
const names = fc.oneof(words, letters);

describe('the normalization of any company name', () => {
  it('is idempotent', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.boolean(), async (name, spelled) => {
        const once = await evaluate<string>('match_name($1, $2)', name, spelled);
        expect(await evaluate('match_name($1, $2)', once, spelled)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  it('ignores case, surrounding spaces and the punctuation between words', async () => {
    const gaps = fc.constantFrom(' ', '  ', ', ', ' - ', '\t', ' / ', '; ', '_');
    await fc.assert(
      fc.asyncProperty(words, gaps, async (name, gap) => {
        const compared = await normalized(name);
        expect(await normalized(name.toUpperCase())).toBe(compared);
        expect(await normalized(` ${name.replaceAll(' ', gap)}! `)).toBe(compared);
      }),
      { numRuns: 200 },
    );
  });

  it('ignores legal forms at the end of a name', async () => {
    const form = fc.constantFrom(
      'GmbH',
      'Inc.',
      'Ltd',
      'S.p.A.',
      'GmbH & Co. KG',
      'Sp. z o.o.',
      'AG',
      'Co., Ltd.',
      'Oyj',
    );
    const name = fc.constantFrom('Northwind', 'Blue Harbor', 'Müller & Söhne', 'Studio 54');
    await fc.assert(
      fc.asyncProperty(name, form, form, async (base, one, other) => {
        expect(await normalized(`${base} ${one} ${other}`)).toBe(await normalized(base));
      }),
    );
  });

  it('gives names above the similarity threshold at least one rare trigram in common', async () => {
    const similarNames = fc
      .tuple(words, fc.nat(30), fc.constantFrom('', 's', 'x', ' north'))
      .map(([name, at, more]) => {
        const long = `${name} Handelsgesellschaft Nord`;
        return [long, `${long.slice(0, at)}${more}${long.slice(at)}`] as const;
      });
    await fc.assert(
      fc.asyncProperty(similarNames, fc.constantFrom(0.8, 0.9), async ([one, other], threshold) => {
        const [row] = await inspector.query<{ alike: boolean; shared: boolean }>(
          `select round(similarity(a, b)::numeric, 3) >= $3 as alike, rare_grams(a, $3 - 0.005) && rare_grams(b, 0.795) as shared
           from (select match_name($1, false) as a, match_name($2, false) as b) names`,
          [one, other, threshold],
        );
        expect(row!.shared || !row!.alike).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the similarity of two company names', () => {
  it.each([
    ['Globex Corporation', 'Globex Corp', 1],
    ['International Business Machines', 'International Business Machine', 0.935],
    ['Stark Industries', 'Stark Industrie', 0.833],
    ['Umbrella Health', 'Umbrella Healthcare', 0.714],
    ['Northwind Traders', 'Northwind Trading', 0.636],
  ])('for "%s" and "%s" is %d', async (one, other, score) => {
    const measured = await evaluate<number>(
      'round(similarity(match_name($1, false), match_name($2, false))::numeric, 3)::float8',
      one,
      other,
    );
    expect(measured).toBe(score);
  });

  it.each([
    ['studio 54', '54'],
    ['henkell iv', 'iv'],
    ['3m', '3'],
    ['apollo xiv and 2', 'xiv 2'],
    ['mix civil livid', ''],
  ])('depends on the numbers in their names, which for "%s" are "%s"', async (name, numbers) => {
    expect(await evaluate('name_numbers($1)', name)).toBe(numbers);
  });
});
