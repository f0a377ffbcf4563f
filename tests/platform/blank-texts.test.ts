// Blank texts and texts that cannot be stored are treated the same in every member of every kind of record.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const count = async (table: string) =>
  Number((await service.sql<{ n: number }>(service.acme, `select count(*) as n from ${table}`))[0]!.n);

describe('a blank text', () => {
  it.each([
    ['/api/clients', { client_name: 'Blank', website: 'blank.example.org' }, 'client_number'],
    ['/api/clients', { client_name: 'Blank', website: 'blank.example.org' }, 'client_id'],
    ['/api/clients', { client_name: 'Blank' }, 'website'],
    ['/api/companies', { name: 'Blank' }, 'client_number'],
    ['/api/companies', { name: 'Blank' }, 'website'],
    ['/api/companies', { name: 'Blank' }, 'domain'],
    ['/api/companies', {}, 'name'],
    ['/api/companies', { name: 'Blank' }, 'linkedin_url'],
    ['/api/companies', { name: 'Blank' }, 'revenue_currency'],
    ['/api/contacts', { first_name: 'Blank' }, 'email'],
    ['/api/contacts', { first_name: 'Blank' }, 'phone'],
    ['/api/contacts', { first_name: 'Blank' }, 'timezone'],
    ['/api/contacts', { first_name: 'Blank' }, 'locale'],
    ['/api/deals', {}, 'name'],
    ['/api/deals', { name: 'Blank' }, 'status'],
    ['/api/deals', { name: 'Blank' }, 'expected_close_on'],
    ['/api/deals', { name: 'Blank' }, 'company_id'],
  ])(
    'is refused without effect when POST %s %j has it in the formatted member "%s"',
    async (path, body, member) => {
      const table = path === '/api/clients' ? 'companies' : path.split('/')[2]!;
      const before = await count(table);
      const blanks = member === 'status' ? [''] : ['', '  '];
      for (const blank of blanks) {
        const reply = await service.rest('POST', path, { ...body, [member]: blank });
        expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
        expect(reply.body.error.fields.map((fault: { path: string }) => fault.path)).toContain(member);
      }
      expect(await count(table)).toBe(before);
    },
  );

  it('clears an optional text without a format, on REST and GraphQL', async () => {
    const texts = { industry: 'Toys', description: 'x', legal_name: 'x', phone: '1', address: { city: 'x' } };
    const created = await service.rest('POST', '/api/companies', { name: 'Free', ...texts });
    expect(created.body.data).toMatchObject(texts);
    const blank = { industry: '', description: '  ', legal_name: '\n', phone: '', address: { city: ' ' } };
    const changed = await service.rest('PATCH', `/api/companies/${created.body.data.id}`, blank);
    const none = { industry: null, description: null, legal_name: null, phone: null };
    // An address without members is none.
    expect(changed.body.data).toMatchObject({ ...none, address: null });
    const { body } = await service.graphql(
      `mutation { createCompany(input: {name: "Free too", industry: "", phone: " ", address: {city: ""}}) {
        industry phone address { city } } }`,
    );
    expect(body.data.createCompany).toEqual({ industry: null, phone: null, address: null });
  });

  it('is refused by a custom field with a format and clears one without a format', async () => {
    const define = async (key: string, body: object) =>
      expect(
        (await service.rest('POST', '/api/custom-fields', { entity: 'companies', key, label: key, ...body }))
          .status,
      ).toBe(201);
    await define('free', { type: 'text' });
    await define('formed', { type: 'text', rules: { pattern: '^[A-Z]*$' } });
    await define('long', { type: 'text', rules: { min_length: 1 } });
    for (const type of ['number', 'date', 'email', 'url', 'phone', 'user'])
      await define(`a_${type}`, { type });
    const write = (custom_fields: object) =>
      service.rest('POST', '/api/companies', { name: 'Blank', custom_fields });
    expect((await write({ free: '' })).body.data.custom_fields).toEqual({});
    for (const key of ['long', 'a_number', 'a_date', 'a_email', 'a_url', 'a_phone', 'a_user']) {
      const reply = await write({ [key]: '' });
      expect([key, reply.status, reply.body.error?.fields[0].path]).toEqual([
        key,
        400,
        `custom_fields.${key}`,
      ]);
    }
  });
});

describe('a text with U+0000', () => {
  it('is refused with the name of its member in bodies and queries, on REST and GraphQL', async () => {
    const body = { name: 'Nul', address: { city: 'a\u0000b' } };
    const refused = await service.rest('POST', '/api/companies', body);
    expect([refused.status, refused.body.error.fields[0]]).toMatchObject([
      400,
      { path: 'address.city', rule: 'invalid_text' },
    ]);
    const filtered = await service.rest('GET', '/api/companies?filter[name][eq]=a%00b');
    expect([filtered.status, filtered.body.error.fields[0].path]).toEqual([400, 'filter.name.eq']);
    const { body: answer } = await service.graphql(
      'mutation ($input: CreateCompanyInput!) { createCompany(input: $input) { id } }',
      { input: { name: 'a\u0000b' } },
    );
    expect(answer.errors[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(JSON.stringify(answer.errors[0].extensions)).toContain('"path":"name"');
  });
});

describe('a date outside of the range that can be stored', () => {
  it('is refused with the name of its member in bodies and filters, while the first day is accepted', async () => {
    const { id } = (await service.rest('POST', '/api/contacts', { first_name: 'Ada' })).body.data;
    for (const [method, path, body, member] of [
      ['POST', '/api/deals', { name: 'x', expected_close_on: '0000-01-01' }, 'expected_close_on'],
      ['PUT', `/api/contacts/${id}/follow-up-snooze`, { until: '0000-12-31' }, 'until'],
      [
        'GET',
        '/api/deals?filter[expected_close_on][gt]=0000-01-01',
        undefined,
        'filter.expected_close_on.gt',
      ],
      ['GET', '/api/companies?filter[created_at][gt]=0000-06-01', undefined, 'filter.created_at.gt'],
      ['GET', '/api/companies?created_after=0000-06-01T00:00:00Z', undefined, 'filter.created_at.gt'],
      ['GET', '/api/companies?created_after=0001-01-01T00:00:00%2B02:00', undefined, 'filter.created_at.gt'],
    ] as const) {
      const reply = await service.rest(method, path, body);
      if (reply.status === 404) throw new Error(`${path} is no route`);
      expect([path, reply.status, reply.body.error?.fields?.[0].path]).toEqual([path, 400, member]);
    }
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
      await service.rest('PATCH', '/api/settings/tenant', { time_zone: zone });
      for (const day of ['0001-01-01', '9999-12-31', '1800-05-05', '0999-12-31T12:00'])
        for (const name of ['created_after', 'created_before'])
          expect([day, (await service.rest('GET', `/api/companies?${name}=${day}`)).status]).toEqual([
            day,
            200,
          ]);
    }
  });
});

describe('a sort by a governed field', () => {
  it('is refused with that reason for callers who may not read the field', async () => {
    const as = service.acme.people.viewer;
    for (const sort of ['relationship_intent', '-context_notes', 'name,interests']) {
      const { status, body } = await service.rest('GET', `/api/contacts?sort=${sort}`, undefined, { as });
      expect([sort, status, body.error.fields[0].rule]).toEqual([sort, 400, 'field_not_readable']);
    }
  });
});
