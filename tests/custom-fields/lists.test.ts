// Lists by custom fields: filters, sorting, cursors and exports.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, startService, type TestService } from '../support/service.ts';
import { Fields } from './fields.ts';

let service: TestService;
let fields: Fields;

const OPTIONS = ['gold', 'silver', 'lead'].map((key) => ({ key, label: key }));
const COMPANIES: Record<string, object> = {
  A: {
    note: 'Ärger 100%',
    score: 10,
    price: { amount: '9.50', currency: 'EUR' },
    day: '2026-01-05',
    at: '2026-01-05T23:30:00Z',
    vip: true,
    tier: 'gold',
    tags: ['gold', 'lead'],
  },
  B: {
    note: 'b_c',
    score: 2,
    price: { amount: '10', currency: 'EUR' },
    day: '2026-03-01',
    at: '2026-01-06T08:00:00Z',
    vip: false,
    tier: 'silver',
    tags: ['silver'],
  },
  C: { note: 'arg', score: -1.5, day: '2025-12-31', tier: 'gold' },
  D: {},
};

beforeAll(async () => {
  service = await startService();
  fields = new Fields(service);
  const types = {
    note: 'text',
    score: 'number',
    price: 'currency',
    day: 'date',
    at: 'datetime',
    vip: 'boolean',
    tier: 'select',
    tags: 'multi_select',
    more: 'json',
  };
  for (const [key, type] of Object.entries(types))
    await fields.define({ key, type, ...(/select/.test(type) && { options: OPTIONS }) });
  for (const [name, custom_fields] of Object.entries(COMPANIES))
    await fields.ok('POST', '/api/companies', { name, custom_fields });
});

afterAll(() => service?.stop());

const list = (query: string, ask: Ask = {}) => service.rest('GET', `/api/companies?${query}`, undefined, ask);
const names = async (query: string): Promise<string> => {
  const { body } = await list(query);
  expect({ query, error: body.error }).toEqual({ query });
  return body.data.map(({ name }: { name: string }) => name).join('');
};

describe('a filter on a custom field', () => {
  it.each([
    ['finds equal text', '[custom.note]=arg', 'C'],
    ['finds text that is different or missing', '[custom.note][neq]=arg', 'ABD'],
    ['finds text that is in a list', '[custom.note][in]=arg,b_c', 'BC'],
    ['finds text that is not in a list, or is missing', '[custom.note][nin]=arg,b_c', 'AD'],
    ['finds text that contains a word, ignoring case and accents', '[custom.note][contains]=ARG', 'AC'],
    ['treats a percent sign as text', '[custom.note][contains]=%25', 'A'],
    ['treats an underscore as text', '[custom.note][starts_with]=b_', 'B'],
    ['finds companies without a value', '[custom.note][is_null]=true', 'D'],
    ['finds companies with a value', '[custom.note][is_null]=false', 'ABC'],
    ['finds an equal number', '[custom.score]=10', 'A'],
    ['finds numbers from a limit upwards', '[custom.score][gte]=2', 'AB'],
    ['finds numbers below a limit', '[custom.score][lt]=2.0', 'C'],
    ['finds numbers in a range', '[custom.score][between]=-2,2', 'BC'],
    ['finds numbers in a list', '[custom.score][in]=10,2', 'AB'],
    ['finds amounts above a limit', '[custom.price][gt]=9.5', 'B'],
    ['finds dates up to a limit', '[custom.day][lte]=2026-01-05', 'AC'],
    ['finds dates in a range', '[custom.day][between]=2026-01-01,2026-12-31', 'AB'],
    ['finds times from a date on', '[custom.at][gte]=2026-01-06', 'B'],
    ['finds a time that is given with an offset', '[custom.at]=2026-01-06T00:30:00%2B01:00', 'A'],
    ['finds true values', '[custom.vip]=true', 'A'],
    ['finds values that are not true', '[custom.vip][neq]=true', 'BCD'],
    ['finds an option', '[custom.tier]=gold', 'AC'],
    ['finds values other than an option', '[custom.tier][nin]=gold', 'BD'],
    ['finds lists that contain an option', '[custom.tags]=gold', 'A'],
    ['finds lists that contain one of several options', '[custom.tags][in]=silver,lead', 'AB'],
    ['finds lists that do not contain an option', '[custom.tags][neq]=silver', 'ACD'],
    ['finds companies without a JSON value', '[custom.more][is_null]=true', 'ABCD'],
  ])('%s, given as %s', async (_, filter, expected) => {
    expect(await names(`sort=name&filter${filter}`)).toBe(expected);
  });

  it('combines with other filters, and the total counts its matches', async () => {
    const query = 'filter[custom.tier]=gold&filter[custom.score][gt]=0&filter[name]=A&sort=name';
    expect((await list(query)).body).toMatchObject({ total: 1, data: [{ name: 'A' }] });
  });

  it('is given in GraphQL as a list of conditions with typed values', async () => {
    const query = `query ($f: CompanyFilter) { companies(filter: $f, sort: [NAME_ASC], customSort: ["-score"]) { total nodes { name } } }`;
    const filter = {
      customFields: [
        { key: 'score', op: 'IN', value: [10, 2] },
        { key: 'vip', op: 'EQ', value: false },
      ],
    };
    const { body } = await service.graphql(query, { f: filter });
    expect(body.data.companies).toEqual({ total: 1, nodes: [{ name: 'B' }] });
  });

  it.each([
    ['an unknown field', '[custom.nothing]=1', 'filter.custom.nothing', 'unknown_field'],
    ['an operator that does not apply to text', '[custom.note][lt]=1', 'filter.custom.note.lt', 'operator'],
    ['equality on a JSON field', '[custom.more]=1', 'filter.custom.more.eq', 'operator'],
    ['a text as number', '[custom.score]=many', 'filter.custom.score.eq', 'type'],
    ['a range with one end only', '[custom.score][between]=1', 'filter.custom.score.between', 'type'],
    ['a date that does not exist', '[custom.day]=2026-02-30', 'filter.custom.day.eq', 'format'],
    ['a time that cannot be read', '[custom.at][gt]=soon', 'filter.custom.at.gt', 'format'],
    ['a boolean that is neither true nor false', '[custom.vip]=maybe', 'filter.custom.vip.eq', 'type'],
    ['an unknown operator', '[custom.note][equals]=1', 'filter.custom_fields[0].op', 'enum'],
    ['an invalid key', '[custom.No-Key]=1', 'filter.custom_fields[0].key', 'pattern'],
  ])('is rejected for %s, given as %s', async (_, filter, path, rule) => {
    const { status, body } = await list(`filter${filter}`);
    expect([status, body.error.fields[0].path, body.error.fields[0].rule]).toEqual([400, path, rule]);
  });
});

