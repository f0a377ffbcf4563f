// Merging contacts: contact methods, companies, consent and governed fields.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';
import { type Data, host, Records } from './records.ts';

let service: TestService;
let records: Records;

beforeAll(async () => {
  service = await startService();
  records = new Records(service);
});

afterAll(() => service?.stop());

/** Sets columns that no operation can write yet. */
async function setColumns(id: string, columns: object): Promise<void> {
  await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
    db('contacts').where({ id }).update(columns),
  );
}

const method = (contactMethod: Data) => [contactMethod.kind, contactMethod.value, contactMethod.is_primary];

describe('a merge of contacts', () => {
  it('combines the contact methods without duplicates and keeps the primary methods of the primary contact', async () => {
    const [one, two] = [`a@${host()}`, `b@${host()}`];
    const primary = await records.contact({ email: one });
    const duplicate = await records.contact({ email: two, phone: '+49 30 5550001' });
    for (const [id, value] of [
      [primary.id, 'https://social.example/@ada'],
      [duplicate.id, 'https://social.example/@ada'],
      [duplicate.id, 'https://other.example/@ada'],
    ]) {
      await records.ok('POST', `/api/contacts/${id}/contact-methods`, { kind: 'profile', value });
    }
    const { record, merge } = await records.merge('contacts', primary.id, duplicate.id);
    expect(record).toMatchObject({ email: one, phone: '+49305550001' });
    expect(record.methods.map(method)).toEqual([
      ['email', one, true],
      ['email', two, false],
      ['phone', '+49305550001', true],
      ['profile', 'https://social.example/@ada', true],
      ['profile', 'https://other.example/@ada', false],
    ]);
    expect(merge.moved).toMatchObject({ contact_methods: 3 });
    expect(await records.found('contacts', two.split('@')[1]!)).toEqual([primary.id]);
    const taken = await service.rest('POST', '/api/contacts', { email: two });
    expect(taken.body.error).toMatchObject({ code: 'CONFLICT', details: { contact_id: primary.id } });
  });

  it('keeps its own primary company and adds the others', async () => {
    const [own, other] = [await records.company(), await records.company()];
    const primary = await records.contact({ company_id: own.id });
    const duplicate = await records.contact({ company_id: other.id });
    const { record, merge } = await records.merge('contacts', primary.id, duplicate.id);
    expect(record.company_id).toBe(own.id);
    const associations = record.companies.map((association: Data) => [
      association.company_id,
      association.is_primary,
    ]);
    expect(associations.sort()).toEqual(
      [
        [own.id, true],
        [other.id, false],
      ].sort(),
    );
    expect(merge.moved).toMatchObject({ contact_companies: 1 });
  });

  it('takes over a missing primary company, even one that the contact already belonged to', async () => {
    const company = await records.company();
    const primary = await records.contact();
    await records.ok('POST', `/api/contacts/${primary.id}/companies`, { company_id: company.id });
    const duplicate = await records.contact({ company_id: company.id });
    const { record } = await records.merge('contacts', primary.id, duplicate.id);
    expect(record).toMatchObject({ company_id: company.id, company_link: 'manual' });
    expect(record.companies).toEqual([expect.objectContaining({ company_id: company.id, is_primary: true })]);
  });

  it.each([
    ['opted_in', 'opted_out', 'opted_out'],
    ['opted_out', 'opted_in', 'opted_out'],
    [null, 'opted_in', 'opted_in'],
    ['unknown', 'opted_in', 'opted_in'],
    ['opted_in', 'unknown', 'opted_in'],
  ])('combines the consent states %s and %s into %s', async (primaryState, duplicateState, expected) => {
    const [primary, duplicate] = [await records.contact(), await records.contact()];
    for (const [id, state] of [
      [primary.id, primaryState],
      [duplicate.id, duplicateState],
    ]) {
      if (state)
        await records.ok('PUT', `/api/contacts/${id}/consent`, { email: { state, source: `said ${state}` } });
    }
    const { record } = await records.merge('contacts', primary.id, duplicate.id);
    expect(record.consent.email).toMatchObject({ state: expected, source: `said ${expected}` });
    expect(record.consent.sms.state).toBe('unknown');
  });

  it('keeps "do not contact" if either contact had it', async () => {
    const primary = await records.contact();
    const duplicate = await records.contact({ do_not_contact: true });
    const { record } = await records.merge('contacts', primary.id, duplicate.id);
    expect(record.do_not_contact).toBe(true);
  });

  it('takes over a missing name and uses it as the display name', async () => {
    const email = `nameless@${host()}`;
    const primary = await records.ok('POST', '/api/contacts', { email });
    const duplicate = await records.contact({ first_name: 'Grace', last_name: 'Hopper' });
    const { record } = await records.merge('contacts', primary.id, duplicate.id);
    expect(record).toMatchObject({ display_name: 'Grace Hopper', email });
  });

  it('never overwrites private notes and redacts governed fields on every surface', async () => {
    const [primary, duplicate] = [await records.contact(), await records.contact()];
    await setColumns(primary.id, { context_notes: 'ours' });
    await setColumns(duplicate.id, { context_notes: 'secret theirs', relationship_intent: 'secret intent' });
    const query = `?duplicate_contact_id=${duplicate.id}`;
    const as = service.acme.people.member;
    const preview = await service.rest(
      'GET',
      `/api/contacts/${primary.id}/merge-preview${query}`,
      undefined,
      {
        as,
      },
    );
    expect(preview.body.data.record).toMatchObject({ relationship_intent: null, context_notes: null });
    expect(preview.body.data.merge.filled_fields).toEqual(['relationship_intent']);
    expect(preview.text).not.toContain('secret');
    const merged = await service.rest('POST', `/api/contacts/${primary.id}/merge`, {
      duplicate_contact_id: duplicate.id,
    });
    expect(merged.body.data.record).toMatchObject({
      relationship_intent: 'secret intent',
      context_notes: null,
    });
    const traces = await records.rows(
      `select changes::text as text from audit_entries where target_id = :id
       union all select data::text from events where object_id = :id`,
      { id: primary.id } as never,
    );
    expect(JSON.stringify(traces)).not.toContain('secret');
    const [row] = await records.rows('select context_notes from contacts where id = ?', [primary.id]);
    expect(row.context_notes).toBe('ours');
  });

  it("takes over the duplicate's role in a deal and returns it with an undo", async () => {
    const [primary, duplicate] = [await records.contact(), await records.contact()];
    const deal = await records.ok('POST', '/api/deals', {
      name: 'Both take part',
      contacts: [{ contact_id: primary.id }, { contact_id: duplicate.id, role: 'champion' }],
    });
    const roles = async () =>
      Object.fromEntries(
        (await records.ok('GET', `/api/deals/${deal.id}`)).contacts.map((link: Data) => [
          link.contact_id,
          link.role,
        ]),
      );
    expect(await roles()).toEqual({ [primary.id]: null, [duplicate.id]: 'champion' });
    const { merge } = await records.merge('contacts', primary.id, duplicate.id);
    expect(await roles()).toEqual({ [primary.id]: 'champion' });
    await records.undo('contacts', merge.id);
    expect(await roles()).toEqual({ [primary.id]: null, [duplicate.id]: 'champion' });
  });

  it('lists the contact once in deals that both took part in, with its own role', async () => {
    const [primary, duplicate] = [await records.contact(), await records.contact()];
    const deals: Data[] = [];
    for (const contacts of [
      [{ contact_id: duplicate.id, role: 'champion' }],
      [
        { contact_id: primary.id, role: 'legal' },
        { contact_id: duplicate.id, role: 'blocker' },
      ],
    ])
      deals.push(await records.ok('POST', '/api/deals', { name: 'A deal', contacts }));
    const { merge } = await records.merge('contacts', primary.id, duplicate.id);
    expect(merge.moved).toMatchObject({ deal_contacts: 1 });
    const roles = () =>
      records.rows('select contact_id, role from deal_contacts where deal_id in (?, ?) order by role', [
        deals[0].id,
        deals[1].id,
      ]);
    expect(await roles()).toEqual([
      { contact_id: primary.id, role: 'champion' },
      { contact_id: primary.id, role: 'legal' },
    ]);
    await records.undo('contacts', merge.id);
    expect(await roles()).toEqual([
      { contact_id: duplicate.id, role: 'blocker' },
      { contact_id: duplicate.id, role: 'champion' },
      { contact_id: primary.id, role: 'legal' },
    ]);
  });

  it('moves notes and timeline entries', async () => {
    const [primary, duplicate] = [await records.contact(), await records.contact()];
    await records.ok('POST', `/api/contacts/${duplicate.id}/notes`, { body: 'a note' });
    const { merge } = await records.merge('contacts', primary.id, duplicate.id);
    expect(merge.moved).toMatchObject({ notes: 1, activity_links: 2 });
    expect(await records.ok('GET', `/api/contacts/${primary.id}/notes`)).toHaveLength(1);
    expect(await records.ok('GET', `/api/contacts/${primary.id}/activity`)).toHaveLength(4);
  });
});

describe('the preview of a merge', () => {
  it('matches the result of the merge and writes nothing', async () => {
    const company = await records.company();
    const primary = await records.contact({ email: `p@${host()}`, tags: ['x'] });
    const duplicate = await records.contact({
      email: `d@${host()}`,
      phone: '+49 30 5550002',
      company_id: company.id,
      title: 'Head',
      tags: ['y'],
    });
    await records.ok('POST', `/api/contacts/${duplicate.id}/notes`, { body: 'a note' });
    const before = await records.rows('select * from contacts order by id');
    const preview = await records.ok(
      'GET',
      `/api/contacts/${primary.id}/merge-preview?duplicate_contact_id=${duplicate.id}`,
    );
    expect(await records.rows('select * from contacts order by id')).toEqual(before);
    const merged = await records.merge('contacts', primary.id, duplicate.id);
    expect(preview.merge).toEqual({ ...merged.merge, id: null });
    const comparedFields = ({ methods, title, tags, phone, company_id }: Data) => ({
      methods: methods.map(method),
      title,
      tags,
      phone,
      company_id,
    });
    expect(comparedFields(preview.record)).toEqual(comparedFields(merged.record));
  });
});
