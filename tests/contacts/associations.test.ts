// Companies associated with a contact, and the activity timelines of contacts and companies, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let serial = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const domain = () => `associated-${++serial}.de`;
const create = async (input: object) => (await service.rest('POST', '/api/contacts', input)).body.data;
const get = async (id: string) => (await service.rest('GET', `/api/contacts/${id}`)).body.data;
const company = async (input: object = {}) =>
  (await service.rest('POST', '/api/companies', { name: `Company ${++serial}`, ...input })).body.data;
const patch = async (id: string, body: object) =>
  (await service.rest('PATCH', `/api/contacts/${id}`, body)).body.data;
const path = (id: string, companyId = '') => `/api/contacts/${id}/companies${companyId && `/${companyId}`}`;
const today = () => new Date().toISOString().slice(0, 10);

describe('the primary company of a contact', () => {
  it('is the association that company_id points to', async () => {
    const [first, second] = [await company(), await company()];
    const contact = await create({ first_name: 'Ada', company_id: first.id });
    expect(contact).toMatchObject({
      company_id: first.id,
      company_link: 'manual',
      companies: [{ company_id: first.id, is_primary: true, source: 'manual' }],
    });
    const moved = await patch(contact.id, { company_id: second.id });
    expect(moved).toMatchObject({
      company_id: second.id,
      companies: [
        { company_id: first.id, is_primary: false },
        { company_id: second.id, is_primary: true },
      ],
    });
    const returned = await patch(contact.id, { company_id: first.id });
    expect(
      returned.companies.filter((association: { is_primary: boolean }) => association.is_primary),
    ).toMatchObject([{ company_id: first.id }]);
    expect(await patch(contact.id, { company_id: null })).toMatchObject({
      company_id: null,
      company_link: null,
      companies: [{ company_id: second.id, is_primary: false }],
    });
  });

  it('is the company that owns the domain of the email address, unless the caller decides otherwise', async () => {
    const host = domain();
    const { id } = await company({ domain: host });
    expect(await create({ email: `ada@${host}` })).toMatchObject({
      company_id: id,
      company_link: 'auto_domain',
      companies: [{ company_id: id, is_primary: true, source: 'auto_domain' }],
    });
    expect(await create({ email: `bob@${host}`, auto_link: false })).toMatchObject({
      company_id: null,
      companies: [],
    });
    expect(await create({ email: `eve@${host}`, company_id: null })).toMatchObject({ company_id: null });
    expect(await create({ email: `ann@mail.${host}` })).toMatchObject({ company_id: null });
    const other = await company();
    expect(await create({ email: `kim@${host}`, company_id: other.id })).toMatchObject({
      company_id: other.id,
      company_link: 'manual',
    });
  });

  it('is never a deleted company, and no company is created for an unknown domain', async () => {
    const host = domain();
    const { id } = await company({ domain: host });
    await service.rest('DELETE', `/api/companies/${id}`);
    expect(await create({ email: `ada@${host}` })).toMatchObject({ company_id: null });
    expect(await create({ email: `ada${++serial}@gmail.com` })).toMatchObject({ company_id: null });
  });

  it('is set from the domain of a new email address, but not after the caller has cleared it', async () => {
    const host = domain();
    const { id } = await company({ domain: host });
    const contact = await create({ first_name: 'Ada' });
    expect(await patch(contact.id, { email: `ada@${host}` })).toMatchObject({
      company_id: id,
      company_link: 'auto_domain',
    });
    await patch(contact.id, { company_id: null });
    expect(await patch(contact.id, { email: `ada.byron@${host}` })).toMatchObject({ company_id: null });
  });
});

