// Properties that hold after a merge of any two records and after its undo.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Data, host, type Kind, Records, withoutVersionFields } from './records.ts';

const RUNS = 12;

let service: TestService;
let records: Records;
let inspector: Inspector;
/** Companies that the contacts of all runs belong to. */
let employers: Data[];

beforeAll(async () => {
  service = await startService();
  records = new Records(service);
  inspector = await Inspector.open(service.databaseUrl);
  for (const entity of ['companies', 'contacts'])
    for (const key of ['x', 'y', 'a_b'])
      await records.ok('POST', '/api/custom-fields', { entity, key, label: key, type: 'json' });
  employers = [await records.company(), await records.company(), await records.company()];
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const word = fc.constantFrom('a', 'B', 'b', 'c d', 'é');
const json = fc.dictionary(
  fc.constantFrom('x', 'y', 'a_b'),
  fc.constantFrom<unknown>('', null, 1, 'v', [], ['w'], false),
);

const fields = fc.record(
  {
    tags: fc.uniqueArray(word, { selector: (tag) => tag.toLowerCase() }),
    phone: fc.constantFrom('+49305550100', '+49305550101'),
    linkedin_url: fc.constant('https://social.example/x'),
    address: fc.record({ city: fc.constantFrom('Berlin', 'Bremen') }),
  },
  { requiredKeys: [] },
);

const companySide = fc.record({
  fields,
  custom: json,
  website: fc.boolean(),
  domains: fc.integer({ min: 0, max: 2 }),
  number: fc.boolean(),
  revenue: maybe(fc.constantFrom('1.00', '250.50')),
  staff: fc.uniqueArray(fc.integer({ min: 0, max: 2 })),
  primaryStaff: fc.boolean(),
});

const contactSide = fc.record({
  fields,
  custom: json,
  first_name: maybe(word),
  emails: fc.uniqueArray(fc.constantFrom('one', 'two', 'three'), { maxLength: 2 }),
  profiles: fc.uniqueArray(fc.constantFrom('p', 'q')),
  companies: fc.uniqueArray(fc.integer({ min: 0, max: 2 })),
  primary: fc.boolean(),
  title: maybe(fc.constantFrom('Head', 'Buyer')),
  consent: maybe(fc.constantFrom('opted_in', 'opted_out', 'unknown')),
  do_not_contact: fc.boolean(),
});

async function setCustom(kind: Kind, id: string, custom: object): Promise<void> {
  await inspector.query(`update ${kind} set custom_fields = $2 where id = $1`, [id, JSON.stringify(custom)]);
}

async function makeCompany(side: Data, staff: Data[]): Promise<string> {
  const { id } = await records.company({
    ...side.fields,
    ...(side.website && { website: host() }),
    ...(side.number && { client_number: `P-${host()}` }),
    ...(side.revenue && { annual_revenue: side.revenue, revenue_currency: 'EUR' }),
  });
  for (let n = 0; n < side.domains; n += 1) {
    await records.ok('POST', `/api/companies/${id}/identifiers`, {
      identifier_type: 'email_domain',
      value: host(),
    });
  }
  for (const index of side.staff) {
    const body = { company_id: id, is_primary: side.primaryStaff, title: side.revenue };
    await records.ok('POST', `/api/contacts/${staff[index].id}/companies`, body);
  }
  await setCustom('companies', id, side.custom);
  return id;
}

async function makeContact(side: Data, serial: string): Promise<string> {
  const { first_name, do_not_contact } = side;
  const { id } = await records.contact({ ...side.fields, first_name: first_name ?? null, do_not_contact });
  for (const name of side.emails) {
    // The value is shared, so that both contacts can have it.
    const method = { kind: 'email', value: `${name}@${serial}`, is_shared: true };
    await records.ok('POST', `/api/contacts/${id}/contact-methods`, method);
  }
  for (const name of side.profiles) {
    const method = { kind: 'profile', value: `https://social.example/${name}` };
    await records.ok('POST', `/api/contacts/${id}/contact-methods`, method);
  }
  for (const [position, index] of side.companies.entries()) {
    const body = {
      company_id: employers[index].id,
      is_primary: side.primary && position === 0,
      title: side.title,
    };
    await records.ok('POST', `/api/contacts/${id}/companies`, body);
  }
  if (side.consent) await records.ok('PUT', `/api/contacts/${id}/consent`, { sms: { state: side.consent } });
  await setCustom('contacts', id, side.custom);
  return id;
}

/** Returns the rows that violate what must hold for every record. */
async function faults(): Promise<Data[]> {
  return inspector.query(`
    select 'identifiers' as fault, company_id as id from company_identifiers group by 2, identifier_type, company_id
      having count(*) filter (where is_primary) <> 1
    union all select 'methods', contact_id from contact_methods group by 2, kind, contact_id
      having count(*) filter (where is_primary) <> 1
    union all select 'companies', contact_id from contact_companies group by contact_id having count(*) filter (where is_primary) > 1
    union all select 'primary company', c.id from contacts c left join contact_companies a
      on a.tenant_id = c.tenant_id and a.contact_id = c.id and a.is_primary where c.company_id is distinct from a.company_id
    union all select 'website', c.id from companies c left join company_identifiers i
      on i.tenant_id = c.tenant_id and i.company_id = c.id and i.is_primary and i.identifier_type = 'website'
      where c.website is distinct from i.value
    union all select 'email', c.id from contacts c left join contact_methods m
      on m.tenant_id = c.tenant_id and m.contact_id = c.id and m.is_primary and m.kind = 'email' where c.email is distinct from m.value
    union all select 'live', r.id from contacts r join contact_methods m on m.tenant_id = r.tenant_id and m.contact_id = r.id
      where m.live is distinct from (r.deleted_at is null)
    union all select 'live', r.id from companies r join company_identifiers i on i.tenant_id = r.tenant_id and i.company_id = r.id
      where i.live is distinct from (r.deleted_at is null)
    union all select 'left behind', a.contact_id from contact_companies a join companies c on c.tenant_id = a.tenant_id
      and c.id = a.company_id where c.merged_into_id is not null
    union all select 'repeated tag', id from contacts where cardinality(tags) <> (select count(distinct lower(tag)) from unnest(tags) tag)`);
}

async function mergeAndUndo(
  kind: Kind,
  primary: string,
  duplicate: string,
  related: [Kind, string][],
): Promise<void> {
  const all: [Kind, string][] = [[kind, primary], [kind, duplicate], ...related];
  const readRecords = () =>
    Promise.all(all.map(async ([of, id]) => withoutVersionFields(await records.get(of, id))));
  const before = await readRecords();
  const { merge } = await records.merge(kind, primary, duplicate);
  expect(await faults()).toEqual([]);
  const undone = await records.undo(kind, merge.id);
  expect(undone.merge.skipped).toEqual([]);
  expect(await faults()).toEqual([]);
  expect(await readRecords()).toEqual(before);
}

describe('a merge of any two records', () => {
  it('keeps one primary identifier of each type for companies, and an undo restores both companies exactly', async () => {
    const run = fc.asyncProperty(companySide, companySide, async (one, two) => {
      const staff = [await records.contact(), await records.contact(), await records.contact()];
      const ids = [await makeCompany(one, staff), await makeCompany(two, staff)] as const;
      await mergeAndUndo(
        'companies',
        ids[0],
        ids[1],
        staff.map(({ id }): [Kind, string] => ['contacts', id]),
      );
    });
    await fc.assert(run, { numRuns: RUNS });
  });

  it('keeps one primary method of each kind and one primary company for contacts, and an undo restores both contacts exactly', async () => {
    const run = fc.asyncProperty(contactSide, contactSide, async (one, two) => {
      const serial = host();
      const ids = [await makeContact(one, serial), await makeContact(two, serial)] as const;
      await mergeAndUndo('contacts', ids[0], ids[1], []);
    });
    await fc.assert(run, { numRuns: RUNS });
  });
});
