// Lists contacts, and loads them, their methods and companies for other records.

import { linkFilter } from '../../db/filters.ts';
import { allOf, byId, countOf, listOf } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { escapeLike } from '../../db/search.ts';
import { Contact, ContactCompany, ContactMethod } from './model.ts';

type Filter = NonNullable<Listing['filters']>[string];

/** Returns a filter on a table of details: positive operators need a matching row, negative ones the absence of one. */
function detailFilter(table: string, column: string, condition: string): Filter {
  const row = `select from ${table} t where t.tenant_id = contacts.tenant_id and t.contact_id = contacts.id ${condition}`;
  const conditionOf: Record<
    string,
    [exists: 'exists' | 'not exists', condition: string, pattern?: (text: string) => string]
  > = {
    eq: ['exists', `and t.${column} = ?`],
    neq: ['not exists', `and t.${column} = ?`],
    in: ['exists', `and t.${column} = any(?)`],
    nin: ['not exists', `and t.${column} = any(?)`],
    contains: ['exists', `and t.${column} like ?`, (text) => `%${text}%`],
    startsWith: ['exists', `and t.${column} like ?`, (text) => `${text}%`],
  };
  return (query, conditions) => {
    for (const [operator, value] of Object.entries(conditions)) {
      if (value === null || value === undefined) continue;
      if (operator === 'isNull') {
        query.whereRaw(`${value ? 'not exists' : 'exists'} (${row})`);
        continue;
      }
      const [exists, condition, pattern] = conditionOf[operator]!;
      // Addresses and ids are stored in lower case.
      const values = Array.isArray(value)
        ? value.map((item) => String(item).toLowerCase())
        : String(value).toLowerCase();
      query.whereRaw(`${exists} (${row} ${condition})`, [
        pattern ? pattern(escapeLike(values as string)) : values,
      ]);
    }
  };
}

export const contactListing: Listing = {
  model: Contact,
  searchEntity: 'contact',
  filters: {
    email: detailFilter('contact_methods', 'value', `and t.kind = 'email'`),
    associatedCompanyId: detailFilter('contact_companies', 'company_id', ''),
    companyId: linkFilter('contacts.company_id', 'companies'),
  },
};

const contactsByCompany = {
  listing: contactListing,
  parent: 'contact_companies.company_id',
  join: 'join contact_companies on contact_companies.tenant_id = contacts.tenant_id and contact_companies.contact_id = contacts.id',
};

export const contactById = byId<Contact>(Contact);
export const methodsOfContact = allOf<ContactMethod>(ContactMethod, 'contactId', 'contact_id');
export const companiesOfContact = allOf<ContactCompany>(ContactCompany, 'contactId', 'contact_id');
export const contactsOfCompany = listOf<Contact>('contacts.company', contactsByCompany);
export const countContactsOfCompany = countOf('contacts.company', contactsByCompany);
export const primaryContactsOfCompany = listOf<Contact>('contacts.primary_company', {
  listing: contactListing,
  parent: 'contacts.company_id',
});