describe('an additional company of a contact', () => {
  it('is added once, and adding it again changes only the fields that are given', async () => {
    const { id } = await create({ first_name: 'Ada' });
    const { id: company_id } = await company();
    const added = await service.rest('POST', path(id), {
      company_id,
      role: 'Advisor',
      started_on: '2020-01-01',
    });
    expect(added).toMatchObject({
      status: 201,
      body: {
        data: {
          company_id,
          role: 'Advisor',
          started_on: '2020-01-01',
          ended_on: null,
          is_primary: false,
          source: 'manual',
          outcome: 'created',
        },
      },
    });
    const repeated = await service.rest('POST', path(id), { company_id });
    const same = { ...added.body.data, outcome: 'updated' };
    expect(repeated).toMatchObject({ status: 200, body: { data: same } });
    expect(await get(id)).toMatchObject({ version: 2, companies: [{ company_id }] });
    const changed = await service.rest('POST', path(id), { company_id, role: 'Owner', is_primary: true });
    expect(changed.body.data).toMatchObject({ role: 'Owner', started_on: '2020-01-01', is_primary: true });
    expect(await get(id)).toMatchObject({ company_id, company_link: 'manual', version: 3 });
  });

  it('can become the primary company and stop being it', async () => {
    const [first, second] = [await company(), await company()];
    const { id } = await create({ first_name: 'Ada', company_id: first.id });
    await service.rest('POST', path(id), { company_id: second.id });
    await service.rest('PATCH', path(id, second.id), { is_primary: true });
    expect(await get(id)).toMatchObject({ company_id: second.id });
    const ceased = await service.rest('PATCH', path(id, second.id), { is_primary: false, ended_on: today() });
    expect(ceased.body.data).toMatchObject({ is_primary: false, ended_on: today() });
    expect(await get(id)).toMatchObject({ company_id: null, company_link: null });
  });

  it('can be removed, and a contact that loses its primary company has none', async () => {
    const [first, second] = [await company(), await company()];
    const { id } = await create({ first_name: 'Ada', company_id: first.id });
    await service.rest('POST', path(id), { company_id: second.id });
    const removed = await service.rest('DELETE', path(id, first.id));
    expect(removed.body.data).toMatchObject({ id: first.id, deleted_at: expect.any(String) });
    expect(await get(id)).toMatchObject({
      company_id: null,
      companies: [{ company_id: second.id, is_primary: false }],
    });
    expect((await service.rest('DELETE', path(id, first.id))).status).toBe(404);
    expect((await service.rest('PATCH', path(id, first.id), { role: 'X' })).status).toBe(404);
    await patch(id, { company_id: first.id });
    await service.rest('DELETE', path(id, second.id));
    expect(await get(id)).toMatchObject({ company_id: first.id, companies: [{ company_id: first.id }] });
  });

  it.each([
    ['a company that does not exist', { company_id: uuid() }, 'company_id', 'exists'],
    ['a missing company_id', { role: 'X' }, 'company_id', 'required'],
    ['an invalid date', { company_id: uuid(), started_on: '2020-13-01' }, 'started_on', 'format'],
  ])('is rejected for %s', async (_, body, field, rule) => {
    const { id } = await create({ first_name: 'Ada' });
    const reply = await service.rest('POST', path(id), body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ path: field, rule }));
  });

  it('cannot end before it starts', async () => {
    const { id } = await create({ first_name: 'Ada' });
    const { id: company_id } = await company();
    for (const body of [{ company_id, started_on: '2020-02-01', ended_on: '2020-01-01' }]) {
      expect((await service.rest('POST', path(id), body)).body.error).toMatchObject({
        details: { reason: 'invalid_range' },
      });
    }
    await service.rest('POST', path(id), { company_id, started_on: '2020-02-01' });
    const reply = await service.rest('PATCH', path(id, company_id), { ended_on: '2020-01-01' });
    expect(reply.body.error.fields).toContainEqual(
      expect.objectContaining({ path: 'ended_on', rule: 'invalid_range' }),
    );
  });

  it('ends today when the contact leaves the company, unless it has an end date or has not started', async () => {
    const [open, ended, future] = [await company(), await company(), await company()];
    const { id } = await create({ first_name: 'Ada', company_id: open.id });
    await service.rest('POST', path(id), { company_id: ended.id, ended_on: '2020-01-01' });
    await service.rest('POST', path(id), { company_id: future.id, started_on: '2099-01-01' });
    const updated = await patch(id, { status: 'left_company' });
    const endOf = (target: { id: string }) =>
      updated.companies.find(({ company_id }: { company_id: string }) => company_id === target.id).ended_on;
    expect([endOf(open), endOf(ended), endOf(future)]).toEqual([today(), '2020-01-01', '2099-01-01']);
    expect(updated).toMatchObject({ status: 'left_company', company_id: open.id });
  });
});

