// The contact methods and the consent of a contact, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let serial = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const address = () => `ada@method-${++serial}.de`;
const create = async (input: object) => (await service.rest('POST', '/api/contacts', input)).body.data;
const get = async (id: string) => (await service.rest('GET', `/api/contacts/${id}`)).body.data;
const methods = (id: string, methodId = '') =>
  `/api/contacts/${id}/contact-methods${methodId && `/${methodId}`}`;

describe('a contact method', () => {
  it('can be added, made primary and removed, and the email of the contact follows', async () => {
    const [first, second] = [address(), address()];
    const { id } = await create({ email: first });
    const added = await service.rest('POST', methods(id), {
      kind: 'email',
      value: second.toUpperCase(),
      label: 'work',
    });
    expect(added).toMatchObject({
      status: 201,
      body: { data: { value: second, original: second.toUpperCase(), label: 'work', is_primary: false } },
    });
    const { id: methodId } = added.body.data;
    await service.rest('PATCH', methods(id, methodId), { is_primary: true });
    expect(await get(id)).toMatchObject({ email: second, display_name: second, version: 3 });
    const removed = await service.rest('DELETE', methods(id, methodId));
    expect(removed.body.data).toMatchObject({ id: methodId, deleted_at: expect.any(String) });
    expect(await get(id)).toMatchObject({
      email: first,
      display_name: first,
      methods: [{ value: first, is_primary: true }],
    });
  });

  it('becomes primary when it is the first of its kind', async () => {
    const { id } = await create({ first_name: 'Ada' });
    await service.rest('POST', methods(id), { kind: 'phone', value: '030 12345' });
    await service.rest('POST', methods(id), {
      kind: 'profile',
      value: 'https://social.example/@ada',
      network: 'mastodon',
    });
    expect(await get(id)).toMatchObject({
      phone: '+493012345',
      email: null,
      methods: [
        { kind: 'phone', is_primary: true },
        { kind: 'profile', network: 'mastodon', is_primary: true },
      ],
    });
  });

  it('leaves the phone of the contact empty when it was the only one and is removed', async () => {
    const {
      id,
      methods: [phone],
    } = await create({ first_name: 'Ada', phone: '030 12345' });
    await service.rest('DELETE', methods(id, phone.id));
    expect(await get(id)).toMatchObject({ phone: null, methods: [] });
  });

  it('can be updated, including its flags', async () => {
    const {
      id,
      methods: [email],
    } = await create({ first_name: 'Ada', email: address() });
    const value = address();
    const reply = await service.rest('PATCH', methods(id, email.id), {
      value,
      is_valid: false,
      label: 'home',
    });
    expect(reply.body.data).toMatchObject({
      value,
      is_valid: false,
      label: 'home',
      is_primary: true,
      original: null,
    });
    expect(await get(id)).toMatchObject({ email: value, version: 2 });
    const cleared = await service.rest('PATCH', methods(id, email.id), { label: null });
    expect(cleared.body.data).toMatchObject({ value, label: null, is_valid: false });
  });

  it('is rejected if another contact has the address, unless it is shared', async () => {
    const value = address();
    const holder = await create({ email: value });
    const { id } = await create({ first_name: 'Other' });
    const refused = await service.rest('POST', methods(id), { kind: 'email', value });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'email_taken', contact_id: holder.id } } },
    });
    const shared = await service.rest('POST', methods(id), { kind: 'email', value, is_shared: true });
    expect(shared.status).toBe(201);
    const claimed = await service.rest('PATCH', methods(id, shared.body.data.id), { is_shared: false });
    expect(claimed).toMatchObject({ status: 409, body: { error: { details: { reason: 'email_taken' } } } });
    expect(await get(id)).toMatchObject({ methods: [{ is_shared: true }] });
  });

  it('cannot be added twice', async () => {
    const {
      id,
      methods: [email],
    } = await create({ email: address() });
    const reply = await service.rest('POST', methods(id), { kind: 'email', value: email.value });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'value_taken', method_id: email.id } } },
    });
  });

  it.each([
    ['a change of its kind', { kind: 'phone' }, 'kind', 'fixed'],
    ['unsetting its primary flag', { is_primary: false }, 'is_primary', 'one_primary'],
    ['a null value', { value: null }, 'value', 'required'],
    ['a network on an email address', { network: 'mastodon' }, 'network', 'only_profile'],
    ['an invalid email address', { value: 'nobody' }, 'value', 'email'],
    ['an unknown label', { label: 'castle' }, 'label', 'enum'],
  ])('rejects %s', async (_, input, path, rule) => {
    const {
      id,
      methods: [email],
    } = await create({ first_name: 'Ada', email: address() });
    const reply = await service.rest('PATCH', methods(id, email.id), input);
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ path, rule }));
  });

  it('cannot be removed when nothing else identifies the contact', async () => {
    const {
      id,
      methods: [email],
    } = await create({ email: address() });
    expect((await service.rest('DELETE', methods(id, email.id))).status).toBe(400);
    expect(await get(id)).toMatchObject({ email: email.value, version: 1 });
  });

  it('returns 404 when it belongs to another contact or does not exist', async () => {
    const [contact, other] = [await create({ first_name: 'One' }), await create({ email: address() })];
    for (const methodId of [other.methods[0].id, uuid(), 'nonsense']) {
      expect((await service.rest('DELETE', methods(contact.id, methodId))).status).toBe(404);
      expect((await service.rest('PATCH', methods(contact.id, methodId), { label: 'work' })).status).toBe(
        404,
      );
    }
  });

  it('emits an event when it is added', async () => {
    const { id } = await create({ first_name: 'Ada' });
    const value = address();
    const { body } = await service.rest('POST', methods(id), { kind: 'email', value });
    const events = await service.sql(service.acme, 'select type, data from events where object_id = ?', [
      body.data.id,
    ]);
    expect(events).toMatchObject([
      {
        type: 'contact.method_added',
        data: { object_type: 'contact_method', object: { contact_id: id, kind: 'email', value } },
      },
    ]);
  });
});

