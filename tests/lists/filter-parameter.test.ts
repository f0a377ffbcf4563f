// The filter parameter of REST for random input: it is read with the meaning in which it was written, or refused.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema, type GraphQLInputObjectType, type GraphQLInputType } from 'graphql';
import { combineFilters, filterFromJson } from '../../rest-compat/filter-parameter.ts';
import { ServiceError } from '../../src/errors.ts';
import { MAX_CONDITIONS, MAX_DEPTH, type ViewFilter } from '../../src/lists/clauses.ts';

const schema = buildSchema(`
  scalar UUID
  input IdFilter { eq: UUID }
  input TextFilter { eq: String not: TextFilter }
  input RowFilterCompany { industry: TextFilter }
  input RowFilter { a: TextFilter b: TextFilter ownerUserId: IdFilter company: RowFilterCompany
    and: [RowFilter!] or: [RowFilter!] not: RowFilter }
  type Query { rows(filter: RowFilter): Int }`);
const type = schema.getType('RowFilter') as GraphQLInputObjectType as GraphQLInputType;
const input = {
  type,
  wire: 'filter',
  variable: 'filter',
  argument: 'filter',
  in: 'query',
  required: false,
} as const;
const caller = { me: 'ada', timeZone: 'UTC', now: new Date('2026-11-22T12:00:00Z') };

type Row = Record<string, string>;
type Wire = { [member: string]: unknown };

/** Evaluates a tree of clauses as saved views define it. */
function holds(filter: ViewFilter, row: Row): boolean {
  if ('and' in filter) return filter.and.every((part) => holds(part, row));
  if ('or' in filter) return filter.or.some((part) => holds(part, row));
  if ('not' in filter) return !holds(filter.not, row);
  return row[filter.field] === (filter.value === '@me' || filter.value === 'me' ? 'ada' : filter.value);
}

/** Evaluates a filter input in wire names. */
function accepts(filter: Wire, row: Row): boolean {
  return Object.entries(filter).every(([name, value]) => {
    if (name === 'and') return (value as Wire[]).every((part) => accepts(part, row));
    if (name === 'or') return (value as Wire[]).some((part) => accepts(part, row));
    if (name === 'not') return !accepts(value as Wire, row);
    if (name === 'company')
      return row['company.industry'] === (value as { industry: { eq: string } }).industry.eq;
    return row[name] === (value as { eq: string }).eq;
  });
}

const clause = fc.oneof(
  fc.record({
    field: fc.constantFrom('a', 'b', 'company.industry'),
    op: fc.constant('eq'),
    value: fc.constantFrom('x', 'y'),
  }),
  fc.record({
    field: fc.constant('owner_user_id'),
    op: fc.constant('eq'),
    value: fc.constantFrom('@me', 'me', 'bob'),
  }),
);
const { tree } = fc.letrec<{ tree: ViewFilter }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: MAX_DEPTH - 1, withCrossShrink: true },
    clause,
    fc.record({ and: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('tree') }),
  ),
}));
const row = fc.record({
  a: fc.constantFrom('x', 'y', 'z'),
  b: fc.constantFrom('x', 'y'),
  'company.industry': fc.constantFrom('x', 'y'),
  owner_user_id: fc.constantFrom('ada', 'bob'),
});

function countOf(filter: ViewFilter): number {
  if ('and' in filter) return filter.and.reduce((sum, part) => sum + countOf(part), 0);
  if ('or' in filter) return filter.or.reduce((sum, part) => sum + countOf(part), 0);
  return 'not' in filter ? countOf(filter.not) : 1;
}

describe('the filter parameter', () => {
  it('is read with the meaning in which it was written, also beside other filters', () => {
    fc.assert(
      fc.property(tree, row, fc.constantFrom('x', 'y'), (filter, values, other) => {
        fc.pre(countOf(filter) <= MAX_CONDITIONS);
        const read = filterFromJson(input, JSON.stringify(filter), caller);
        expect(accepts(read, values)).toBe(holds(filter, values));
        const combined: Wire = { a: { eq: other }, or: [{ b: { eq: 'x' } }] };
        combineFilters(combined, read);
        expect(accepts(combined, values)).toBe(
          values.a === other && values.b === 'x' && holds(filter, values),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is refused as invalid, never by another error, whatever it is', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ or: [value] })),
    );
    fc.assert(
      fc.property(text, (given) => {
        try {
          filterFromJson(input, given, caller);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect((error as ServiceError).code).toBe('VALIDATION_ERROR');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is refused beyond its depth, its number of conditions and its length', () => {
    const leaf = { field: 'a', op: 'eq', value: 'x' };
    const nest = (depth: number): object => (depth ? { not: nest(depth - 1) } : leaf);
    const read = (filter: object) => () => filterFromJson(input, JSON.stringify(filter), caller);
    expect(read(nest(MAX_DEPTH))).not.toThrow();
    expect(read(nest(MAX_DEPTH + 1))).toThrow(/at most 5 levels/);
    expect(read({ and: Array.from({ length: MAX_CONDITIONS }, () => leaf) })).not.toThrow();
    expect(read({ and: Array.from({ length: MAX_CONDITIONS + 1 }, () => leaf) })).toThrow(
      /at most 50 conditions/,
    );
    expect(read({ ...leaf, value: 'x'.repeat(40_000) })).toThrow(/at most 32000 characters/);
  });
});
