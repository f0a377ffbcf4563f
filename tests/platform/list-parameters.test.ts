// How lists treat unsupported parameters, list values in filters, and deleted records.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '../../src/operations/catalogue.ts';
import { CallMaker } from '../support/calls.ts';
import type { Ask, Reply, TestService } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';

let service: TestService;
/** Each list, with the parameters that it cannot do without. */
let lists: { operation: Operation; path: string; required: string }[];

beforeAll(async () => {
  service = await startServiceWithPayments();
  const maker = new CallMaker(service, service.acme);
  lists = [];
  for (const operation of service.server.services.catalogue.operations) {
    const { isPage, outputSchema, method, answer, access } = operation;
    if (method !== 'GET' || answer !== 'envelope' || access.principals === 'public') continue;
    if (!isPage && outputSchema.type !== 'array') continue;
    const { input } = await maker.prepare(operation);
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
    const required = ((operation.inputSchema.required as string[] | undefined) ?? [])
      .filter((name) => !operation.path.includes(`{${name}}`))
      .map((name) => `&${name}=${input[name]}`);
    lists.push({ operation, path, required: required.join('') });
  }
});

afterAll(() => service?.stop());

function get(path: string, ask?: Ask): Promise<Reply> {
  return service.rest('GET', path, undefined, ask);
}

const takes = ({ inputs }: Operation, name: string) => inputs.some(({ wire }) => wire === name);

async function create(path: string, input: object): Promise<string> {
  const reply = await service.rest('POST', path, input);
  expect([reply.status, reply.body.error]).toEqual([201, undefined]);
  return reply.body.data.id;
}

async function ids(path: string): Promise<string[]> {
  const reply = await get(path);
  expect({ path, status: reply.status, error: reply.body.error }).toEqual({
    path,
    status: 200,
    error: undefined,
  });
  expect(reply.body.total).toBe(reply.body.data.length);
  return reply.body.data.map(({ id }: { id: string }) => id);
}

describe('every list', () => {
  it.each([
    ['filter[nmae]=x', 'filter.nmae'],
    ['filter[nmae][eq]=x', /^filter\.nmae/],
    ['filter=x', 'filter'],
    ['sort=nmae', /^sort/],
    ['deleted=yes', 'deleted'],
    ['deleted=', 'deleted'],
  ])('refuses "%s" and names the parameter', async (query, path) => {
    for (const { operation, path: url } of lists) {
      const reply = await get(`${url}?${query}`);
      expect({ list: operation.name, status: reply.status, fields: reply.body.error?.fields }).toEqual({
        list: operation.name,
        status: 400,
        fields: [
          expect.objectContaining({ path: typeof path === 'string' ? path : expect.stringMatching(path) }),
        ],
      });
    }
  });

  it.each([
    ['search', 'search=acme'],
    ['include_deleted', 'include_deleted=true'],
    ['include_deleted', 'deleted=include'],
    ['include_deleted', 'deleted=only'],
    ['view_id', 'view_id=01890000-0000-7000-8000-000000000000'],
  ])('supports the parameter "%s" or refuses it: %s', async (name, query) => {
    for (const { operation, path } of lists) {
      const { status } = await get(`${path}?${query}`);
      const supportedStatus = name === 'view_id' ? 404 : 200;
      expect([operation.name, status]).toEqual([
        operation.name,
        takes(operation, name) ? supportedStatus : 400,
      ]);
    }
  });

  it.each(['search=', 'search=%20%20'])('that takes search answers %s as it does without', async (query) => {
    for (const { operation, path } of lists.filter(({ operation }) => takes(operation, 'search'))) {
      const [plain, blank] = [await get(path), await get(`${path}?${query}`)];
      expect([operation.name, blank.status, blank.body.total]).toEqual([
        operation.name,
        200,
        plain.body.total,
      ]);
    }
  });

  it('of records with a deletion date can show deleted ones', () => {
    const without = lists
      .filter(({ operation }) => 'deleted_at' in (operation.outputSchema.properties ?? {}))
      .filter(({ operation }) => !takes(operation, 'include_deleted') && !operation.path.includes('{'))
      .map(({ operation }) => operation.name);
    expect(without).toEqual([]);
  });

  it.each(['created_after=2026-01-01', 'updated_before=2026-01-01', 'tag=vip'])(
    'that does not support "%s" refuses it',
    async (query) => {
      const [name = ''] = query.split('=');
      for (const path of ['/api/companies/duplicates', '/api/contacts/follow-ups']) {
        const reply = await get(`${path}?${query}`);
        expect([reply.status, reply.body.error?.fields?.[0]?.path]).toEqual([400, name]);
      }
    },
  );

  it('ignores parameters that have nothing to do with lists', async () => {
    for (const { operation, path, required } of lists) {
      const { status } = await get(`${path}?utm_source=mail&_=1${required}`);
      expect([operation.name, status]).toEqual([operation.name, 200]);
    }
  });
});

