// How contacts are listed and how other records reach them.

import { linkFilter } from '../../db/filters.ts';
import { allOf, byId, countOf, listOf } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { escapeLike } from '../../db/search.ts';
import { Contact, ContactCompany, ContactMethod } from './model.ts';

type Filter = NonNullable<Listing['filters']>[string];

/** Conditions that hold for one row of a table under the contact; the negative ones hold when no row matches. */
function through(table: string, column: string, ofKind: string): Filter {
  const row = `select from ${table} t where t.tenant_id = contacts.tenant_id and t.contact_id = contacts.id ${ofKind}`;
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
      const given = Array.isArray(value)
        ? value.map((one) => String(one).toLowerCase())
        : String(value).toLowerCase();
      query.whereRaw(`${exists} (${row} ${condition})`, [
        pattern ? pattern(escapeLike(given as string)) : given,
      ]);
    }
  };
}

export const contactListing: Listing = {
  model: Contact,
  searchEntity: 'contact',
  filters: {
    email: through('contact_methods', 'value', `and t.kind = 'email'`),
    associatedCompanyId: through('contact_companies', 'company_id', ''),
    companyId: linkFilter('contacts.company_id', 'companies'),
  },
};

const ofCompany = {
  listing: contactListing,
  parent: 'contact_companies.company_id',
  join: 'join contact_companies on contact_companies.tenant_id = contacts.tenant_id and contact_companies.contact_id = contacts.id',
};

export const contactById = byId<Contact>(Contact);
export const methodsOfContact = allOf<ContactMethod>(ContactMethod, 'contactId', 'contact_id');
export const companiesOfContact = allOf<ContactCompany>(ContactCompany, 'contactId', 'contact_id');
export const contactsOfCompany = listOf<Contact>('contacts.company', ofCompany);
export const countContactsOfCompany = countOf('contacts.company', ofCompany);
export const primaryContactsOfCompany = listOf<Contact>('contacts.primary_company', {
  listing: contactListing,
  parent: 'contacts.company_id',
});
