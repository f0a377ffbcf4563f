// Lists through a saved view: what the view adds to a call, for whom, and when it is refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { snakeCase } from '../../src/naming.ts';
import { type Ask, type RoleKey, startService, type TestService } from '../support/service.ts';
import { condition, listThrough, namesThrough, saveView } from './views.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const { owner, member } = service.acme.people;
  const company = (name: string, more: object = {}) => ok('POST', '/api/companies', { name, ...more });
  await company('Alder', {
    industry: 'Food',
    employee_count: 10,
    tags: ['key'],
    owner_user_id: owner.userId,
  });
  await company('Birch', { industry: 'Food', employee_count: 20, owner_user_id: member.userId });
  await company('Cedar', { industry: 'Wood', employee_count: 30 });
  await company('Dogwood', { industry: 'Wood' });
});

afterAll(() => service?.stop());

const as = (role: RoleKey): Ask => ({ as: service.acme.people[role] });

// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
async function ok(method: string, path: string, body?: unknown, ask?: Ask): Promise<any> {
  const reply = await service.rest(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
}

describe('a list through a saved view', () => {
  it('combines the filters of the view and of the call', async () => {
    const food = await saveView(service, { filter: condition('industry', 'eq', 'Food') });
    expect(await namesThrough(service, food.id)).toEqual(['Alder', 'Birch']);
    expect(await namesThrough(service, food.id, { query: 'filter[employee_count][gt]=10' })).toEqual([
      'Birch',
    ]);
    expect(await namesThrough(service, food.id, { query: 'industry=Wood' })).toEqual([]);
    expect(await namesThrough(service, food.id, { query: 'search=ald' })).toEqual(['Alder']);
    const { body } = await listThrough(service, food.id, { query: 'pageSize=1' });
    expect(body).toMatchObject({ total: 2, totalPages: 2, pageSize: 1 });
    const some = { or: [condition('tag', 'eq', 'KEY'), { not: condition('employee_count', 'gte', 0) }] };
    expect(await namesThrough(service, (await saveView(service, { filter: some })).id)).toEqual([
      'Alder',
      'Dogwood',
    ]);
  });

  it('uses the sort and page size of the view unless the call has its own', async () => {
    const view = await saveView(service, { sort: ['-name'], page_size: 3 });
    const readRows = async (query = '') => {
      const { body } = await listThrough(service, view.id, { query });
      return [body.pageSize, ...body.data.map(({ name }: { name: string }) => name)];
    };
    expect(await readRows()).toEqual([3, 'Dogwood', 'Cedar', 'Birch']);
    expect(await readRows('sort=name')).toEqual([3, 'Alder', 'Birch', 'Cedar']);
    expect(await readRows('pageSize=1')).toEqual([1, 'Dogwood']);
  });

  it('is the same by GraphQL, in an export and as a tool', async () => {
    const view = await saveView(service, { filter: condition('industry', 'eq', 'Wood'), sort: ['-name'] });
    const input = await service.graphql(
      'query ($id: UUID!) { companies(viewId: $id) { total nodes { name } } }',
      { id: view.id },
    );
    const names = [{ name: 'Dogwood' }, { name: 'Cedar' }];
    expect(input.body.data.companies).toEqual({ total: 2, nodes: names });
    const exported = await service.rest('GET', `/api/companies/export?view_id=${view.id}&format=ndjson`);
    expect(exported.text).toMatch(/Dogwood[\s\S]*Cedar/);
    expect(exported.text).not.toMatch(/Alder|Birch/);
  });

  it('is available for every list that has saved views', async () => {
    const contact = await ok('POST', '/api/contacts', {
      first_name: 'Ann',
      last_name: 'Ash',
      email: 'ann@alder.example',
    });
    const deal = await ok('POST', '/api/deals', { name: 'Planks', value: '10' });
    const readNames = async (entity: string, filter: object) => {
      const view = await saveView(service, { entity, filter });
      const reply = await listThrough(service, view.id, { entity });
      expect({ entity, error: reply.body.error }).toEqual({ entity });
      return reply.body.data.map(({ id }: { id: string }) => id);
    };
    expect(await readNames('contacts', condition('email', 'eq', 'ANN@alder.example'))).toEqual([contact.id]);
    expect(
      await readNames('deals', { and: [condition('value', 'lt', 20), condition('status', 'eq', 'open')] }),
    ).toEqual([deal.id]);
    expect(await readNames('clients', condition('client_name', 'eq', 'Nobody'))).toEqual([]);
    expect(await readNames('activities', { not: condition('actor_id', 'eq', '@me') })).toEqual([]);
    const { catalogue } = service.server.services;
    const lists = catalogue.operations.filter(
      ({ isPage, inputs, path }) =>
        isPage && inputs.some(({ wire }) => wire === 'view_id') && !path.endsWith('/export'),
    );
    expect(lists.map(({ rootField }) => rootField)).toEqual(
      expect.arrayContaining(['companies', 'workOrders', 'outreachSequences', 'timeEntries']),
    );
    for (const { rootField, path } of lists) {
      const entity = snakeCase(rootField);
      const view = await saveView(service, { entity, filter: condition('id', 'in', [contact.id]) });
      const { status, body } = await service.rest('GET', `${path}?view_id=${view.id}`);
      expect([path, status, body.data?.length]).toEqual([path, 200, entity === 'contacts' ? 1 : 0]);
    }
  });

  it('returns a cursor that is valid only with the filter that it was made for', async () => {
    const view = await saveView(service, {
      filter: condition('employee_count', 'gte', 10),
      sort: ['name'],
      page_size: 1,
    });
    const { nextCursor } = (await listThrough(service, view.id)).body;
    const query = `cursor=${encodeURIComponent(nextCursor)}`;
    expect(await namesThrough(service, view.id, { query })).toEqual(['Birch']);
    await ok('PATCH', `/api/saved-views/${view.id}`, { layout: 'board' });
    expect(await namesThrough(service, view.id, { query })).toEqual(['Birch']);
    await ok('PATCH', `/api/saved-views/${view.id}`, { filter: condition('employee_count', 'gte', 11) });
    const refused = await listThrough(service, view.id, { query });
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: [{ path: 'cursor' }] } } });
    const withoutView = await service.rest('GET', `/api/companies?sort=name&pageSize=1&${query}`);
    expect(withoutView).toMatchObject({ status: 400, body: { error: { fields: [{ path: 'cursor' }] } } });
  });
});

