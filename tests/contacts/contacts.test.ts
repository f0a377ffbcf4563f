// Contacts over HTTP: create, update, upsert, delete, restore and bulk changes, with the records each of them writes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let serial = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

/** Returns a domain that no other test uses. */
const domain = () => `contact-${++serial}.de`;
const address = () => `ada@${domain()}`;

async function create(input: object) {
  const reply = await service.rest('POST', '/api/contacts', input);
  expect(reply).toMatchObject({ status: 201, body: { success: true } });
  return reply.body.data;
}

async function company(input: object = {}) {
  return (await service.rest('POST', '/api/companies', { name: `Company ${++serial}`, ...input })).body.data;
}

const get = async (id: string) => (await service.rest('GET', `/api/contacts/${id}`)).body.data;

describe('creating a contact', () => {
  it('derives the display name and stores the normalized email and phone as primary contact methods', async () => {
    const email = address();
    const contact = await create({
      prefix: 'Dr.',
      first_name: '  Ada ',
      middle_name: 'King',
      last_name: 'Byron',
      email: email.toUpperCase(),
      phone: '030 12345',
      timezone: 'Asia/Kolkata',
      locale: 'EN-gb',
      address: { city: 'London', country: 'GB' },
      tags: ['VIP', 'vip'],
    });
    expect(contact).toMatchObject({
      version: 1,
      display_name: 'Ada King Byron',
      first_name: 'Ada',
      email,
      phone: '+493012345',
      timezone: 'Asia/Kolkata',
      locale: 'en-GB',
      address: { city: 'London', country: 'GB' },
      tags: ['VIP'],
      status: 'active',
      source: 'manual',
      do_not_contact: false,
      company_id: null,
      company_link: null,
      companies: [],
      consent: { email: { state: 'unknown', source: null, at: null, by: null }, post: { state: 'unknown' } },
      created_by: { type: 'user', label: 'owner of acme' },
    });
    expect(contact.methods).toEqual([
      expect.objectContaining({
        kind: 'email',
        value: email,
        original: email.toUpperCase(),
        is_primary: true,
        is_valid: true,
        is_shared: false,
      }),
      expect.objectContaining({
        kind: 'phone',
        value: '+493012345',
        original: '030 12345',
        is_primary: true,
      }),
    ]);
    const read = await service.rest('GET', `/api/contacts/${contact.id}`);
    expect(read.body.data).toEqual(contact);
    expect(read.headers.get('etag')).toBe('"1"');
  });

  it('uses the email address as display name when there is no name', async () => {
    const email = address();
    expect(await create({ email })).toMatchObject({ display_name: email });
  });

  it('writes an audit entry, an event, and an entry on the timelines of the contact and its company', async () => {
    const { id: company_id } = await company();
    const { id } = await create({ first_name: 'Traced', company_id });
    const [audit] = await service.sql(service.acme, 'select * from audit_entries where target_id = ?', [id]);
    expect(audit).toMatchObject({
      action: 'contact.created',
      operation: 'CreateContact',
      target_label: 'Traced',
    });
    const events = await service.sql(service.acme, 'select * from events where object_id = ?', [id]);
    expect(events).toMatchObject([
      { type: 'contact.created', data: { object_type: 'contact', object: { id, version: 1 } } },
    ]);
    const links = await service.sql(
      service.acme,
      `select l.entity_id from activity_links l join activities a on a.id = l.activity_id where a.event = 'contact.created' and a.subject like '%Traced'`,
    );
    expect(links.map(({ entity_id }) => entity_id).sort()).toEqual([id, company_id].sort());
  });

  it.each([
    [
      'input without a name and an email address',
      { middle_name: 'King', phone: '030 12345' },
      'first_name',
      'required',
    ],
    ['a blank name', { first_name: '   ' }, 'first_name', 'required'],
    ['an unknown field', { first_name: 'X', fist_name: 'Y' }, 'fist_name', 'unknown_field'],
    ['an invalid email address', { email: 'ada@acme' }, 'email', 'email'],
    ['an invalid phone number', { first_name: 'X', phone: '12' }, 'phone', 'phone'],
    ['a UTC offset as time zone', { first_name: 'X', timezone: '+01:00' }, 'timezone', 'timezone'],
    ['an invalid language tag', { first_name: 'X', locale: 'de_DE' }, 'locale', 'locale'],
    [
      'a profile URL that is not https',
      { first_name: 'X', linkedin_url: 'http://x.example' },
      'linkedin_url',
      'pattern',
    ],
    ['the status "erased"', { first_name: 'X', status: 'erased' }, 'status', 'enum'],
    ['an owner who does not exist', { first_name: 'X', owner_user_id: uuid() }, 'owner_user_id', 'exists'],
    ['a company that does not exist', { first_name: 'X', company_id: uuid() }, 'company_id', 'exists'],
    ['a governed field', { first_name: 'X', context_notes: 'private' }, 'context_notes', 'unknown_field'],
    [
      'a relationship field',
      { first_name: 'X', steward_user_id: uuid() },
      'steward_user_id',
      'unknown_field',
    ],
    ['consent', { first_name: 'X', consent: {} }, 'consent', 'unknown_field'],
  ])('rejects %s, names the field and writes nothing', async (_, input, path, rule) => {
    const before = await service.sql(service.acme, 'select count(*) as n from contacts');
    const reply = await service.rest('POST', '/api/contacts', input);
    expect(reply).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'VALIDATION_ERROR' } },
    });
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ path, rule }));
    expect(await service.sql(service.acme, 'select count(*) as n from contacts')).toEqual(before);
  });

  it('rejects a company of another workspace as one that does not exist', async () => {
    const { id: company_id } = await company();
    const reply = await service.rest(
      'POST',
      '/api/contacts',
      { first_name: 'X', company_id },
      { as: service.globex.people.owner },
    );
    expect(reply.body.error.fields).toContainEqual(
      expect.objectContaining({ path: 'company_id', rule: 'exists' }),
    );
  });

  it('rejects an owner who is a member of another workspace only', async () => {
    const owner_user_id = service.globex.people.owner.userId;
    const reply = await service.rest('POST', '/api/contacts', { first_name: 'X', owner_user_id });
    expect(reply.body.error.fields).toContainEqual(
      expect.objectContaining({ path: 'owner_user_id', rule: 'exists' }),
    );
  });

  it('rejects a text that the database cannot store, with the reason invalid_text', async () => {
    const reply = await service.rest('POST', '/api/contacts', { first_name: 'A\u0000', email: address() });
    expect(reply).toMatchObject({ status: 400, body: { error: { details: { reason: 'invalid_text' } } } });
  });

  it('rejects an email address that another contact of the workspace has, and returns the id of that contact', async () => {
    const email = address();
    const holder = await create({ email });
    const reply = await service.rest('POST', '/api/contacts', {
      first_name: 'Other',
      email: email.toUpperCase(),
    });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'email_taken', contact_id: holder.id } } },
    });
    const inGlobex = await service.rest(
      'POST',
      '/api/contacts',
      { email },
      { as: service.globex.people.owner },
    );
    expect(inGlobex.status).toBe(201);
  });

  it('creates exactly one contact when ten requests with the same email address arrive at once', async () => {
    const email = address();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => service.rest('POST', '/api/contacts', { email })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('updating a contact', () => {
  it('leaves absent fields unchanged and clears fields that are null', async () => {
    const { id } = await create({ first_name: 'Ada', last_name: 'Byron', title: 'Countess' });
    const reply = await service.rest('PATCH', `/api/contacts/${id}`, { last_name: 'Lovelace', title: null });
    expect(reply.body.data).toMatchObject({ display_name: 'Ada Lovelace', title: null, version: 2 });
  });

  it('keeps the former email address as an additional one, and makes it primary again when the new one is cleared', async () => {
    const [first, second] = [address(), address()];
    const { id } = await create({ email: first });
    const moved = await service.rest('PATCH', `/api/contacts/${id}`, { email: second });
    expect(moved.body.data).toMatchObject({
      email: second,
      display_name: second,
      methods: [
        { value: first, is_primary: false },
        { value: second, is_primary: true },
      ],
    });
    const cleared = await service.rest('PATCH', `/api/contacts/${id}`, { email: null });
    expect(cleared.body.data).toMatchObject({
      email: first,
      display_name: first,
      methods: [{ value: first, is_primary: true }],
    });
    const [changed] = await service.sql(
      service.acme,
      `select data->'previous' as previous from events where object_id = ? order by id desc limit 1`,
      [id],
    );
    expect(changed).toEqual({ previous: { email: second } });
  });

  it('is rejected when it would leave neither a name nor an email address', async () => {
    const { id } = await create({ first_name: 'Ada' });
    const reply = await service.rest('PATCH', `/api/contacts/${id}`, { first_name: null });
    expect(reply.body.error.fields).toContainEqual(
      expect.objectContaining({ path: 'first_name', rule: 'required' }),
    );
    const byAddress = await create({ email: address() });
    expect((await service.rest('PATCH', `/api/contacts/${byAddress.id}`, { email: null })).status).toBe(400);
    expect(await get(byAddress.id)).toMatchObject({ version: 1, email: byAddress.email });
  });

  it('is rejected with 412 when If-Match names another version than the current one', async () => {
    const { id } = await create({ first_name: 'Versioned' });
    const stale = await service.rest(
      'PATCH',
      `/api/contacts/${id}`,
      { title: 'A' },
      { headers: { 'if-match': '"7"' } },
    );
    expect(stale).toMatchObject({ status: 412, body: { error: { details: { current_version: 1 } } } });
  });

  it('is refused to a member, except for contacts that the member owns', async () => {
    const { id } = await create({ first_name: 'Of the owner' });
    const { member } = service.acme.people;
    for (const [method, path, body] of [
      ['PATCH', `/api/contacts/${id}`, { title: 'X' }],
      ['DELETE', `/api/contacts/${id}`, undefined],
      ['POST', `/api/contacts/${id}/contact-methods`, { kind: 'email', value: address() }],
      ['POST', `/api/contacts/${id}/companies`, { company_id: (await company()).id }],
      ['PUT', `/api/contacts/${id}/consent`, { email: { state: 'opted_in' } }],
    ] as const) {
      expect(await service.rest(method, path, body, { as: member })).toMatchObject({
        status: 403,
        body: { error: { details: { record_scope: 'own' } } },
      });
    }
    const own = await service.rest('POST', '/api/contacts', { first_name: 'Own' }, { as: member });
    expect(
      (await service.rest('PATCH', `/api/contacts/${own.body.data.id}`, { title: 'Mine' }, { as: member }))
        .status,
    ).toBe(200);
  });

  it('returns 404 on every route for a contact of another workspace', async () => {
    const { id, methods } = await create({ first_name: 'Private', email: address() });
    const { id: companyId } = await company();
    await service.rest('POST', `/api/contacts/${id}/companies`, { company_id: companyId });
    for (const [method, path, body] of [
      ['GET', `/api/contacts/${id}`, undefined],
      ['PATCH', `/api/contacts/${id}`, { first_name: 'Stolen' }],
      ['DELETE', `/api/contacts/${id}`, undefined],
      ['POST', `/api/contacts/${id}/restore`, undefined],
      ['PUT', `/api/contacts/${id}/consent`, { email: { state: 'opted_out' } }],
      ['POST', `/api/contacts/${id}/companies`, { company_id: companyId }],
      ['PATCH', `/api/contacts/${id}/companies/${companyId}`, { role: 'X' }],
      ['DELETE', `/api/contacts/${id}/companies/${companyId}`, undefined],
      ['POST', `/api/contacts/${id}/contact-methods`, { kind: 'email', value: address() }],
      ['PATCH', `/api/contacts/${id}/contact-methods/${methods[0].id}`, { label: 'work' }],
      ['DELETE', `/api/contacts/${id}/contact-methods/${methods[0].id}`, undefined],
      ['GET', `/api/contacts/${id}/activity`, undefined],
      ['GET', `/api/companies/${companyId}/activity`, undefined],
    ] as const) {
      const reply = await service.rest(method, path, body, { as: service.globex.people.owner });
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
    expect(await get(id)).toMatchObject({ first_name: 'Private', version: 2 });
  });
});

describe('deleting and restoring a contact', () => {
  it('hides the contact and then brings it back with its email address', async () => {
    const email = address();
    const { id } = await create({ email });
    expect((await service.rest('DELETE', `/api/contacts/${id}`)).body.data).toMatchObject({
      id,
      deleted_at: expect.any(String),
    });
    expect((await service.rest('GET', `/api/contacts/${id}`)).status).toBe(404);
    const restored = await service.rest('POST', `/api/contacts/${id}/restore`);
    expect((await service.rest('POST', '/api/contacts', { email })).status).toBe(409);
    expect(restored.body.data).toMatchObject({ id, email, deleted_at: null, methods: [{ value: email }] });
    expect((await service.rest('POST', `/api/contacts/${id}/restore`)).body.data).toMatchObject({
      version: restored.body.data.version,
    });
  });

  it('rejects the restore when another contact has taken the email address', async () => {
    const email = address();
    const { id } = await create({ email });
    await service.rest('DELETE', `/api/contacts/${id}`);
    await create({ email });
    const reply = await service.rest('POST', `/api/contacts/${id}/restore`);
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'value_taken', values: [email] } } },
    });
    expect((await service.rest('GET', `/api/contacts/${id}`)).status).toBe(404);
  });
});

