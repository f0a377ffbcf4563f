// How contacts are listed and how other records reach them.

import { allOf, countOf, listOf } from '../../lists/loaders.ts';
import { contactKind } from './kind.ts';
import { type Contact, ContactCompany, ContactMethod } from './model.ts';

const ofCompany = {
  listing: contactKind.listing,
  parent: 'contact_companies.company_id',
  join: 'join contact_companies on contact_companies.tenant_id = contacts.tenant_id and contact_companies.contact_id = contacts.id',
};

export const contactById = contactKind.byId;
export const methodsOfContact = allOf<ContactMethod>(ContactMethod, 'contactId', 'contact_id');
export const companiesOfContact = allOf<ContactCompany>(ContactCompany, 'contactId', 'contact_id');
export const contactsOfCompany = listOf<Contact>('contacts.company', ofCompany);
export const countContactsOfCompany = countOf('contacts.company', ofCompany);
export const primaryContactsOfCompany = listOf<Contact>('contacts.primary_company', {
  listing: contactKind.listing,
  parent: 'contacts.company_id',
});