describe('the consent of a contact', () => {
  const put = (id: string, body: object, ask = {}) =>
    service.rest('PUT', `/api/contacts/${id}/consent`, body, ask);

  it('is stored with its source, time and author, and channels that are not given keep their state', async () => {
    const { id } = await create({ first_name: 'Ada' });
    const first = await put(id, {
      email: { state: 'opted_in', source: 'Fair' },
      sms: { state: 'opted_out' },
    });
    expect(first).toMatchObject({ status: 200, body: { data: { version: 2 } } });
    const { email } = first.body.data.consent;
    expect(email).toMatchObject({
      state: 'opted_in',
      source: 'Fair',
      at: expect.stringMatching(/Z$/),
      by: { type: 'user', label: 'owner of acme' },
    });
    const second = await put(id, { phone: { state: 'opted_in' }, sms: null });
    expect(second.body.data.consent).toMatchObject({
      email,
      sms: { state: 'unknown', by: { type: 'user' } },
      phone: { state: 'opted_in' },
      post: { state: 'unknown', by: null },
    });
    const events = await service.sql(
      service.acme,
      'select type, data from events where object_id = ? order by id',
      [id],
    );
    expect(events.slice(1)).toMatchObject([
      {
        type: 'contact.consent_changed',
        data: { object: { consent: { email: 'opted_in', sms: 'opted_out' } } },
      },
      { type: 'contact.consent_changed' },
    ]);
  });

  it('does not change when the same consent is recorded again', async () => {
    const { id } = await create({ first_name: 'Ada' });
    const body = { email: { state: 'opted_in', source: 'Fair' } };
    await put(id, body);
    expect((await put(id, body)).body.data).toMatchObject({ version: 2 });
  });

  it('can be recorded only by people who have the permission', async () => {
    const { id } = await create({ first_name: 'Ada' });
    for (const as of [service.acme.agent, service.acme.service]) {
      const reply = await put(
        id,
        { email: { state: 'opted_in' } },
        { as, headers: { 'idempotency-key': uuid() } },
      );
      expect(reply).toMatchObject({ status: 403, body: { error: { code: 'HUMAN_REQUIRED' } } });
    }
    const { viewer } = service.acme.people;
    expect(await put(id, { email: { state: 'opted_in' } }, { as: viewer })).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_DENIED' } },
    });
  });

  it.each([
    ['an unknown channel', { fax: { state: 'opted_in' } }, 'fax'],
    ['an unknown state', { email: { state: 'perhaps' } }, 'email.state'],
    ['a missing state', { email: {} }, 'email.state'],
    ['a time set by the caller', { email: { state: 'opted_in', at: '2020-01-01' } }, 'email.at'],
  ])('rejects %s', async (_, body, path) => {
    const { id } = await create({ first_name: 'Ada' });
    const reply = await put(id, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ path }));
  });
});
