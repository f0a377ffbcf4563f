// Filters of views drawn at random: the rows are those that the same filter means in plain JavaScript, never more than
// the list has without it, and what is no filter is refused.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mapClauses, readFilter, type ViewFilter } from '../../src/domains/saved-views/rules.ts';
import { ServiceError } from '../../src/errors.ts';
import { startService, type TestService } from '../support/service.ts';
import { namesThrough, save } from './views.ts';

interface Row {
  name: string;
  industry: string | null;
  employee_count: number | null;
  tags: string[];
  tier: string | null;
}

const INDUSTRIES = ['Food', 'food', 'Wood', null];
const COUNTS = [null, 0, 1, 2];
const TIERS = ['gold', 'silver', null];
const ROWS: Row[] = INDUSTRIES.flatMap((industry, i) =>
  COUNTS.map((employee_count, c) => ({
    name: `Row ${i}${c}`,
    industry,
    employee_count,
    tags: [[], ['old'], ['Old', 'new']][(i + c) % 3]!,
    tier: TIERS[(i * 2 + c) % 3]!,
  })),
);

let service: TestService;
let view: string;

beforeAll(async () => {
  service = await startService();
  const field = { entity: 'companies', key: 'tier', label: 'Tier', type: 'text' };
  await service.rest('POST', '/api/custom-fields', field);
  for (const { tier, ...row } of ROWS) {
    const reply = await service.rest('POST', '/api/companies', { ...row, custom_fields: { tier } });
    expect(reply).toMatchObject({ status: 201 });
  }
  view = (await save(service, { page_size: 100 })).id;
});

afterAll(() => service?.stop());

type Test = (row: Row) => boolean;
/** A filter, and what it means. */
interface Drawn {
  filter: object;
  means: Test;
}

/** What the operators mean: a condition holds or does not; an empty field holds for `neq` and `nin`. */
function meaning(op: string, value: unknown): (held: string | number | null) => boolean {
  const among = [value].flat() as (string | number)[];
  const [first = 0, second = 0] = among;
  switch (op) {
    case 'eq':
    case 'in':
      return (held) => held !== null && among.includes(held);
    case 'neq':
    case 'nin':
      return (held) => held === null || !among.includes(held);
    case 'lt':
      return (held) => held !== null && held < first;
    case 'lte':
      return (held) => held !== null && held <= first;
    case 'gt':
      return (held) => held !== null && held > first;
    case 'gte':
      return (held) => held !== null && held >= first;
    case 'between':
      return (held) => held !== null && held >= first && held <= second;
    case 'contains':
      return (held) =>
        String(held ?? '')
          .toLowerCase()
          .includes(String(first).toLowerCase());
    case 'starts_with':
      return (held) =>
        String(held ?? '')
          .toLowerCase()
          .startsWith(String(first).toLowerCase());
    default:
      return (held) => (held === null) === value;
  }
}

function clauses<Value>(
  field: string,
  read: (row: Row) => string | number | null,
  single: string[],
  several: string[],
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<Drawn> {
  const drawn = (op: string, value: unknown): Drawn => {
    const holds = meaning(op, value);
    return { filter: { field, op, value }, means: (row) => holds(read(row)) };
  };
  return fc.oneof(
    fc.tuple(fc.constantFrom(...single), values).map(([op, value]) => drawn(op, value)),
    fc
      .tuple(fc.constantFrom(...several), fc.array(values, { maxLength: 3 }))
      .map(([op, value]) => drawn(op, value)),
    fc.boolean().map((value) => drawn('is_null', value)),
  );
}

const TEXT = ['eq', 'neq', 'contains', 'starts_with'];
const NUMBER = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'];
const clause = fc.oneof(
  clauses(
    'industry',
    (row) => row.industry,
    TEXT,
    ['in', 'nin'],
    fc.constantFrom('Food', 'food', 'Wood', 'oo', 'F'),
  ),
  clauses(
    'employee_count',
    (row) => row.employee_count,
    NUMBER,
    ['in', 'nin'],
    fc.integer({ min: -1, max: 3 }),
  ),
  clauses(
    'custom.tier',
    (row) => row.tier,
    TEXT,
    ['in', 'nin'],
    fc.constantFrom('gold', 'silver', 'GOLD', 'l'),
  ),
  fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })).map(([from, to]): Drawn => {
    const holds = meaning('between', [from, to]);
    const filter = { field: 'employee_count', op: 'between', value: [from, to] };
    return { filter, means: (row) => holds(row.employee_count) };
  }),
  fc.tuple(fc.constantFrom('eq', 'neq'), fc.constantFrom('OLD', 'new')).map(([op, value]): Drawn => {
    const has: Test = ({ tags }) => tags.some((tag) => tag.toLowerCase() === value.toLowerCase());
    return { filter: { field: 'tag', op, value }, means: (row) => has(row) === (op === 'eq') };
  }),
);

const { tree } = fc.letrec<{ tree: Drawn }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    clause,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(
      (parts): Drawn => ({
        filter: { and: parts.map(({ filter }) => filter) },
        means: (row) => parts.every(({ means }) => means(row)),
      }),
    ),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(
      (parts): Drawn => ({
        filter: { or: parts.map(({ filter }) => filter) },
        means: (row) => parts.some(({ means }) => means(row)),
      }),
    ),
    tie('tree').map(({ filter, means }): Drawn => ({ filter: { not: filter }, means: (row) => !means(row) })),
  ),
}));

it('a filter finds the rows that it means, empty fields and all', async () => {
  let some = 0;
  await fc.assert(
    fc.asyncProperty(tree, async ({ filter, means }) => {
      const saved = await service.rest('PATCH', `/api/saved-views/${view}`, { filter });
      expect({ filter, error: saved.body.error }).toEqual({ filter });
      const found = await namesThrough(service, view);
      expect({ filter, found }).toEqual({ filter, found: ROWS.filter(means).map(({ name }) => name) });
      if (found.length > 0 && found.length < ROWS.length) some += 1;
    }),
    { numRuns: 100, interruptAfterTimeLimit: 12_000 },
  );
  expect(some).toBeGreaterThan(5);
}, 60_000);

it('a filter never finds more than the call does without it', async () => {
  const query = 'filter[employee_count][gte]=1';
  const wider = ROWS.filter((row) => (row.employee_count ?? 0) >= 1);
  await fc.assert(
    fc.asyncProperty(tree, async ({ filter, means }) => {
      await service.rest('PATCH', `/api/saved-views/${view}`, { filter });
      const found = await namesThrough(service, view, { query });
      expect({ filter, found }).toEqual({ filter, found: wider.filter(means).map(({ name }) => name) });
    }),
    { numRuns: 30, interruptAfterTimeLimit: 6_000 },
  );
}, 60_000);

it('anything at all is read into a filter that reads as itself, or refused', () => {
  const words = fc.constantFrom('and', 'or', 'not', 'field', 'op', 'value', '__proto__');
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 8 },
      fc.jsonValue(),
      fc.constantFrom('name', 'eq', 'is_null', 'custom.tier'),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(words, tie('any'), { maxKeys: 3 }),
      tree.map(({ filter }) => filter),
    ),
  }));
  let read = 0;
  fc.assert(
    fc.property(any, (given) => {
      let filter: ViewFilter;
      try {
        filter = readFilter(given);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
        return;
      }
      read += 1;
      expect(readFilter(JSON.parse(JSON.stringify(filter)))).toEqual(filter);
      expect(mapClauses<ViewFilter>(filter, (one) => one)).toEqual(filter);
    }),
    { numRuns: 1000 },
  );
  expect(read).toBeGreaterThan(50);
});
