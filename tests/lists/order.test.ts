// The order of lists: texts as people expect, every sort key of every list, and the indexes that serve them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listColumns } from '../../src/sdl/columns.ts';
import { recordTypes } from '../../src/sdl/records.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const inGlobex = () => ({ as: service.globex.people.owner });

async function insertCompanies(rows: { name: string; employee_count?: number | null }[]): Promise<void> {
  for (const row of rows)
    expect((await service.rest('POST', '/api/companies', row, inGlobex())).status).toBe(201);
}

/** Reads a whole list page by page, by cursor. */
async function walk(
  path: string,
  sort: string,
  pageSize: number,
): Promise<{ name: string; employee_count: number | null }[]> {
  const rows = [];
  for (let cursor = ''; ; ) {
    const query = `sort=${sort}&pageSize=${pageSize}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body } = await service.rest('GET', `${path}?${query}`, undefined, inGlobex());
    expect(status).toBe(200);
    rows.push(...body.data);
    if (!body.nextCursor) return rows;
    cursor = body.nextCursor;
  }
}

describe('names', () => {
  const NAMES = [
    'zoo',
    'Zebra',
    'apple',
    'Äpfel',
    'Apple',
    'élan',
    'Elan',
    'elan',
    'Ähre',
    'Øre',
    'ore',
    '1st',
    'Zoo',
    'apple',
  ];

  it('sort by letters before accents and case, and pages continue in the same order', async () => {
    await insertCompanies(NAMES.map((name) => ({ name })));
    const expected = NAMES.toSorted(new Intl.Collator('en').compare);
    expect(expected.slice(1, 5)).toEqual(['Ähre', 'Äpfel', 'apple', 'apple']);
    for (const pageSize of [1, 3, 100])
      expect((await walk('/api/companies', 'name', pageSize)).map(({ name }) => name)).toEqual(expected);
    expect((await walk('/api/companies', '-name', 2)).map(({ name }) => name)).toEqual(expected.toReversed());
  });

  it('are still compared exactly by filters', async () => {
    const total = async (filter: string) =>
      (await service.rest('GET', `/api/companies?${filter}`, undefined, inGlobex())).body.total;
    expect(await total('filter[name]=apple')).toBe(2);
    expect(await total('filter[name][in]=Apple,elan')).toBe(2);
  });
});

describe('an empty value', () => {
  it('sorts last in both directions, by cursor and by page number', async () => {
    await insertCompanies([5, 1, 3].map((employee_count, n) => ({ name: `Count ${n}`, employee_count })));
    const counts = (rows: { employee_count: number | null }[]) =>
      rows.map(({ employee_count }) => employee_count);
    const empty = Array(14).fill(null);
    for (const size of [1, 2, 4, 100]) {
      expect(counts(await walk('/api/companies', 'employee_count', size))).toEqual([1, 3, 5, ...empty]);
      expect(counts(await walk('/api/companies', '-employee_count', size))).toEqual([5, 3, 1, ...empty]);
    }
    const page = await service.rest(
      'GET',
      '/api/companies?sort=-employee_count&pageSize=2&page=2',
      undefined,
      inGlobex(),
    );
    expect([counts(page.body.data), page.body.total]).toEqual([[1, null], 17]);
    const ids = (await walk('/api/companies', '-employee_count', 3)).map(
      (row) => (row as unknown as { id: string }).id,
    );
    expect(new Set(ids).size).toBe(17);
  });
});

describe('a sort key', () => {
  it('works on every list that offers it', async () => {
    const lists = service.server.services.catalogue.operations.filter(
      ({ isPage, path, answer, inputSchema }) =>
        isPage && answer === 'envelope' && !path.includes('{') && inputSchema.properties?.sort,
    );
    expect(lists.length).toBeGreaterThan(10);
    const failures: string[] = [];
    for (const { path, inputSchema } of lists)
      for (const key of inputSchema.properties!.sort!.items!.enum as string[]) {
        const reply = await service.rest('GET', `${path}?sort=${key}`);
        if (reply.status !== 200) failures.push(`${path}?sort=${key}: ${reply.text.slice(0, 200)}`);
      }
    expect(failures).toEqual([]);
  });

  it('of every kind of record, and of what grows with them, is served by an index, in both directions', async () => {
    const growing = { Activity: 'activities', ActionItem: 'action_items', TimeEntry: 'time_entries' };
    const others = Object.entries(growing).map(([type, entity]) => ({ type, entity }));
    const missing: string[] = [];
    for (const { type, entity } of [...recordTypes(), ...others]) {
      const indexes = await service.sql(service.acme, 'select indexdef from pg_indexes where tablename = ?', [
        entity,
      ]);
      const definitions = (indexes as { indexdef: string }[]).map(({ indexdef }) =>
        indexdef.replaceAll('"', ''),
      );
      for (const { column, isText } of listColumns(type).sorts.values()) {
        const key = `${column}${isText ? ' COLLATE alphabetical' : ''}`;
        if (
          !definitions.some(
            (one) =>
              one.includes(`(tenant_id, ${key}, id`) || one.includes(`(tenant_id, ${key} DESC, id DESC`),
          )
        )
          missing.push(`${entity}.${key}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('reads a page without sorting the list', async () => {
    const plan = async (order: string, condition = '') => {
      const rows = await service.server.services.database.write(
        { tenantId: service.acme.id },
        async ({ db }) => {
          for (const way of ['sort', 'seqscan', 'bitmapscan']) await db.raw(`set local enable_${way} = off`);
          return (
            await db.raw(
              `explain select id from companies where tenant_id = '${service.acme.id}' and deleted_at is null ${condition} order by ${order} limit 26`,
            )
          ).rows as { 'QUERY PLAN': string }[];
        },
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan('name collate alphabetical, id')).toMatch(/companies_by_name/);
    expect(await plan('name collate alphabetical desc, id desc')).toMatch(/Backward using companies_by_name/);
    expect(await plan('employee_count nulls last, id')).toMatch(/companies_by_employee_count/);
    expect(await plan('employee_count desc, id desc', 'and employee_count is not null')).toMatch(
      /Backward using companies_by_employee_count/,
    );
    expect(await plan('id desc', 'and employee_count is null')).not.toMatch(/Sort/);
    expect(await plan('name collate alphabetical, id', "and name collate alphabetical = 'x'")).toMatch(
      /Index Cond.*name/,
    );
  });
});