describe('a filter with []', () => {
  let first: string;
  let second: string;

  beforeAll(async () => {
    first = await create('/api/companies', { name: 'Items one', industry: 'Glass, cut', employee_count: 7 });
    second = await create('/api/companies', { name: 'Items two', industry: 'Rope', employee_count: 9 });
    await create('/api/companies', { name: 'Items three', industry: 'Sand', employee_count: 11 });
  });

  it('contains the list of accepted values', async () => {
    const both = [first, second].sort();
    expect(
      (await ids('/api/companies?filter[industry][]=Glass, cut&filter[industry][]=Rope')).sort(),
    ).toEqual(both);
    expect(await ids('/api/companies?filter[industry][]=Rope')).toEqual([second]);
    expect(
      (await ids('/api/companies?filter[employee_count][in][]=7&filter[employee_count][in][]=9')).sort(),
    ).toEqual(both);
    expect(
      (
        await ids('/api/companies?filter[employee_count][between][]=7&filter[employee_count][between][]=9')
      ).sort(),
    ).toEqual(both);
    expect(await ids('/api/companies?filter[industry][]=')).toEqual([]);
  });

  it.each([
    ['filter[created_at][lt][]=2026-01-01', 'filter.created_at.lt', 'type'],
    ['filter[name][eq][]=x', 'filter.name.eq', 'type'],
    ['filter[employee_count][]=many', 'filter.employee_count.in[0]', 'type'],
    ['filter[]=x', 'filter', 'type'],
    ['filter=x&deleted=only', 'filter', 'type'],
    ['filter[name]=x&filter[name]=y', 'filter.name.eq', 'repeated'],
    ['filter[custom_fields][x]=1&filter[custom.x]=2', 'filter.custom.x', 'unknown_field'],
    ['page[]=1', 'page', 'type'],
  ])('is refused where no list is allowed: %s', async (query, path, rule) => {
    const reply = await get(`/api/companies?${query}`);
    expect([reply.status, reply.body.error?.fields?.[0]]).toMatchObject([400, { path, rule }]);
  });
});

describe('a deleted record', () => {
  const KINDS = [
    ['/api/companies', { name: 'Lostwood Timber' }],
    ['/api/contacts', { first_name: 'Lostwood' }],
    ['/api/deals', { name: 'Lostwood sawmill' }],
  ] as const;

  it.each(KINDS)(
    'of %s is found by a search that includes deleted ones until it is restored',
    async (path, input) => {
      const deletedId = await create(path, input);
      const live = await create(path, input);
      expect((await service.rest('DELETE', `${path}/${deletedId}`)).status).toBe(200);
      const found = async (query: string) => (await ids(`${path}?search=lostwo${query}`)).sort();
      expect(await found('')).toEqual([live]);
      expect(await found('&include_deleted=true')).toEqual([deletedId, live].sort());
      expect(await found('&deleted=include')).toEqual([deletedId, live].sort());
      expect(await found('&deleted=only')).toEqual([deletedId]);
      expect(await ids(`${path}?deleted=only&created_after=2026-01-01`)).toContain(deletedId);
      expect((await get(`${path}/export?format=ndjson&deleted=only&search=lostwo`)).text).toContain(
        deletedId,
      );
      expect((await service.rest('POST', `${path}/${deletedId}/restore`)).status).toBe(200);
      expect(await found('')).toEqual([deletedId, live].sort());
      expect(await found('&deleted=only')).toEqual([]);
    },
  );

  it('is not found by its name after it was erased', async () => {
    const id = await create('/api/contacts', {
      first_name: 'Forgottenwood',
      email: 'gone@forgottenwood.com',
    });
    expect((await service.rest('DELETE', `/api/contacts/${id}`)).status).toBe(200);
    const find = () => ids('/api/contacts?search=forgottenwood&include_deleted=true');
    expect(await find()).toEqual([id]);
    expect((await service.rest('POST', `/api/contacts/${id}/erase`)).status).toBe(200);
    expect(await find()).toEqual([]);
  });

  it('is not found by callers who may not delete', async () => {
    const as = service.acme.people.viewer;
    expect((await get('/api/companies?deleted=only', { as })).status).toBe(403);
    expect((await get('/api/companies/export?deleted=only', { as })).status).toBe(403);
  });

  it('is no client and therefore missing from the list of clients', async () => {
    expect(await ids('/api/clients?deleted=only')).toEqual([]);
  });
});

describe('the parameter fields', () => {
  it('is described with its values on every read that takes it, and its answers fit their description', async () => {
    const document = (await get('/api/agent/openapi.json')).body as {
      paths: Record<string, { get?: { parameters?: { $ref?: string }[] } }>;
      components: { parameters: Record<string, { schema: { items: { enum: string[] } } }> };
    };
    const { parameters = [] } = document.paths['/api/companies']!.get!;
    const name = parameters
      .map(({ $ref = '' }) => $ref.split('/').at(-1)!)
      .find((one) => one.endsWith('.fields'));
    const members = document.components.parameters[name!]!.schema.items.enum;
    expect(members).toEqual(expect.arrayContaining(['id', 'name', 'custom_fields', 'identifiers']));
    const { body } = await service.rest('POST', '/api/companies', { name: 'Sparse' });
    for (const member of members) {
      const list = await get(`/api/companies?fields=${member}&pageSize=1`);
      expect(Object.keys(list.body.data[0]).sort()).toEqual([...new Set(['id', member])].sort());
      expect((await get(`/api/companies/${body.data.id}?fields=${member}`)).status).toBe(200);
    }
  });
});
