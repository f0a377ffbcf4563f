// Companies over HTTP: create, update, upsert, delete, restore, identifiers and exports, with the records each one writes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let serial = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

/** Returns a host name that no other test uses. */
const host = () => `company-${++serial}.de`;

async function create(input: object) {
  const reply = await service.rest('POST', '/api/companies', input);
  expect(reply).toMatchObject({ status: 201, body: { success: true } });
  return reply.body.data;
}

describe('creating a company', () => {
  it('stores website and domain as its primary identifiers, normalized', async () => {
    const company = await create({
      name: '  Bücher   Wolf ',
      website: 'https://www.Bücher.de/shop?x=1',
      domain: 'post@buecher-wolf.de',
    });
    expect(company).toMatchObject({
      name: 'Bücher Wolf',
      website: 'xn--bcher-kva.de',
      domain: 'buecher-wolf.de',
      version: 1,
      company_type: 'prospect',
      source: 'manual',
      created_by: { type: 'user', label: 'owner of acme' },
    });
    expect(company.websites).toEqual([
      expect.objectContaining({
        value: 'xn--bcher-kva.de',
        value_unicode: 'bücher.de',
        is_primary: true,
        source: 'compat_field',
      }),
    ]);
    const read = await service.rest('GET', `/api/companies/${company.id}`);
    expect(read.body.data).toMatchObject({ ...company, counts: { children: 0, notes: 0 } });
    expect(read.headers.get('etag')).toBe('"1"');
  });

  it('writes an audit entry, a timeline entry and an event', async () => {
    const { id } = await create({ name: 'Traces' });
    const [audit] = await service.sql(service.acme, 'select * from audit_entries where target_id = ?', [id]);
    expect(audit).toMatchObject({
      action: 'company.created',
      operation: 'CreateCompany',
      surface: 'rest',
      outcome: 'success',
      target_label: 'Traces',
    });
    const [event] = await service.sql(service.acme, 'select * from events where object_id = ?', [id]);
    expect(event).toMatchObject({
      type: 'company.created',
      data: { object_type: 'company', object: { id, version: 1 } },
    });
    const links = await service.sql(service.acme, 'select * from activity_links where entity_id = ?', [id]);
    expect(links).toHaveLength(1);
  });

  it('stores notes as separate records, not on the company', async () => {
    const company = await create({ name: 'Noted', notes: ['first', 'second'] });
    expect(company).not.toHaveProperty('notes');
    const notes = await service.rest('GET', `/api/companies/${company.id}/notes`);
    expect(notes.body.data.map((note: { body: string }) => note.body).sort()).toEqual(['first', 'second']);
    expect(notes.body).toMatchObject({ total: 2, page: 1, pageSize: 25, totalPages: 1, nextCursor: null });
  });

  it.each([
    ['1-5', 3],
    ['1,001-5,000', 3000],
    ['51 to 200 employees', 125],
    ['10k+', 10000],
    ['1.5k', 1500],
    ['1.001k-2k', 1500],
    ['1,00,000', 100_000],
    ['>1,000', 1000],
    ['over 2,500 people', 2500],
    ['< 50', 25],
    [42, 42],
  ])('reads the headcount %p as %i', async (employee_count, expected) => {
    expect(await create({ name: 'Headcount', employee_count })).toMatchObject({ employee_count: expected });
  });

  it.each([
    ['a missing name', {}, 'name', 'required'],
    ['a blank name', { name: '   ' }, 'name', 'required'],
    ['an unknown field', { name: 'X', nmae: 'Y' }, 'nmae', 'unknown_field'],
    ['a reversed headcount range', { name: 'X', employee_count: '5-1' }, 'employee_count', 'invalid_range'],
    ...[
      ...[
        '1.001-5.000',
        '5.000',
        '< 1.000',
        '1.000+',
        '1.001 - 5.000 employees',
        '2.5',
        '1.0005k',
        '.5k',
        '5.',
      ],
      ...['1,5', '1,5k', '1,00', '0,5-1', '1,0000', ',5', '1.5,000'],
    ].map((employee_count): [string, object, string, string] => [
      `a headcount of ${employee_count}`,
      { name: 'X', employee_count },
      'employee_count',
      'invalid_range',
    ]),
    ['a fractional headcount', { name: 'X', employee_count: 1.5 }, 'employee_count', 'invalid_range'],
    ...['co.uk', 'co.uk.', 'com', 'com.au', 'x@co.uk', 'gov.uk'].map(
      (domain): [string, object, string, string] => [
        `the public suffix ${domain}`,
        { name: 'X', domain },
        'domain',
        'hostname',
      ],
    ),
    ['a public suffix as its website', { name: 'X', website: 'https://co.uk/' }, 'website', 'hostname'],
    ...['XX', 'ZZ', 'UK', 'EU', 'AN', 'XK', 'de', 'DEU', ''].map(
      (country): [string, object, string, string] => [
        `the country "${country}"`,
        { name: 'X', address: { country } },
        'address.country',
        'format',
      ],
    ),
    ...['abc', '', '1e3', '1.00001', '12345678901234567', 1.00001, 1e20, 1e-7].map(
      (annual_revenue): [string, object, string, string] => [
        `revenue of ${JSON.stringify(annual_revenue)}`,
        { name: 'X', annual_revenue, revenue_currency: 'EUR' },
        'annual_revenue',
        'money_format',
      ],
    ),
    ['an IP address as website', { name: 'X', website: 'http://127.0.0.1/' }, 'website', 'hostname'],
    ['a single label as website', { name: 'X', website: 'localhost' }, 'website', 'hostname'],
    ['a personal mail domain', { name: 'X', domain: 'gmail.com' }, 'domain', 'personal_email_domain'],
    [
      'two client numbers',
      { name: 'X', client_id: 'A-1', client_number: 'A-2' },
      'client_number',
      'client_number_mismatch',
    ],
    ['revenue without currency', { name: 'X', annual_revenue: '10' }, 'revenue_currency', 'required'],
    [
      'more decimal places than the currency has',
      { name: 'X', annual_revenue: '10.123', revenue_currency: 'EUR' },
      'annual_revenue',
      'money_format',
    ],
    ['an unknown parent', { name: 'X', parent_company_id: uuid() }, 'parent_company_id', 'exists'],
  ])('rejects %s, names the field and writes nothing', async (_, input, path, rule) => {
    const before = await service.sql(service.acme, 'select count(*) as n from companies');
    const reply = await service.rest('POST', '/api/companies', input);
    expect(reply).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'VALIDATION_ERROR' } },
    });
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ path, rule }));
    expect(await service.sql(service.acme, 'select count(*) as n from companies')).toEqual(before);
  });

  it('returns money with the decimal places of its currency', async () => {
    expect(await create({ name: 'Yen', annual_revenue: 1200, revenue_currency: 'JPY' })).toMatchObject({
      annual_revenue: '1200',
    });
    expect(await create({ name: 'Euro', annual_revenue: '12.5', revenue_currency: 'EUR' })).toMatchObject({
      annual_revenue: '12.50',
    });
  });

  it('rejects a website that another company has, and returns the id of that company', async () => {
    const website = host();
    const holder = await create({ name: 'Holder', website });
    const reply = await service.rest('POST', '/api/companies', {
      name: 'Other',
      website: `https://www.${website}/x`,
    });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'identifier_taken', company_id: holder.id } } },
    });
  });

  it('creates exactly one company when ten requests with the same website arrive at once', async () => {
    const website = host();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => service.rest('POST', '/api/companies', { name: 'Race', website })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('with a client number creates a client, and never gives the number to another company', async () => {
    const client = await create({ name: 'Client', client_number: ' c-77 ' });
    expect(client).toMatchObject({
      client_id: 'C-77',
      client_number: 'C-77',
      client_status: 'active',
      company_type: 'client',
    });
    const reply = await service.rest('POST', '/api/companies', { name: 'Thief', client_id: 'C-77' });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'client_number_taken' } } },
    });
  });
});