describe('upserting a contact', () => {
  it('creates it by email address, then updates it by any of its email addresses', async () => {
    const [email, further] = [address(), address()];
    const first = await service.rest('POST', '/api/contacts/upsert', { first_name: 'Synced', email });
    expect(first.body.data).toMatchObject({ outcome: 'created', contact: { first_name: 'Synced' } });
    const { id } = first.body.data.contact;
    await service.rest('POST', `/api/contacts/${id}/contact-methods`, { kind: 'email', value: further });
    for (const knownEmail of [email.toUpperCase(), further]) {
      const again = await service.rest('POST', '/api/contacts/upsert', {
        last_name: 'Again',
        email: knownEmail,
      });
      expect(again.body.data).toMatchObject({
        outcome: 'updated',
        contact: { id, display_name: 'Synced Again', email: knownEmail.toLowerCase() },
      });
    }
  });

  it('requires an email address', async () => {
    const reply = await service.rest('POST', '/api/contacts/upsert', { first_name: 'Nobody' });
    expect(reply.body.error.fields).toContainEqual(
      expect.objectContaining({ path: 'email', rule: 'required' }),
    );
  });

  it('rejects an email address that several contacts share', async () => {
    const value = address();
    const ids = [];
    for (const first_name of ['One', 'Two']) {
      const { id } = await create({ first_name });
      await service.rest('POST', `/api/contacts/${id}/contact-methods`, {
        kind: 'email',
        value,
        is_shared: true,
      });
      ids.push(id);
    }
    const reply = await service.rest('POST', '/api/contacts/upsert', { email: value });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'multiple_matches', candidate_contact_ids: ids } } },
    });
  });
});

