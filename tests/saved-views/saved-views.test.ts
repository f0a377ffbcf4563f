// Saved views: creating, changing and copying them, defaults and events.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, type RoleKey, startService, type TestService } from '../support/service.ts';
import { condition, type Input, saveView, type View } from './views.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const as = (role: RoleKey): Ask => ({ as: service.acme.people[role] });
const url = ({ id }: { id: string }) => `/api/saved-views/${id}`;
const get = (view: View, ask: Ask = {}) => service.rest('GET', url(view), undefined, ask);
const patch = (view: View, input: Input, ask: Ask = {}) => service.rest('PATCH', url(view), input, ask);
const remove = (view: View, ask: Ask = {}) => service.rest('DELETE', url(view), undefined, ask);
const withUser = (role: RoleKey, access = 'view') => ({
  type: 'user',
  id: service.acme.people[role].userId,
  access,
});

async function count(table: string): Promise<number> {
  const [row] = await service.sql<{ n: string }>(service.acme, `select count(*) as n from ${table}`);
  return Number(row!.n);
}

async function expectInvalid(input: Input, path: string, rule: string, ask: Ask = {}): Promise<void> {
  const before = await count('saved_views');
  const reply = await service.rest(
    'POST',
    '/api/saved-views',
    { entity: 'companies', name: 'Refused', ...input },
    ask,
  );
  expect({ status: reply.status, fields: reply.body.error?.fields }).toEqual({
    status: 400,
    fields: expect.arrayContaining([expect.objectContaining({ path, rule })]),
  });
  expect(await count('saved_views')).toBe(before);
}

