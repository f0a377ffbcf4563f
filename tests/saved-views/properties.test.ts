// Random filters of saved views: they match the same rows as a plain JavaScript implementation, never match more rows
// than the list has without them, and invalid filters are refused.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../src/errors.ts';
import { mapClauses, readFilter, type ViewFilter } from '../../src/lists/clauses.ts';
import { startService, type TestService } from '../support/service.ts';
import { namesThrough, saveView } from './views.ts';

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
  view = (await saveView(service, { page_size: 100 })).id;
});

afterAll(() => service?.stop());

type Test = (row: Row) => boolean;
/** A generated filter and the predicate that it stands for. */
interface GeneratedFilter {
  filter: object;
  matches: Test;
}

/** Returns the predicate of an operator; an empty field matches `neq` and `nin`. */
function predicateOf(op: string, value: unknown): (stored: string | number | null) => boolean {
  const among = [value].flat() as (string | number)[];
  const [first = 0, second = 0] = among;
  switch (op) {
    case 'eq':
    case 'in':
      return (stored) => stored !== null && among.includes(stored);
    case 'neq':
    case 'nin':
      return (stored) => stored === null || !among.includes(stored);
    case 'lt':
      return (stored) => stored !== null && stored < first;
    case 'lte':
      return (stored) => stored !== null && stored <= first;
    case 'gt':
      return (stored) => stored !== null && stored > first;
    case 'gte':
      return (stored) => stored !== null && stored >= first;
    case 'between':
      return (stored) => stored !== null && stored >= first && stored <= second;
    case 'contains':
      return (stored) =>
        String(stored ?? '')
          .toLowerCase()
          .includes(String(first).toLowerCase());
    case 'starts_with':
      return (stored) =>
        String(stored ?? '')
          .toLowerCase()
          .startsWith(String(first).toLowerCase());
    default:
      return (stored) => (stored === null) === value;
  }
}

function clauses<Value>(
  field: string,
  read: (row: Row) => string | number | null,
  single: string[],
  several: string[],
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<GeneratedFilter> {
  const generated = (op: string, value: unknown): GeneratedFilter => {
    const holds = predicateOf(op, value);
    return { filter: { field, op, value }, matches: (row) => holds(read(row)) };
  };
  return fc.oneof(
    fc.tuple(fc.constantFrom(...single), values).map(([op, value]) => generated(op, value)),
    fc
      .tuple(fc.constantFrom(...several), fc.array(values, { maxLength: 3 }))
      .map(([op, value]) => generated(op, value)),
    fc.boolean().map((value) => generated('is_null', value)),
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
  fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
    .map(([from, to]): GeneratedFilter => {
      const holds = predicateOf('between', [from, to]);
      const filter = { field: 'employee_count', op: 'between', value: [from, to] };
      return { filter, matches: (row) => holds(row.employee_count) };
    }),
  fc
    .tuple(fc.constantFrom('eq', 'neq'), fc.constantFrom('OLD', 'new'))
    .map(([op, value]): GeneratedFilter => {
      const has: Test = ({ tags }) => tags.some((tag) => tag.toLowerCase() === value.toLowerCase());
      return { filter: { field: 'tag', op, value }, matches: (row) => has(row) === (op === 'eq') };
    }),
);

const { tree } = fc.letrec<{ tree: GeneratedFilter }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    clause,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(
      (parts): GeneratedFilter => ({
        filter: { and: parts.map(({ filter }) => filter) },
        matches: (row) => parts.every(({ matches }) => matches(row)),
      }),
    ),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(
      (parts): GeneratedFilter => ({
        filter: { or: parts.map(({ filter }) => filter) },
        matches: (row) => parts.some(({ matches }) => matches(row)),
      }),
    ),
    tie('tree').map(
      ({ filter, matches }): GeneratedFilter => ({
        filter: { not: filter },
        matches: (row) => !matches(row),
      }),
    ),
  ),
}));

it('a filter of a saved view matches the same rows as its predicate, including rows with empty fields', async () => {
  let selectiveRuns = 0;
  await fc.assert(
    fc.asyncProperty(tree, async ({ filter, matches }) => {
      const saved = await service.rest('PATCH', `/api/saved-views/${view}`, { filter });
      expect({ filter, error: saved.body.error }).toEqual({ filter });
      const found = await namesThrough(service, view);
      expect({ filter, found }).toEqual({ filter, found: ROWS.filter(matches).map(({ name }) => name) });
      if (found.length > 0 && found.length < ROWS.length) selectiveRuns += 1;
    }),
    { numRuns: 100, interruptAfterTimeLimit: 12_000 },
  );
  expect(selectiveRuns).toBeGreaterThan(5);
});

it('a filter of a saved view only narrows the filter of the call', async () => {
  const query = 'filter[employee_count][gte]=1';
  const wider = ROWS.filter((row) => (row.employee_count ?? 0) >= 1);
  await fc.assert(
    fc.asyncProperty(tree, async ({ filter, matches }) => {
      await service.rest('PATCH', `/api/saved-views/${view}`, { filter });
      const found = await namesThrough(service, view, { query });
      expect({ filter, found }).toEqual({ filter, found: wider.filter(matches).map(({ name }) => name) });
    }),
    { numRuns: 30, interruptAfterTimeLimit: 6_000 },
  );
});

it('any input as a filter of a saved view is refused or parsed into a filter that parses to itself', () => {
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
    fc.property(any, (input) => {
      let filter: ViewFilter;
      try {
        filter = readFilter(input);
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