describe('a bulk change of contacts', () => {
  it('updates each contact independently and reports which ones failed', async () => {
    const { id } = await create({ first_name: 'Bulk' });
    const missing = uuid();
    const reply = await service.rest('POST', '/api/contacts/bulk-update', {
      ids: [id, missing, id],
      changes: { department: 'Mining' },
    });
    expect(reply.body.data).toMatchObject({
      succeeded: [id],
      failed: [{ id: missing, code: 'NOT_FOUND' }],
      counts: { succeeded: 1, failed: 1 },
    });
    expect(await get(id)).toMatchObject({ department: 'Mining' });
  });

  it('gives an email address to the first contact only', async () => {
    const ids = [(await create({ first_name: 'A' })).id, (await create({ first_name: 'B' })).id];
    const reply = await service.rest('POST', '/api/contacts/bulk-update', {
      ids,
      changes: { email: address() },
    });
    expect(reply.body.data).toMatchObject({
      succeeded: [ids[0]],
      failed: [{ id: ids[1], code: 'CONFLICT' }],
    });
    expect(await get(ids[1])).toMatchObject({ version: 1, methods: [] });
  });

  it('deletes each contact independently, with one event for the batch and one per contact', async () => {
    const ids = [(await create({ first_name: 'A' })).id, (await create({ first_name: 'B' })).id];
    const reply = await service.rest('POST', '/api/contacts/bulk-delete', { ids: [...ids, uuid()] });
    expect(reply.body.data).toMatchObject({ succeeded: ids, counts: { succeeded: 2, failed: 1 } });
    for (const id of ids) expect((await service.rest('GET', `/api/contacts/${id}`)).status).toBe(404);
    const events = await service.sql(
      service.acme,
      `select type from events where object_id = any(?) and type like '%deleted'`,
      [ids],
    );
    expect(events.map(({ type }) => type).sort()).toEqual([
      'contact.bulk_deleted',
      'contact.deleted',
      'contact.deleted',
    ]);
  });

  it('is refused to an agent, because it is risky', async () => {
    const reply = await service.rest(
      'POST',
      '/api/contacts/bulk-delete',
      { ids: [uuid()] },
      { as: service.acme.agent, headers: { 'idempotency-key': uuid() } },
    );
    expect(reply.status).not.toBe(200);
  });
});