describe('updating a company', () => {
  it('leaves absent fields unchanged and clears fields that are null', async () => {
    const { id } = await create({ name: 'Sparse', industry: 'Steel', description: 'old' });
    const reply = await service.rest('PATCH', `/api/companies/${id}`, { description: null });
    expect(reply.body.data).toMatchObject({
      name: 'Sparse',
      industry: 'Steel',
      description: null,
      version: 2,
    });
  });

  it('keeps the former website as an additional identifier, and makes it primary again when the new one is cleared', async () => {
    const [first, second] = [host(), host()];
    const { id } = await create({ name: 'Moved', website: first });
    const moved = await service.rest('PATCH', `/api/companies/${id}`, { website: second });
    expect(moved.body.data.websites.map((one: object) => one)).toEqual([
      expect.objectContaining({ value: first, is_primary: false }),
      expect.objectContaining({ value: second, is_primary: true }),
    ]);
    const cleared = await service.rest('PATCH', `/api/companies/${id}`, { website: null });
    expect(cleared.body.data).toMatchObject({
      website: first,
      websites: [{ value: first, is_primary: true }],
    });
  });

  it('is rejected with 412 when If-Match names another version than the current one', async () => {
    const { id } = await create({ name: 'Versioned' });
    const stale = await service.rest(
      'PATCH',
      `/api/companies/${id}`,
      { name: 'A' },
      { headers: { 'if-match': '"7"' } },
    );
    expect(stale).toMatchObject({
      status: 412,
      body: { error: { code: 'PRECONDITION_FAILED', details: { current_version: 1 } } },
    });
    expect(stale.headers.get('etag')).toBe('"1"');
    const fresh = await service.rest('PATCH', `/api/companies/${id}`, { name: 'B', expected_version: 1 });
    expect(fresh.body.data).toMatchObject({ name: 'B', version: 2 });
  });

  it('rejects a parent that is one of its descendants', async () => {
    const top = await create({ name: 'Top' });
    const child = await create({ name: 'Child', parent_company_id: top.id });
    const reply = await service.rest('PATCH', `/api/companies/${top.id}`, { parent_company_id: child.id });
    expect(reply.body.error.fields).toContainEqual(
      expect.objectContaining({ path: 'parent_company_id', rule: 'cycle' }),
    );
  });

  it('rejects a hierarchy of more than five levels', async () => {
    let parent_company_id: string | undefined;
    for (let level = 1; level <= 5; level++)
      parent_company_id = (await create({ name: `Level ${level}`, parent_company_id })).id;
    const reply = await service.rest('POST', '/api/companies', { name: 'Level 6', parent_company_id });
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ rule: 'depth' }));
  });

  it('makes a company without a client number a client, but cannot change an existing number', async () => {
    const { id } = await create({ name: 'Becomes' });
    const client = await service.rest('PATCH', `/api/companies/${id}`, { client_number: 'B-1' });
    expect(client.body.data).toMatchObject({ client_id: 'B-1', client_status: 'active' });
    const locked = await service.rest('PATCH', `/api/companies/${id}`, { client_number: 'B-2' });
    expect(locked).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'client_number_locked' } } },
    });
  });

  it('is refused to a member, except for companies that the member owns', async () => {
    const { id } = await create({ name: 'Of the owner' });
    const { member } = service.acme.people;
    const refused = await service.rest('PATCH', `/api/companies/${id}`, { name: 'X' }, { as: member });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_DENIED', details: { record_scope: 'own' } } },
    });
    const own = await service.rest('POST', '/api/companies', { name: 'Own' }, { as: member });
    const changed = await service.rest(
      'PATCH',
      `/api/companies/${own.body.data.id}`,
      { name: 'Mine' },
      { as: member },
    );
    expect(changed.status).toBe(200);
  });

  it('returns 404 on every route for a company of another workspace', async () => {
    const { id } = await create({ name: 'Private' });
    const { owner } = service.globex.people;
    for (const [method, path, body] of [
      ['GET', `/api/companies/${id}`, undefined],
      ['PATCH', `/api/companies/${id}`, { name: 'Stolen' }],
      ['DELETE', `/api/companies/${id}`, undefined],
    ] as const) {
      const reply = await service.rest(method, path, body, { as: owner });
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
    expect((await service.rest('GET', `/api/companies/${id}`)).body.data.name).toBe('Private');
  });
});

