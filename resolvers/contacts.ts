// Resolvers of contacts: operations call services, other fields call loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import {
  addAssociation,
  removeAssociation,
  updateAssociation,
} from '../src/domains/contacts/associations.ts';
import { consentOf, setConsent } from '../src/domains/contacts/consent.ts';
import {
  companiesOfContact,
  contactsOfCompany,
  countContactsOfCompany,
  methodsOfContact,
  primaryContactsOfCompany,
} from '../src/domains/contacts/loaders.ts';
import { addMethod, removeMethod, updateMethod } from '../src/domains/contacts/methods.ts';
import type { Contact, ContactCompany } from '../src/domains/contacts/model.ts';
import {
  bulkDeleteContacts,
  bulkUpdateContacts,
  createContact,
  deleteContact,
  exportContacts,
  getContact,
  listContacts,
  restoreContact,
  updateContact,
  upsertContact,
} from '../src/domains/contacts/service.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const contacts: Resolvers = {
  Query: {
    contact: (_, { id }, ctx, info) => getContact(ctx, id, lookahead(info, 'contacts')),
    contacts: async (_, args, ctx, info) =>
      listContacts(ctx, await applySavedView(ctx, 'contacts', args), lookahead(info, 'contacts')),
    exportContacts: async (_, args, ctx, info) =>
      exportContacts(ctx, await applySavedView(ctx, 'contacts', args), lookahead(info, 'contacts')),
  },
  Mutation: {
    createContact: (_, { input }, ctx) => createContact(ctx, input),
    updateContact: (_, { id, input, expectedVersion }, ctx) => updateContact(ctx, id, input, expectedVersion),
    deleteContact: (_, { id, expectedVersion }, ctx) => deleteContact(ctx, id, expectedVersion),
    restoreContact: (_, { id, expectedVersion }, ctx) => restoreContact(ctx, id, expectedVersion),
    upsertContact: (_, { input }, ctx) => upsertContact(ctx, input),
    bulkUpdateContacts: (_, { ids, changes }, ctx) => bulkUpdateContacts(ctx, ids, changes),
    bulkDeleteContacts: (_, { ids }, ctx) => bulkDeleteContacts(ctx, ids),
    addContactCompany: (_, { contactId, companyId, input }, ctx) =>
      addAssociation(ctx, contactId, companyId, input ?? {}),
    updateContactCompany: (_, { contactId, companyId, input }, ctx) =>
      updateAssociation(ctx, contactId, companyId, input),
    removeContactCompany: (_, { contactId, companyId }, ctx) => removeAssociation(ctx, contactId, companyId),
    addContactMethod: (_, { contactId, input }, ctx) => addMethod(ctx, contactId, input),
    updateContactMethod: (_, { contactId, methodId, input }, ctx) =>
      updateMethod(ctx, contactId, methodId, input),
    removeContactMethod: (_, { contactId, methodId }, ctx) => removeMethod(ctx, contactId, methodId),
    setContactConsent: (_, { contactId, expectedVersion, ...channels }, ctx) =>
      setConsent(ctx, contactId, channels, expectedVersion),
  },
  Contact: {
    methods: related(methodsOfContact),
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    companies: related(companiesOfContact),
    consent: computed<Contact>(['consent'], consentOf),
  },
  ContactCompany: {
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    outcome: computed<ContactCompany>([], ({ outcome }) => outcome ?? null),
  },
  Company: { contacts: related(contactsOfCompany), primaryContacts: related(primaryContactsOfCompany) },
  CompanyCounts: { contacts: related(countContactsOfCompany) },
};