describe('sorting by a custom field', () => {
  it.each([
    ['custom.score', 'CBAD'],
    ['-custom.score', 'ABCD'],
    ['custom.price,name', 'ABCD'],
    ['-custom.day', 'BACD'],
    ['custom.tier,-name', 'CABD'],
    ['-custom.vip,-name', 'ABDC'],
    ['custom.tier,custom.score', 'CABD'],
  ])('with sort=%s returns the companies %s, also one page at a time by cursor', async (sort, expected) => {
    expect(await names(`sort=${sort}`)).toBe(expected);
    let pagedNames = '';
    for (let cursor = ''; ; ) {
      const { body } = await list(`sort=${sort}&pageSize=1${cursor && `&cursor=${cursor}`}`);
      pagedNames += body.data[0].name;
      if (!body.nextCursor) break;
      cursor = encodeURIComponent(body.nextCursor);
    }
    expect(pagedNames).toBe(expected);
  });

  it.each([
    ['custom.nothing', 'sort.custom.nothing', 'unknown_field'],
    ['custom.tags', 'sort.custom.tags', 'type'],
    ['name,custom.score', 'sort', 'custom_first'],
    ['custom.score,-custom.score', 'sort', 'repeated'],
    ['custom.score,custom.day,name,-created_at', 'sort', 'max_items'],
  ])('with sort=%s is rejected at %s by the rule %s', async (sort, path, rule) => {
    const { status, body } = await list(`sort=${sort}`);
    expect([status, body.error.fields[0].path, body.error.fields[0].rule]).toEqual([400, path, rule]);
  });

  it('also applies to search results', async () => {
    expect((await list('search=a&sort=-custom.score')).body.data).toMatchObject([{ name: 'A' }]);
  });
});

describe('an export of companies', () => {
  it('has a CSV column for each custom field, and one object with all of them in NDJSON', async () => {
    const csv = (await service.rest('GET', '/api/companies/export?sort=name')).text.trim().split('\n');
    const header = csv[0]!.split(',');
    expect(header).toEqual(
      expect.arrayContaining(['custom_fields.score', 'custom_fields.tags', 'custom_fields.more']),
    );
    expect(header).not.toContain('custom_fields');
    expect(csv[3]!.split(',')[header.indexOf('custom_fields.score')]).toMatch(/-1\.5/);
    const lines = (await service.rest('GET', '/api/companies/export?format=ndjson&sort=name')).text
      .trim()
      .split('\n');
    expect(JSON.parse(lines[1]!).custom_fields).toMatchObject({ score: 2, tier: 'silver' });
    expect(
      (await service.rest('GET', '/api/companies/export?filter[custom.tier]=silver')).text.trim().split('\n'),
    ).toHaveLength(2);
  });
});

describe('a select field that is widened to multi_select', () => {
  it('returns its values as lists, and filters still find them', async () => {
    const { id, key } = await fields.define({ type: 'select', options: OPTIONS });
    const company = await fields.company({ [key]: 'gold' });
    expect((await fields.change(id, { type: 'multi_select' })).status).toBe(200);
    expect((await fields.get(company.id)).custom_fields[key]).toEqual(['gold']);
    expect((await list(`filter[custom.${key}]=gold`)).body.total).toBe(1);
    expect(
      (await fields.setValues(company.id, { [key]: ['gold', 'lead'] })).body.data.custom_fields[key],
    ).toEqual(['gold', 'lead']);
  });
});