describe('deleting and restoring a company', () => {
  it('hides the company and then brings it back with its website', async () => {
    const website = host();
    const { id } = await create({ name: 'Gone', website });
    expect((await service.rest('DELETE', `/api/companies/${id}`)).body.data).toMatchObject({
      id,
      deleted_at: expect.any(String),
    });
    expect((await service.rest('GET', `/api/companies/${id}`)).status).toBe(404);
    const restored = await service.rest('POST', `/api/companies/${id}/restore`);
    expect(restored.body.data).toMatchObject({ id, website, deleted_at: null });
  });

  it('rejects the restore when another company has taken the website', async () => {
    const website = host();
    const { id } = await create({ name: 'Old holder', website });
    await service.rest('DELETE', `/api/companies/${id}`);
    await create({ name: 'New holder', website });
    const reply = await service.rest('POST', `/api/companies/${id}/restore`);
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'value_taken' } } },
    });
    expect((await service.rest('GET', `/api/companies/${id}`)).status).toBe(404);
  });

  it('is refused for a company that is a client', async () => {
    const { id } = await create({ name: 'Still a client', client_number: 'D-1' });
    expect(await service.rest('DELETE', `/api/companies/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'RESOURCE_IN_USE' } },
    });
  });

  it('changes nothing when a live company is restored', async () => {
    const { id } = await create({ name: 'Alive' });
    expect((await service.rest('POST', `/api/companies/${id}/restore`)).body.data).toMatchObject({
      version: 1,
    });
  });
});

describe('upserting a company', () => {
  it('creates it by website, then updates the same company', async () => {
    const website = host();
    const first = await service.rest('POST', '/api/companies/upsert', { name: 'Synced', website });
    expect(first.body.data).toMatchObject({ outcome: 'created', company: { name: 'Synced' } });
    const second = await service.rest('POST', '/api/companies/upsert', {
      name: 'Synced again',
      website: `http://www.${website}`,
    });
    expect(second.body.data).toMatchObject({
      outcome: 'updated',
      company: { id: first.body.data.company.id, name: 'Synced again' },
    });
  });

  it('rejects identifiers that belong to different companies', async () => {
    const [website, domain] = [host(), host()];
    await create({ name: 'One', website });
    await create({ name: 'Two', domain });
    const reply = await service.rest('POST', '/api/companies/upsert', { name: 'Both', website, domain });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'multiple_matches' } } },
    });
  });

  it('requires an identifier to find the company by', async () => {
    expect((await service.rest('POST', '/api/companies/upsert', { name: 'Nothing' })).status).toBe(400);
  });
});