describe('a saved view', () => {
  it('stores what it shows and is returned unchanged', async () => {
    const filter = { and: [condition('name', 'contains', 'a'), { not: condition('tag', 'eq', 'old') }] };
    const input = {
      name: 'All that counts',
      filter,
      sort: ['-employee_count', 'name'],
      columns: ['name', 'industry'],
      group_by: 'industry',
      layout: 'board',
      page_size: 10,
    };
    const view = await saveView(service, input);
    expect(view).toMatchObject({
      ...input,
      entity: 'companies',
      owner_user_id: service.acme.people.owner.userId,
      visibility: 'private',
      shared_with: [],
      is_default: false,
      broken_clauses: [],
      version: 1,
    });
    const reply = await get(view);
    expect(reply.body.data).toEqual(view);
    expect(reply.headers.get('etag')).toBe('"1"');
  });

  it('is by default a private table at the end of the list', async () => {
    const first = await saveView(service, { entity: 'deals' });
    const second = await saveView(service, { entity: 'deals', filter: {} });
    expect(second).toMatchObject({ layout: 'table', visibility: 'private', filter: null, sort: [] });
    expect(second.position).toBe((first.position as number) + 1);
  });

  it('has a name that is unique for its owner and list regardless of case', async () => {
    await saveView(service, { name: 'Mine' });
    await saveView(service, { name: 'Mine', entity: 'deals' });
    await saveView(service, { name: 'Mine' }, as('member'));
    const conflict = await service.rest('POST', '/api/saved-views', { entity: 'companies', name: 'MINE' });
    expect(conflict).toMatchObject({ status: 409, body: { error: { details: { reason: 'name_taken' } } } });
    const both = await Promise.all(
      [1, 2].map(() => service.rest('POST', '/api/saved-views', { entity: 'companies', name: 'Race' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is refused with anything that its list does not support and nothing is written', async () => {
    await expectInvalid({ filter: condition('nmae', 'eq', 'x') }, 'filter.field', 'unknown_field');
    await expectInvalid({ filter: condition('name', 'between', ['a', 'b']) }, 'filter.op', 'operator');
    await expectInvalid({ filter: condition('name', 'like', 'a') }, 'filter.op', 'operator');
    await expectInvalid({ filter: condition('name', 'eq') }, 'filter.value', 'required');
    await expectInvalid({ filter: condition('name', 'eq', ['a']) }, 'filter.value', 'type');
    await expectInvalid({ filter: condition('custom.none', 'eq', 'x') }, 'filter.field', 'unknown_field');
    await expectInvalid({ filter: condition('owner_user_id', 'eq', '@you') }, 'filter.value', 'format');
    await expectInvalid({ filter: { and: [] } }, 'filter.and', 'tree');
    await expectInvalid({ filter: { and: [condition('name', 'eq', 'a'), 7] } }, 'filter.and[1]', 'tree');
    await expectInvalid({ filter: { ...condition('name', 'eq', 'a'), or: [] } }, 'filter', 'tree');
    await expectInvalid({ sort: ['-nmae'] }, 'sort[0]', 'enum');
    await expectInvalid({ sort: ['name', '-name'] }, 'sort', 'repeated');
    await expectInvalid({ columns: ['name', 'secret'] }, 'columns[1]', 'unknown_field');
    await expectInvalid({ group_by: 'nothing' }, 'group_by', 'unknown_field');
    await expectInvalid({ entity: 'planets' }, 'entity', 'enum');
    await expectInvalid({ name: ' ' }, 'name', 'required');
    await expectInvalid({ visibility: 'shared' }, 'shared_with', 'required');
    await expectInvalid({ shared_with: [withUser('member')] }, 'shared_with', 'visibility');
    const stranger = { type: 'user', id: service.globex.people.member.userId, access: 'view' };
    await expectInvalid({ visibility: 'shared', shared_with: [stranger] }, 'shared_with[0].id', 'exists');
    const twice = [withUser('member'), withUser('member', 'edit')];
    await expectInvalid({ visibility: 'shared', shared_with: twice }, 'shared_with[1].id', 'repeated');
  });

  it('accepts filters of up to fifty conditions and five levels', async () => {
    const leaf = condition('name', 'eq', 'a');
    const deep = (levels: number): object => (levels === 0 ? leaf : { not: deep(levels - 1) });
    await saveView(service, { filter: deep(5) });
    await expectInvalid({ filter: deep(6) }, 'filter.not.not.not.not.not', 'depth');
    await expectInvalid({ filter: deep(25) }, 'filter.not.not.not.not.not', 'depth');
    await saveView(service, { filter: { or: Array(50).fill(leaf) } });
    await expectInvalid({ filter: { or: Array(51).fill(leaf) } }, 'filter.or[50]', 'max_clauses');
    await expectInvalid({ filter: { or: Array(4500).fill(leaf) } }, 'filter.or[50]', 'max_clauses');
    await expectInvalid({ filter: condition('name', 'eq', 'x'.repeat(40_000)) }, 'filter', 'max_length');
  });

  it('is changed only with its current version', async () => {
    const view = await saveView(service, {});
    const renamed = await patch(view, { name: 'Renamed', expected_version: 1 });
    expect(renamed.body.data).toMatchObject({ name: 'Renamed', version: 2 });
    expect(await patch(view, { name: 'Late', expected_version: 1 })).toMatchObject({ status: 412 });
    expect((await patch(view, { name: 'Renamed' })).body.data.version).toBe(2);
    expect(await patch(view, { entity: 'deals' })).toMatchObject({ status: 400 });
    expect(await remove(view)).toMatchObject({ status: 200 });
    expect(await get(view)).toMatchObject({ status: 404 });
    expect(await remove(view)).toMatchObject({ status: 404 });
  });

  it('can be copied by everyone who sees it into a private view of their own', async () => {
    const filter = condition('industry', 'eq', 'Food');
    const view = await saveView(service, { visibility: 'tenant', filter, sort: ['name'], page_size: 5 });
    const copy = await saveView(
      service,
      { entity: undefined, copy_view_id: view.id, sort: ['-name'] },
      as('viewer'),
    );
    expect(copy).toMatchObject({
      entity: 'companies',
      filter,
      sort: ['-name'],
      page_size: 5,
      visibility: 'private',
    });
    expect(copy.owner_user_id).toBe(service.acme.people.viewer.userId);
    const hidden = await saveView(service, {});
    await expectInvalid({ copy_view_id: hidden.id }, 'copy_view_id', 'exists', as('viewer'));
    await expectInvalid({ entity: 'deals', copy_view_id: view.id }, 'entity', 'copy');
  });
});

describe('a default view', () => {
  it('is set by each person for each list and does not change the view for others', async () => {
    const view = await saveView(service, { visibility: 'tenant', is_default: true });
    const isDefault = async (role: RoleKey, of = view) => (await get(of, as(role))).body.data.is_default;
    expect([await isDefault('owner'), await isDefault('viewer')]).toEqual([true, false]);
    const changed = await patch(view, { is_default: true }, as('viewer'));
    expect(changed).toMatchObject({ status: 200, body: { data: { is_default: true, version: 1 } } });
    const other = await saveView(service, { is_default: true }, as('viewer'));
    expect([await isDefault('viewer'), await isDefault('viewer', other)]).toEqual([false, true]);
    await patch(other, { is_default: false }, as('viewer'));
    expect([await isDefault('viewer', other), await isDefault('owner')]).toEqual([false, true]);
    await remove(view);
    expect(
      await service.sql(service.acme, 'select from saved_view_defaults where view_id = ?', [view.id]),
    ).toEqual([]);
  });
});

describe('an event of a saved view', () => {
  it('is emitted once for each change and does not reveal the filter values', async () => {
    const view = await saveView(service, { name: 'Whispered', filter: condition('name', 'eq', 'Whispered') });
    await patch(view, { name: 'Murmured', layout: 'board' });
    await remove(view);
    const events = await service.sql<{ type: string; data: object }>(
      service.acme,
      'select type, data from events where object_id = ? order by id',
      [view.id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'saved_view.created',
      'saved_view.updated',
      'saved_view.deleted',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Whispered|Murmured/);
  });
});