describe('an activity timeline', () => {
  it('lists the changes of a contact, newest first, on the contact and on its company', async () => {
    const { id: company_id } = await company();
    const { id } = await create({ first_name: 'Ada', company_id });
    service.advance(60);
    await patch(id, { title: 'Countess' });
    service.advance(120);
    await service.rest('DELETE', path(id, company_id));
    service.advance(0);
    const ofContact = await service.rest('GET', `/api/contacts/${id}/activity`);
    expect(ofContact.body).toMatchObject({
      success: true,
      page: 1,
      pageSize: 25,
      total: 3,
      totalPages: 1,
      nextCursor: null,
    });
    expect(ofContact.body.data.map(({ event }: { event: string }) => event)).toEqual([
      'contact.company_removed',
      'contact.updated',
      'contact.created',
    ]);
    expect(ofContact.body.data[2]).toMatchObject({
      type: 'system',
      source: 'system',
      subject: 'Contact created: Ada',
      actor: { type: 'user', label: 'owner of acme' },
      links: [
        { entity: 'company', id: company_id },
        { entity: 'contact', id },
      ],
    });
    const ofCompany = await service.rest('GET', `/api/companies/${company_id}/activity`);
    expect(ofCompany.body.data.map(({ event }: { event: string }) => event)).toEqual([
      'contact.company_removed',
      'contact.updated',
      'contact.created',
      'company.created',
    ]);
  });

  it('shows a contact that changed company on its former company too', async () => {
    const [former, next] = [await company(), await company()];
    const { id } = await create({ first_name: 'Ada', company_id: former.id });
    await patch(id, { company_id: next.id });
    for (const { id: companyId } of [former, next]) {
      const { body } = await service.rest('GET', `/api/companies/${companyId}/activity`);
      expect(body.data.map(({ event }: { event: string }) => event)).toContain('contact.updated');
    }
  });

  it('returns every entry once by page number and by cursor, even if entries have the same time', async () => {
    const { id } = await create({ first_name: 'Ada' });
    for (let change = 0; change < 6; change++) await patch(id, { title: `Title ${change}` });
    const all = (await service.rest('GET', `/api/contacts/${id}/activity`)).body.data;
    const byCursor = [];
    for (let cursor = ''; ; ) {
      const { body } = await service.rest(
        'GET',
        `/api/contacts/${id}/activity?first=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      byCursor.push(...body.data);
      if (!body.nextCursor) break;
      cursor = body.nextCursor;
    }
    expect(byCursor).toEqual(all);
    const second = await service.rest('GET', `/api/contacts/${id}/activity?page=2&pageSize=3`);
    expect(second.body).toMatchObject({ page: 2, total: 7, totalPages: 3 });
    expect(second.body.data).toEqual(all.slice(3, 6));
  });

  it('rejects a page number that is too high and a cursor from another list', async () => {
    const { id, email } = await create({ email: `ada@${domain()}` });
    await patch(id, { title: email });
    expect(
      (await service.rest('GET', `/api/contacts/${id}/activity?page=101&pageSize=100`)).body.error.fields,
    ).toMatchObject([{ rule: 'use_cursor' }]);
    const { body } = await service.rest('GET', '/api/contacts?pageSize=1');
    expect(
      (
        await service.rest(
          'GET',
          `/api/contacts/${id}/activity?cursor=${encodeURIComponent(body.nextCursor)}`,
        )
      ).status,
    ).toBe(400);
  });

  it('can be read through GraphQL for many contacts in one query', async () => {
    const { body } = await service.graphql(
      '{ contacts(first: 3) { nodes { id activities(first: 1) { total nodes { subject links { entity id } } } } } }',
    );
    expect(body.errors).toBeUndefined();
    for (const { id, activities } of body.data.contacts.nodes) {
      expect(activities.nodes).toHaveLength(1);
      expect(activities.nodes[0].links).toContainEqual({ entity: 'CONTACT', id });
    }
  });

  it('requires the scope crm.activities:read', async () => {
    const { id } = await create({ first_name: 'Ada' });
    const as = await service.token(service.acme, {
      kind: 'service',
      roleKey: 'admin',
      scopes: ['crm.contacts:read'],
    });
    const reply = await service.rest('GET', `/api/contacts/${id}/activity`, undefined, { as });
    expect(reply).toMatchObject({
      status: 403,
      body: { error: { code: 'SCOPE_MISSING', details: { required_scopes: ['crm.activities:read'] } } },
    });
  });
});
