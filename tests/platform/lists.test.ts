// Lists of companies over HTTP: pages, cursors, filters, sort, search, selected fields and versions.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const inGlobex = (): Ask => ({ as: service.globex.people.owner });

function list(query: string, ask: Ask = {}): Promise<Reply> {
  return service.rest('GET', `/api/companies${query ? `?${query}` : ''}`, undefined, ask);
}

async function names(query: string, ask: Ask = {}): Promise<string[]> {
  const reply = await list(query, ask);
  expect({ query, status: reply.status, error: reply.body.error }).toEqual({
    query,
    status: 200,
    error: undefined,
  });
  return reply.body.data.map(({ name }: { name: string }) => name);
}

async function create(input: object, ask: Ask = {}): Promise<{ id: string; version: number }> {
  const reply = await service.rest('POST', '/api/companies', input, ask);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data;
}

/** Inserts companies directly into the table, for tests that depend on their number or their times. */
async function insertCompanies(
  rows: { name: string; at?: string; employees?: number | null }[],
): Promise<void> {
  const { globex } = service;
  await service.server.services.database.write({ tenantId: globex.id }, ({ db }) =>
    db('companies').insert(
      rows.map(({ name, at = '2026-01-01T00:00:00.000Z', employees = null }) => ({
        tenant_id: globex.id,
        id: crypto.randomUUID(),
        name,
        employee_count: employees,
        source: 'manual',
        created_at: at,
        updated_at: at,
        created_by: JSON.stringify({ type: 'system', id: null, label: 'test' }),
        updated_by: JSON.stringify({ type: 'system', id: null, label: 'test' }),
      })),
    ),
  );
}

async function deleteCompanies(): Promise<void> {
  await service.server.services.database.write({ tenantId: service.globex.id }, async ({ db }) => {
    await db('search_tokens').delete();
    await db('companies').delete();
  });
}

async function expectRefused(query: string, path: string, rule: string): Promise<void> {
  const reply = await list(query);
  expect({
    query,
    status: reply.status,
    code: reply.body.error?.code,
    fields: reply.body.error?.fields,
  }).toEqual({
    query,
    status: 400,
    code: 'VALIDATION_ERROR',
    fields: expect.arrayContaining([{ path, rule, message: expect.any(String) }]),
  });
}

describe('a page of the company list', () => {
  beforeAll(() =>
    insertCompanies(Array.from({ length: 130 }, (_, n) => ({ name: `Page ${String(n).padStart(3, '0')}` }))),
  );
  afterAll(deleteCompanies);

  it('has 25 items by default and comes with its number, the total and the next cursor', async () => {
    const reply = await list('', inGlobex());
    expect(reply.body.data).toHaveLength(25);
    expect(reply.body).toMatchObject({
      page: 1,
      pageSize: 25,
      total: 130,
      totalPages: 6,
      totalIsEstimate: false,
      nextCursor: expect.any(String),
    });
  });

  it('holds at most 100 items and says so when a larger size is requested', async () => {
    for (const size of [100, 101, 5000]) {
      const reply = await list(`pageSize=${size}`, inGlobex());
      expect([reply.body.data.length, reply.body.pageSize, reply.body.totalPages]).toEqual([100, 100, 2]);
    }
  });

  it('continues where the previous page ended, and the last page has no cursor', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const reply = await list(`page=${page}&pageSize=40&sort=name`, inGlobex());
      seen.push(...reply.body.data.map(({ name }: { name: string }) => name));
      expect([reply.body.page, reply.body.nextCursor === null]).toEqual([page, page === 4]);
    }
    expect(seen).toEqual(Array.from({ length: 130 }, (_, n) => `Page ${String(n).padStart(3, '0')}`));
    expect((await list('page=9&pageSize=40', inGlobex())).body).toMatchObject({
      data: [],
      page: 9,
      total: 130,
    });
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'pageSize=0',
    'pageSize=-5',
    'pageSize=1.5',
    'pageSize=x',
  ])('is refused when it is requested with "%s"', async (query) => {
    const reply = await list(query);
    expect([reply.status, reply.body.error.fields[0].path]).toEqual([400, query.split('=')[0]]);
  });

  it('is refused beyond 10,000 records, which only a cursor reaches', async () => {
    expect((await list('page=400&pageSize=25')).status).toBe(200);
    expect((await list('page=100&pageSize=100')).status).toBe(200);
    await expectRefused('page=401&pageSize=25', 'page', 'use_cursor');
    await expectRefused('page=101&pageSize=1000', 'page', 'use_cursor');
  });
});

