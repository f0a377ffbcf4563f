// Merging companies: which values are kept, filled, combined and moved, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startService, type TestService } from '../support/service.ts';
import { type Data, host, Records } from './records.ts';

let service: TestService;
let records: Records;

beforeAll(async () => {
  service = await startService();
  records = new Records(service);
});

afterAll(() => service?.stop());

describe('a merge of companies', () => {
  it('keeps the values of the primary company and fills its empty ones', async () => {
    const primary = await records.company({ name: 'Stays', industry: 'Toys', tags: ['A', 'b'] });
    const duplicate = await records.company({
      name: 'Goes',
      legal_name: 'Goes GmbH',
      industry: 'Games',
      phone: '030 1',
      annual_revenue: '12.50',
      revenue_currency: 'EUR',
      address: { city: 'Berlin' },
      tags: ['B', 'c'],
    });
    const { record, merge } = await records.merge('companies', primary.id, duplicate.id);
    expect(record).toMatchObject({
      id: primary.id,
      version: 2,
      name: 'Stays',
      legal_name: 'Goes GmbH',
      industry: 'Toys',
      phone: '030 1',
      annual_revenue: '12.50',
      revenue_currency: 'EUR',
      tags: ['A', 'b', 'c'],
    });
    expect(merge.filled_fields.sort()).toEqual(
      ['address', 'annual_revenue', 'legal_name', 'phone', 'revenue_currency', 'tags'].sort(),
    );
    expect(merge).toMatchObject({ id: expect.any(String), skipped: [] });
    expect(await records.get('companies', primary.id)).toMatchObject(record);
  });

  it('merges the custom fields key by key', async () => {
    for (const [key, type] of Object.entries({ tier: 'text', size: 'text', extra: 'json' }))
      await records.ok('POST', '/api/custom-fields', { entity: 'companies', key, label: key, type });
    const primary = await records.company({ custom_fields: { tier: 'gold' } });
    const duplicate = await records.company({ custom_fields: { tier: 'silver', size: 'L', extra: [1] } });
    const { record, merge } = await records.merge('companies', primary.id, duplicate.id);
    expect(record.custom_fields).toEqual({ tier: 'gold', size: 'L', extra: [1] });
    expect(merge.filled_fields.sort()).toEqual(['custom_fields.extra', 'custom_fields.size']);
  });

  it('combines the identifiers and keeps those of the duplicate primary only for types that were missing', async () => {
    const [site, otherSite, domain] = [host(), host(), host()];
    const primary = await records.company({ website: site });
    const duplicate = await records.company({ website: otherSite, domain });
    const { record, merge } = await records.merge('companies', primary.id, duplicate.id);
    expect(record).toMatchObject({ website: site, domain });
    const identifiers = record.identifiers.map((identifier: Data) => [
      identifier.identifier_type,
      identifier.value,
      identifier.is_primary,
    ]);
    expect(identifiers).toEqual([
      ['website', site, true],
      ['website', otherSite, false],
      ['email_domain', domain, true],
    ]);
    expect(merge.moved).toMatchObject({ company_identifiers: 2 });
    expect(await records.found('companies', otherSite)).toEqual([primary.id]);
  });

  it('takes over a missing client number and so makes the company a client', async () => {
    const duplicate = await records.company({ client_number: `N-${uuid().slice(-8)}` });
    const primary = await records.company();
    const { record, merge } = await records.merge('companies', primary.id, duplicate.id);
    expect(record).toMatchObject({
      client_number: duplicate.client_number,
      client_status: 'active',
      company_type: 'client',
    });
    expect(merge.filled_fields).toEqual(
      expect.arrayContaining(['client_id', 'client_status', 'company_type']),
    );
  });

  it('keeps the existing client number and still finds the company by the other one', async () => {
    const [first, second] = [`N-${uuid().slice(-8)}`, `N-${uuid().slice(-8)}`];
    const primary = await records.company({ client_number: first });
    const duplicate = await records.company({ client_number: second });
    const { record } = await records.merge('companies', primary.id, duplicate.id);
    expect(record.client_number).toBe(first.toUpperCase());
    expect(await records.found('companies', second)).toEqual([primary.id]);
    const taken = await service.rest('POST', '/api/companies', { name: 'Third', client_number: second });
    expect(taken).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'client_number_taken' } } },
    });
  });

  it('moves contacts, associations, deals, notes, timeline and children, and increments affected versions', async () => {
    const primary = await records.company();
    const duplicate = await records.company();
    const contact = await records.contact({ company_id: duplicate.id });
    const child = await records.company({ parent_company_id: duplicate.id });
    const deal = await records.ok('POST', '/api/deals', { name: 'A deal', company_id: duplicate.id });
    await records.ok('POST', `/api/companies/${duplicate.id}/notes`, { body: 'a note' });
    const { merge } = await records.merge('companies', primary.id, duplicate.id);
    expect(merge.moved).toMatchObject({
      contacts: 1,
      contact_companies: 1,
      notes: 1,
      companies: 1,
      deals: 1,
    });
    expect(await records.ok('GET', `/api/deals/${deal.id}`)).toMatchObject({
      company_id: primary.id,
      version: 2,
    });
    expect(await records.get('contacts', contact.id)).toMatchObject({ company_id: primary.id, version: 2 });
    expect(await records.get('companies', child.id)).toMatchObject({
      parent_company_id: primary.id,
      version: 2,
    });
    expect(await records.ok('GET', `/api/companies/${primary.id}/notes`)).toHaveLength(1);
    const timeline = await records.ok('GET', `/api/companies/${primary.id}/activity`);
    expect(timeline.map(({ event }: Data) => event)).toEqual(
      expect.arrayContaining(['company.merged', 'company.created', 'note.added', 'contact.created']),
    );
  });

  it('combines two associations into one that keeps its own role and fills its empty fields', async () => {
    const primary = await records.company();
    const duplicate = await records.company();
    const contact = await records.contact({ company_id: duplicate.id });
    await records.ok('PATCH', `/api/contacts/${contact.id}/companies/${duplicate.id}`, {
      role: 'Buyer',
      title: 'Head',
      started_on: '2020-01-01',
    });
    await records.ok('POST', `/api/contacts/${contact.id}/companies`, {
      company_id: primary.id,
      role: 'User',
    });
    await records.merge('companies', primary.id, duplicate.id);
    const { company_id, companies } = await records.get('contacts', contact.id);
    expect(company_id).toBe(primary.id);
    expect(companies).toEqual([
      expect.objectContaining({
        company_id: primary.id,
        role: 'User',
        title: 'Head',
        started_on: '2020-01-01',
        is_primary: true,
      }),
    ]);
  });

  it.each([1, 2])(
    'moves a primary company %i levels below the duplicate to the place of the duplicate in the tree',
    async (levels) => {
      const top = await records.company();
      const duplicate = await records.company({ parent_company_id: top.id });
      const between = levels === 2 ? await records.company({ parent_company_id: duplicate.id }) : duplicate;
      const primary = await records.company({ parent_company_id: between.id });
      const { record } = await records.merge('companies', primary.id, duplicate.id);
      expect(record.parent_company_id).toBe(top.id);
      if (levels === 2) {
        expect(await records.get('companies', between.id)).toMatchObject({ parent_company_id: primary.id });
      }
    },
  );

  it('does not put a company under its own child', async () => {
    const primary = await records.company();
    const child = await records.company({ parent_company_id: primary.id });
    const duplicate = await records.company({ parent_company_id: child.id });
    const { record, merge } = await records.merge('companies', primary.id, duplicate.id);
    expect(record.parent_company_id).toBeNull();
    expect(merge.skipped).toEqual([{ name: 'parent_company_id', reason: 'cycle', count: 1, ids: [] }]);
  });

  it('is recorded with both ids as one event, one audit entry and one timeline entry', async () => {
    const [primary, duplicate] = [await records.company(), await records.company({ phone: '1' })];
    const { merge } = await records.merge('companies', primary.id, duplicate.id);
    const events = await records.rows(
      "select * from events where object_id = ? and type <> 'company.created'",
      [primary.id],
    );
    expect(events.map(({ type, data }) => ({ type, object: data.object }))).toEqual([
      {
        type: 'company.merged',
        object: {
          id: primary.id,
          version: 2,
          primary_company_id: primary.id,
          duplicate_company_id: duplicate.id,
          merge_id: merge.id,
        },
      },
    ]);
    const audit = await records.rows('select * from audit_entries where target_id = ? order by seq', [
      primary.id,
    ]);
    expect(audit.map(({ action }) => action)).toEqual(['company.created', 'company.merged']);
    expect(audit[1].changes).toEqual([{ field: 'phone', from: null, to: '1' }]);
  });
});