describe('a bulk update of companies', () => {
  it('updates each company independently and reports which ones failed', async () => {
    const { id } = await create({ name: 'Bulk' });
    const missing = uuid();
    const reply = await service.rest('POST', '/api/companies/bulk-update', {
      ids: [id, missing, id],
      changes: { industry: 'Mining' },
    });
    expect(reply.body.data).toMatchObject({
      succeeded: [id],
      failed: [{ id: missing, code: 'NOT_FOUND' }],
      counts: { succeeded: 1, failed: 1 },
    });
    expect((await service.rest('GET', `/api/companies/${id}`)).body.data.industry).toBe('Mining');
  });

  it('accepts at most 200 ids', async () => {
    const reply = await service.rest('POST', '/api/companies/bulk-update', {
      ids: Array.from({ length: 201 }, () => uuid()),
      changes: {},
    });
    expect(reply.body.error.fields).toContainEqual(
      expect.objectContaining({ path: 'ids', rule: 'max_items' }),
    );
  });
});

describe('the identifiers of a company', () => {
  it('can be added, made primary and removed, and the website of the company follows', async () => {
    const [first, second] = [host(), host()];
    const { id } = await create({ name: 'Identified', website: first });
    const path = `/api/companies/${id}/identifiers`;
    const added = await service.rest('POST', path, {
      identifier_type: 'website',
      value: second,
      label: 'Shop',
    });
    expect(added).toMatchObject({
      status: 201,
      body: { data: { value: second, is_primary: false, label: 'Shop', source: 'manual' } },
    });
    await service.rest('PATCH', `${path}/${added.body.data.id}`, { is_primary: true });
    expect((await service.rest('GET', `/api/companies/${id}`)).body.data.website).toBe(second);
    await service.rest('DELETE', `${path}/${added.body.data.id}`);
    expect((await service.rest('GET', `/api/companies/${id}`)).body.data).toMatchObject({
      website: first,
      websites: [{ is_primary: true }],
    });
    expect((await service.rest('GET', path)).body.data).toHaveLength(1);
  });

  it('always include one primary identifier of each type', async () => {
    const { id } = await create({ name: 'Primary', website: host() });
    const [only] = (await service.rest('GET', `/api/companies/${id}/identifiers`)).body.data;
    const reply = await service.rest('PATCH', `/api/companies/${id}/identifiers/${only.id}`, {
      is_primary: false,
    });
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ rule: 'one_primary' }));
  });

  it('cannot be found through another company', async () => {
    const [company, other] = [
      await create({ name: 'One', website: host() }),
      await create({ name: 'Other', website: host() }),
    ];
    const reply = await service.rest(
      'DELETE',
      `/api/companies/${company.id}/identifiers/${other.websites[0].id}`,
    );
    expect(reply.status).toBe(404);
  });
});

describe('an export of companies', () => {
  it('streams every company as CSV, with formulas escaped', async () => {
    const { id } = await create({ name: '=cmd|calc' });
    const reply = await service.rest('GET', '/api/companies/export');
    expect(reply.headers.get('content-type')).toContain('text/csv');
    const [header, ...lines] = reply.text.trim().split('\n');
    expect(header!.split(',').slice(0, 3)).toEqual(['id', 'name', 'legal_name']);
    expect(lines.find((line) => line.startsWith(id))).toContain("'=cmd|calc");
    const [count] = await service.sql(
      service.acme,
      'select count(*) as n from companies where deleted_at is null',
    );
    expect(lines).toHaveLength(count!.n as number);
  });

  it('streams filtered companies as NDJSON', async () => {
    const { id } = await create({ name: 'Only me', industry: 'Lighthouses' });
    const reply = await service.rest(
      'GET',
      '/api/companies/export?format=ndjson&filter[industry]=Lighthouses',
    );
    expect(
      reply.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([expect.objectContaining({ id })]);
  });

  it('is refused to callers who may only read companies', async () => {
    const reply = await service.rest('GET', '/api/companies/export', undefined, {
      as: service.acme.people.viewer,
    });
    expect(reply).toMatchObject({
      status: 403,
      body: { error: { details: { required_permission: 'companies.export' } } },
    });
  });
});