describe('a saved view', () => {
  it('is refused for callers who do not see it, for another list and after its deletion', async () => {
    const view = await saveView(service, {});
    expect(await listThrough(service, view.id, { ask: as('member') })).toMatchObject({ status: 404 });
    const sharedView = await saveView(service, { visibility: 'tenant' });
    expect(
      await listThrough(service, sharedView.id, { ask: { as: service.globex.people.owner } }),
    ).toMatchObject({
      status: 404,
    });
    expect(await listThrough(service, crypto.randomUUID())).toMatchObject({ status: 404 });
    expect(await listThrough(service, 'mine')).toMatchObject({ status: 400 });
    expect(await listThrough(service, view.id, { entity: 'deals' })).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'view_id', rule: 'entity' }] } },
    });
  });

  it('is refused for a token with the scope of the list but not of the views', async () => {
    const view = await saveView(service, { visibility: 'tenant' });
    const withoutViewScope = await service.token(service.acme, {
      kind: 'service',
      scopes: ['crm.companies:read'],
    });
    expect(await listThrough(service, view.id, { ask: { as: withoutViewScope } })).toMatchObject({
      status: 403,
      body: {
        error: { code: 'SCOPE_MISSING', details: { required_scopes: ['dashboard.saved_views:read'] } },
      },
    });
    const both = ['crm.companies:read', 'dashboard.saved_views:read'];
    const withViewScope = { as: await service.token(service.acme, { kind: 'service', scopes: both }) };
    expect(await listThrough(service, view.id, { ask: withViewScope })).toMatchObject({ status: 200 });
  });

  it('is refused when it filters by a field that the viewer may not read, and its value stays hidden', async () => {
    const filter = {
      and: [condition('relationship_intent', 'eq', 'grow'), condition('status', 'eq', 'active')],
    };
    const view = await saveView(service, {
      entity: 'contacts',
      filter,
      columns: ['title', 'interests'],
      visibility: 'tenant',
    });
    expect(await listThrough(service, view.id, { entity: 'contacts' })).toMatchObject({ status: 200 });
    const refused = await listThrough(service, view.id, { entity: 'contacts', ask: as('viewer') });
    const fault = { path: 'filter.and[0].field', rule: 'field_not_readable' };
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: [fault] } } });
    expect(refused.body.error.message).toMatch(/relationship_intent/);
    const seen = await ok('GET', `/api/saved-views/${view.id}`, undefined, as('viewer'));
    expect(seen).toMatchObject({
      filter: { and: [{ field: 'relationship_intent', value: null }, filter.and[1]] },
      columns: ['title'],
      broken_clauses: [{ ...fault, field: 'relationship_intent' }],
    });
    const input = { entity: 'contacts', name: 'Prying', filter };
    expect(await service.rest('POST', '/api/saved-views', input, as('viewer'))).toMatchObject({
      status: 400,
    });
    const copy = { name: 'Copied', copy_view_id: view.id };
    expect(await service.rest('POST', '/api/saved-views', copy, as('viewer'))).toMatchObject({ status: 400 });
    const audit = await service.sql(service.acme, 'select changes from audit_entries where target_id = ?', [
      view.id,
    ]);
    expect(JSON.stringify(audit)).not.toMatch(/grow/);
  });

  it('is refused while one of its custom fields is archived', async () => {
    const field = await ok('POST', '/api/custom-fields', {
      entity: 'companies',
      key: 'tier',
      label: 'Tier',
      type: 'text',
    });
    await ok('POST', '/api/companies', { name: 'Elder', custom_fields: { tier: 'gold' } });
    const filter = { or: [condition('custom.tier', 'eq', 'gold'), condition('name', 'eq', 'Alder')] };
    const view = await saveView(service, {
      filter,
      sort: ['-custom.tier', 'name'],
      columns: ['name', 'custom.tier'],
    });
    expect(await namesThrough(service, view.id)).toEqual(['Alder', 'Elder']);
    await ok('DELETE', `/api/custom-fields/${field.id}`);
    const refused = await listThrough(service, view.id);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(refused.body.error.message).toMatch(/tier/);
    const { broken_clauses: broken, columns } = await ok('GET', `/api/saved-views/${view.id}`);
    expect(broken.map(({ path }: { path: string }) => path)).toEqual(['filter.or[0].field', 'sort[0]']);
    expect(columns).toEqual(['name']);
    await ok('PATCH', `/api/custom-fields/${field.id}`, { archived: false });
    expect(await namesThrough(service, view.id)).toEqual(['Alder', 'Elder']);
  });
});

