// Lists contacts, and loads them, their methods and companies for other records.

import { allOf, countOf, listOf } from '../../lists/loaders.ts';
import { contactKind } from './kind.ts';
import { type Contact, ContactCompany, ContactMethod } from './model.ts';

const contactsByCompany = {
  listing: contactKind.listing,
  parent: 'contact_companies.company_id',
  join: 'join contact_companies on contact_companies.tenant_id = contacts.tenant_id and contact_companies.contact_id = contacts.id',
};

export const contactById = contactKind.byId;
export const methodsOfContact = allOf<ContactMethod>(ContactMethod, 'contactId', 'contact_id');
export const companiesOfContact = allOf<ContactCompany>(ContactCompany, 'contactId', 'contact_id');
export const contactsOfCompany = listOf<Contact>('contacts.company', contactsByCompany);
export const countContactsOfCompany = countOf('contacts.company', contactsByCompany);
export const primaryContactsOfCompany = listOf<Contact>('contacts.primary_company', {
  listing: contactKind.listing,
  parent: 'contacts.company_id',
});