describe('a cursor of the company list', () => {
  afterAll(deleteCompanies);

  it('returns every row exactly once, whatever the sort, the ties, the page size and the rows inserted meanwhile', async () => {
    const sorts = [
      '',
      'name',
      '-name',
      'created_at',
      '-updated_at',
      'employee_count',
      '-employee_count',
      '-employee_count,name',
      'client_id,-created_at,name',
    ];
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            name: fc.constantFrom('A', 'B', 'b', 'Ä', 'Z z'),
            at: fc.constantFrom(
              '2026-01-01T00:00:00.000Z',
              '2026-01-01T00:00:00.001Z',
              '2026-03-01T12:00:00.000Z',
            ),
            employees: fc.constantFrom(null, 1, 2),
          }),
          { minLength: 1, maxLength: 25 },
        ),
        fc.constantFrom(...sorts),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (rows, sort, pageSize, readAllPages) => {
          await deleteCompanies();
          await insertCompanies(rows);
          const before = (await list('pageSize=100&fields=id', inGlobex())).body.data.map(
            ({ id }: { id: string }) => id,
          );
          const seen: string[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const query: string =
              `pageSize=${pageSize}&sort=${sort}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
                .replace('&sort=&', '&')
                .replace(/&sort=$/, '');
            const reply = await list(query, inGlobex());
            expect(reply.status).toBe(200);
            seen.push(...reply.body.data.map(({ id }: { id: string }) => id));
            cursor = reply.body.nextCursor;
            steps += 1;
            if (!readAllPages)
              await insertCompanies([{ name: 'Between', at: '2026-02-01T00:00:00.000Z', employees: 1 }]);
            if (seen.length > 500) throw new Error('the walk does not end');
            if (seen.length > rows.length + 40) break;
          }
          expect(new Set(seen).size).toBe(seen.length);
          expect(before.filter((id: string) => !seen.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 8000 },
    );
    expect(steps).toBeGreaterThan(30);
  });

  it('keeps the sort order, with nulls last in both directions', async () => {
    await deleteCompanies();
    await insertCompanies([5, null, 1, 3, null, 1].map((employees, n) => ({ name: `N${n}`, employees })));
    const readAllPages = async (sort: string) => {
      const found: (number | null)[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await list(`sort=${sort}&pageSize=2${cursor && `&cursor=${cursor}`}`, inGlobex());
        found.push(...body.data.map(({ employee_count: count }: { employee_count: number | null }) => count));
        if (!body.nextCursor) return found;
        cursor = encodeURIComponent(body.nextCursor);
      }
    };
    expect(await readAllPages('employee_count')).toEqual([1, 1, 3, 5, null, null]);
    expect(await readAllPages('-employee_count')).toEqual([5, 3, 1, 1, null, null]);
  });

  it('returns the same rows as numbered pages', async () => {
    await deleteCompanies();
    await insertCompanies(
      Array.from({ length: 12 }, (_, n) => ({
        name: `Same ${n % 3}`,
        at: `2026-01-0${1 + (n % 4)}T00:00:00.000Z`,
      })),
    );
    const first = await list('pageSize=5&sort=name', inGlobex());
    const second = await list(
      `pageSize=5&sort=name&cursor=${encodeURIComponent(first.body.nextCursor)}`,
      inGlobex(),
    );
    expect(second.body.data).toEqual((await list('pageSize=5&sort=name&page=2', inGlobex())).body.data);
    expect([second.body.page, second.body.total]).toEqual([null, 12]);
  });

  it('is refused for another list, filter, sort, search or workspace, and when it is forged', async () => {
    await deleteCompanies();
    await insertCompanies(Array.from({ length: 5 }, (_, n) => ({ name: `Bound ${n}` })));
    const { nextCursor } = (await list('pageSize=2&sort=name', inGlobex())).body;
    const cursor = encodeURIComponent(nextCursor);
    const strange = [
      `cursor=${cursor}`,
      `cursor=${cursor}&sort=-name`,
      `cursor=${cursor}&sort=name&search=bound`,
      `cursor=${cursor}&sort=name&filter[name]=x`,
      `cursor=${cursor}&sort=name&include_deleted=true`,
      `cursor=${cursor.slice(0, -1)}&sort=name`,
      `cursor=x${cursor}&sort=name`,
      'cursor=x',
      'cursor=.',
    ];
    for (const query of strange) {
      const reply = await list(query, inGlobex());
      expect({ query, status: reply.status, path: reply.body.error?.fields[0].path }).toEqual({
        query,
        status: 400,
        path: 'cursor',
      });
    }
    expect((await list(`cursor=${cursor}&sort=name`)).status).toBe(400);
    expect(
      (await service.rest('GET', `/api/contacts?cursor=${cursor}&sort=name`, undefined, inGlobex())).status,
    ).toBe(400);
    expect((await list(`cursor=${cursor}&sort=name`, inGlobex())).status).toBe(200);
  });
});

describe('a query of the company list', () => {
  let alpha: { id: string };

  beforeAll(async () => {
    alpha = await create({
      name: 'Alpha 100% Wool',
      industry: 'Textiles',
      employee_count: 10,
      annual_revenue: '1250.50',
      revenue_currency: 'EUR',
      tags: ['Key', 'eu'],
      owner_user_id: service.acme.people.owner.userId,
    });
    await create({
      name: 'Beta_Works',
      industry: 'Textiles',
      employee_count: 20,
      tags: ['EU'],
      parent_company_id: alpha.id,
    });
    await create({ name: 'Gämma', industry: 'Food', employee_count: 30 });
    await create({ name: 'delta', website: 'delta.com' });
  });

  it.each([
    ['filter[industry]=Textiles', ['Alpha 100% Wool', 'Beta_Works']],
    ['filter[industry][eq]=Textiles', ['Alpha 100% Wool', 'Beta_Works']],
    ['filter[industry][eq]=textiles', []],
    ['filter[industry][neq]=Textiles', ['Gämma', 'delta']],
    ['filter[industry][in]=Food,Textiles', ['Alpha 100% Wool', 'Beta_Works', 'Gämma']],
    ['filter[industry][nin]=Food', ['Alpha 100% Wool', 'Beta_Works', 'delta']],
    ['filter[industry][is_null]=true', ['delta']],
    ['filter[industry][is_null]=false', ['Alpha 100% Wool', 'Beta_Works', 'Gämma']],
    ['filter[name][contains]=AMM', ['Gämma']],
    ['filter[name][contains]=gamma', ['Gämma']],
    ['filter[name][contains]=%25', ['Alpha 100% Wool']],
    ['filter[name][contains]=_', ['Beta_Works']],
    ['filter[name][contains]=\\', []],
    ['filter[name][starts_with]=beta_', ['Beta_Works']],
    ['filter[name][starts_with]=works', []],
    ['filter[employee_count]=20', ['Beta_Works']],
    ['filter[employee_count][lt]=20', ['Alpha 100% Wool']],
    ['filter[employee_count][lte]=20', ['Alpha 100% Wool', 'Beta_Works']],
    ['filter[employee_count][gt]=10', ['Beta_Works', 'Gämma']],
    ['filter[employee_count][gte]=20', ['Beta_Works', 'Gämma']],
    ['filter[employee_count][between]=10,20', ['Alpha 100% Wool', 'Beta_Works']],
    ['filter[employee_count][in]=10,30', ['Alpha 100% Wool', 'Gämma']],
    ['filter[employee_count][neq]=10', ['Beta_Works', 'Gämma', 'delta']],
    ['filter[annual_revenue]=1250.5', ['Alpha 100% Wool']],
    ['filter[annual_revenue][between]=1250,1250.51', ['Alpha 100% Wool']],
    ['filter[tag]=KEY', ['Alpha 100% Wool']],
    ['filter[tag][in]=key,eu', ['Alpha 100% Wool', 'Beta_Works']],
    ['filter[tag][neq]=eu', ['Gämma', 'delta']],
    ['filter[tag][nin]=key', ['Beta_Works', 'Gämma', 'delta']],
    ['tag=eu', ['Alpha 100% Wool', 'Beta_Works']],
    ['filter[website]=delta.com', ['delta']],
    ['filter[company_type]=prospect&filter[industry]=Food', ['Gämma']],
    ['filter[industry][neq]=Food&filter[industry][is_null]=false', ['Alpha 100% Wool', 'Beta_Works']],
  ])('with "%s" returns exactly %j', async (query, expected) => {
    expect((await names(`${query}&sort=created_at`)).sort()).toEqual([...expected].sort());
  });

  it('filters by owner and by parent company', async () => {
    const owner = service.acme.people.owner.userId;
    for (const query of [`filter[owner_user_id]=${owner}`, `owner_user_id=${owner}`])
      expect(await names(query)).toEqual(['Alpha 100% Wool']);
    expect(await names(`filter[parent_company_id]=${alpha.id}`)).toEqual(['Beta_Works']);
    expect(await names('filter[parent_company_id][is_null]=false')).toEqual(['Beta_Works']);
  });

  it('reads dates in the time zone of the workspace and instants as they are', async () => {
    const zone = (name: string) =>
      service.server.services.database.write({ tenantId: service.globex.id }, ({ db }) =>
        db('tenants').where({ id: service.globex.id }).update({ time_zone: name }),
      );
    await deleteCompanies();
    await insertCompanies([
      { name: 'Evening', at: '2026-03-28T23:30:00.000Z' },
      { name: 'Morning', at: '2026-03-29T10:00:00.000Z' },
      { name: 'Next night', at: '2026-03-29T22:30:00.000Z' },
    ]);
    await zone('Europe/Berlin');
    service.server.services.principals.clear();
    try {
      // The clocks went forward that night, so the day has 23 hours.
      expect(
        await names(
          'filter[created_at][gte]=2026-03-29&filter[created_at][lt]=2026-03-30&sort=created_at',
          inGlobex(),
        ),
      ).toEqual(['Evening', 'Morning']);
      expect(await names('filter[created_at][gte]=2026-03-29T00:00:00Z&sort=created_at', inGlobex())).toEqual(
        ['Morning', 'Next night'],
      );
      expect(await names('created_after=2026-03-30&sort=created_at', inGlobex())).toEqual(['Next night']);
      expect(await names('created_before=2026-03-29', inGlobex())).toEqual([]);
    } finally {
      await zone('UTC');
      service.server.services.principals.clear();
      await deleteCompanies();
    }
  });

  it.each([
    ['filter[nmae]=x', 'filter.nmae', 'unknown_field'],
    ['filter[name][equals]=x', 'filter.name.equals', 'unknown_field'],
    ['filter[tag][contains]=x', 'filter.tag.contains', 'unknown_field'],
    ['filter[__proto__]=x', 'filter.__proto__', 'unknown_field'],
    ['filter[name][eq][deep]=x', 'filter.name.eq', 'type'],
    ['filter[employee_count]=many', 'filter.employee_count.eq', 'type'],
    ['filter[employee_count][gt]=10.5', 'filter.employee_count.gt', 'type'],
    ['filter[annual_revenue]=much', 'filter.annual_revenue.eq', 'pattern'],
    ['filter[employee_count][between]=1', 'filter.employee_count.between', 'min_items'],
    ['filter[owner_user_id]=nobody', 'filter.owner_user_id.eq', 'format'],
    ['filter[created_at][gt]=yesterday', 'filter.created_at.gt', 'format'],
    ['filter[created_at][gt]=2026-02-30', 'filter.created_at.gt', 'format'],
    ['filter[industry][is_null]=maybe', 'filter.industry.is_null', 'type'],
    ['filter=x', 'filter', 'type'],
    ['sort=nmae', 'sort[0]', 'enum'],
    ['sort=name,nmae', 'sort[1]', 'enum'],
    ['sort=name,-name', 'sort', 'repeated'],
    ['sort=name,created_at,updated_at,employee_count', 'sort', 'max_items'],
    ['fields=name,nmae', 'fields', 'unknown_field'],
    ['include_deleted=maybe', 'include_deleted', 'type'],
  ])('is refused and the invalid parameter is named when it contains "%s"', (query, path, rule) =>
    expectRefused(query, path, rule),
  );

  it('ignores unknown parameters that are not list parameters', async () => {
    expect(await names('utm_source=mail&filter[name]=delta')).toEqual(['delta']);
  });
});

describe('the sort of the company list', () => {
  it('takes several keys with a direction each, and puts the last changed company first by default', async () => {
    await deleteCompanies();
    await insertCompanies([
      { name: 'B', employees: 1, at: '2026-01-03T00:00:00.000Z' },
      { name: 'A', employees: 1, at: '2026-01-01T00:00:00.000Z' },
      { name: 'A', employees: 2, at: '2026-01-02T00:00:00.000Z' },
    ]);
    const rows = async (query: string) =>
      (await list(query, inGlobex())).body.data.map(
        (row: { name: string; employee_count: number }) => `${row.name}${row.employee_count}`,
      );
    expect(await rows('sort=name,-employee_count')).toEqual(['A2', 'A1', 'B1']);
    expect(await rows('sort=-name,employee_count')).toEqual(['B1', 'A1', 'A2']);
    expect(await rows('sort=created_at')).toEqual(['A1', 'A2', 'B1']);
    expect(await rows('')).toEqual(['B1', 'A2', 'A1']);
    await deleteCompanies();
  });
});

describe('a search in the company list', () => {
  beforeAll(async () => {
    for (const input of [
      { name: 'Crème Brûlée Søren', website: 'brulee.example.com' },
      { name: 'Cream & Sugar', legal_name: 'Zuckerwerk Holding GmbH' },
      { name: 'Percent 100% off' },
      { name: 'Snake_case Ltd' },
      { name: '💥 Boom' },
      { name: '東京電力' },
      { name: 'O’Reilly Media' },
    ]) {
      await create(input, inGlobex());
    }
  });
  afterAll(deleteCompanies);

  it.each([
    ['creme', ['Crème Brûlée Søren']],
    ['CRÈME', ['Crème Brûlée Søren']],
    ['cre', ['Cream & Sugar', 'Crème Brûlée Søren']],
    ['brulee creme', ['Crème Brûlée Søren']],
    ['creme sugar', []],
    ['sug cre', ['Cream & Sugar']],
    ['reme', []],
    ['zuckerwerk', ['Cream & Sugar']],
    ['brulee.example.com', ['Crème Brûlée Søren']],
    ['100%', ['Percent 100% off']],
    ['snake_case', ['Snake_case Ltd']],
    ['snake', ['Snake_case Ltd']],
    ['boom', ['💥 Boom']],
    ['東京', ['東京電力']],
    ["o'reilly", ['O’Reilly Media']],
    ['reilly', ['O’Reilly Media']],
    ['c', ['Cream & Sugar', 'Crème Brûlée Søren']],
    ['  creme  ', ['Crème Brûlée Søren']],
    ['nothing like it', []],
  ])('for %j finds exactly %j', async (text, expected) => {
    expect((await names(`search=${encodeURIComponent(text)}`, inGlobex())).sort()).toEqual(
      [...expected].sort(),
    );
  });

  it.each(['%', '_', '\\', '💥', '%%', '__', '-', '   ', "'", '"', '*', '💥💥'])(
    'for the special characters %j finds only names that begin with them',
    async (text) => {
      const found = await names(`search=${encodeURIComponent(text)}`, inGlobex());
      const holds = (name: string) => name.startsWith(text.trim());
      expect(found.filter((name) => !holds(name))).toEqual([]);
    },
  );

  it('stops finding changed and deleted names, and finds restored names again', async () => {
    const { id } = await create({ name: 'Ephemeral Things' }, inGlobex());
    const find = (text: string) => names(`search=${text}`, inGlobex());
    expect(await find('ephemeral')).toEqual(['Ephemeral Things']);
    await service.rest('PATCH', `/api/companies/${id}`, { name: 'Lasting Things' }, inGlobex());
    expect([await find('ephemeral'), await find('lasting')]).toEqual([[], ['Lasting Things']]);
    await service.rest('DELETE', `/api/companies/${id}`, undefined, inGlobex());
    expect(await find('lasting')).toEqual([]);
    await service.rest('POST', `/api/companies/${id}/restore`, undefined, inGlobex());
    expect(await find('lasting')).toEqual(['Lasting Things']);
  });

  it('finds nothing of other workspaces, takes up to 200 characters, and none as no search', async () => {
    expect(await names('search=brulee')).toEqual([]);
    expect((await list('search=')).body.total).toBe((await list('')).body.total);
    await expectRefused(`search=${'x'.repeat(201)}`, 'search', 'max_length');
    expect((await list(`search=${'x'.repeat(200)}`)).status).toBe(200);
  });
});

describe('the parameter "fields" of the company list', () => {
  it('reduces each item to its id and the named fields', async () => {
    const company = await create({ name: 'Sparse', website: 'sparse.com' });
    const one = await service.rest('GET', `/api/companies/${company.id}?fields=name,website`);
    expect(one.body.data).toEqual({ id: company.id, name: 'Sparse', website: 'sparse.com' });
    expect(one.headers.get('etag')).toBe('"1"');
    const many = await list('fields=industry&filter[name]=Sparse');
    expect(many.body).toMatchObject({ data: [{ id: company.id, industry: null }], total: 1 });
    expect(Object.keys(many.body.data[0])).toEqual(['id', 'industry']);
  });
});

describe('deleted companies', () => {
  it('are listed only on request and only to callers who may delete', async () => {
    const { id } = await create({ name: 'Gone with the wind' });
    await service.rest('DELETE', `/api/companies/${id}`);
    const filter = 'filter[name]=Gone%20with%20the%20wind';
    expect(await names(filter)).toEqual([]);
    const found = await list(`${filter}&include_deleted=true`);
    expect(found.body.data).toMatchObject([{ id, deleted_at: expect.any(String) }]);
    expect(await names(`${filter}&deleted=include`)).toEqual(['Gone with the wind']);
    const { id: live } = await create({ name: 'Gone with the wind' });
    expect(
      (await list(`${filter}&deleted=only`)).body.data.map((company: { id: string }) => company.id),
    ).toEqual([id]);
    expect((await list(`${filter}&deleted=include`)).body.total).toBe(2);
    const viewer = await list(`${filter}&include_deleted=true`, { as: service.acme.people.viewer });
    expect(viewer).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_DENIED', details: { required_permission: 'companies.delete' } } },
    });
    await service.rest('DELETE', `/api/companies/${live}`);
  });
});

describe('the version of a company', () => {
  it('is its ETag, so an unchanged company is not sent again and an update of a stale version is refused', async () => {
    const { id } = await create({ name: 'Versioned' });
    const path = `/api/companies/${id}`;
    const read = await service.rest('GET', path);
    expect(read.headers.get('etag')).toBe('"1"');
    for (const tags of ['"1"', '"0", "1"', 'W/"1"', '*']) {
      const same = await service.rest('GET', path, undefined, { headers: { 'if-none-match': tags } });
      expect([tags, same.status, same.text]).toEqual([tags, 304, '']);
    }
    expect((await service.rest('GET', path, undefined, { headers: { 'if-none-match': '"2"' } })).status).toBe(
      200,
    );

    const written = await service.rest(
      'PATCH',
      path,
      { industry: 'Toys' },
      { headers: { 'if-match': '"1"' } },
    );
    expect([written.status, written.headers.get('etag'), written.body.data.version]).toEqual([200, '"2"', 2]);
    for (const stale of ['"1"', '"3"', 'W/"2"', '2', 'x']) {
      const refused = await service.rest(
        'PATCH',
        path,
        { industry: 'Food' },
        { headers: { 'if-match': stale } },
      );
      expect([stale, refused.status, refused.body.error?.details]).toEqual([
        stale,
        412,
        { current_version: 2 },
      ]);
      expect(refused.headers.get('etag')).toBe('"2"');
    }
    const byBody = await service.rest('PATCH', path, { industry: 'Food', expected_version: 1 });
    expect(byBody.status).toBe(412);
    expect((await service.rest('DELETE', path, undefined, { headers: { 'if-match': '"1"' } })).status).toBe(
      412,
    );
    expect((await service.rest('GET', path)).body.data).toMatchObject({ industry: 'Toys', version: 2 });
    expect(
      (await service.rest('PATCH', path, { industry: 'Food' }, { headers: { 'if-match': '*' } })).status,
    ).toBe(200);
    expect((await service.rest('DELETE', path, undefined, { headers: { 'if-match': '"3"' } })).status).toBe(
      200,
    );
  });
});