describe('a relative value of a saved view', () => {
  it('replaces @me by the viewer, or by the person responsible for a token', async () => {
    const view = await saveView(service, {
      filter: condition('owner_user_id', 'eq', '@me'),
      visibility: 'tenant',
    });
    expect(await namesThrough(service, view.id)).toEqual(['Alder']);
    expect(await namesThrough(service, view.id, { ask: as('member') })).toEqual(['Birch']);
    expect(await namesThrough(service, view.id, { ask: as('viewer') })).toEqual([]);
    expect(await namesThrough(service, view.id, { ask: { as: service.acme.service } })).toEqual([]);
  });

  it("replaces @today by the day in the viewer's own time zone", async () => {
    const { database, clock } = service.server.services;
    const now = clock.now();
    const today = now.toISOString().slice(0, 10);
    const on = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [-1, 0, 1])
      await ok('POST', '/api/deals', { name: `Day ${days}`, expected_close_on: on(days) });
    const names = async (filter: object, role: RoleKey = 'owner') => {
      const view = await saveView(service, { entity: 'deals', filter, visibility: 'tenant' });
      return namesThrough(service, view.id, { entity: 'deals', ask: as(role) });
    };
    const due = (op: string, value: unknown) => condition('expected_close_on', op, value);
    expect(await names(due('eq', '@today'))).toEqual(['Day 0']);
    expect(await names(due('between', ['@today-1', '@today']))).toEqual(['Day -1', 'Day 0']);
    expect(await names(due('gt', '@today'))).toEqual(['Day 1']);
    expect(await names(due('lte', '@today-1'))).toEqual(['Day -1']);
    const born = { and: [condition('created_at', 'eq', '@today'), condition('name', 'starts_with', 'Day')] };
    expect(await names(born)).toHaveLength(3);
    expect(await names({ and: [condition('created_at', 'neq', '@this_quarter'), born.and[1]] })).toEqual([]);
    // In these time zones it is already the next day or still the previous one.
    const hour = now.getUTCHours();
    const [timeZone, shift] = hour >= 10 ? ['Pacific/Kiritimati', 1] : ['Pacific/Pago_Pago', -1];
    await database.write({}, ({ db }) =>
      db('users').where({ id: service.acme.people.manager.userId }).update({ time_zone: timeZone }),
    );
    expect(await names(due('eq', '@today'), 'manager')).toEqual([`Day ${shift}`]);
  });
});
