// Merges and the erasure of a contact: arguments to services.
import { mergeCompanies, previewCompanyMerge, undoCompanyMerge } from '../src/domains/companies/merge.ts';
import { eraseContact } from '../src/domains/contacts/erase.ts';
import { mergeContacts, previewContactMerge, undoContactMerge } from '../src/domains/contacts/merge.ts';
import type { Resolvers } from './generated.ts';

export const merges: Resolvers = {
  Query: {
    previewCompanyMerge: (_, { primaryCompanyId, duplicateCompanyId }, ctx) =>
      previewCompanyMerge(ctx, primaryCompanyId, duplicateCompanyId),
    previewContactMerge: (_, { primaryContactId, duplicateContactId }, ctx) =>
      previewContactMerge(ctx, primaryContactId, duplicateContactId),
  },
  Mutation: {
    mergeCompanies: (_, { primaryCompanyId, duplicateCompanyId }, ctx) =>
      mergeCompanies(ctx, primaryCompanyId, duplicateCompanyId),
    undoCompanyMerge: (_, { mergeId }, ctx) => undoCompanyMerge(ctx, mergeId),
    mergeContacts: (_, { primaryContactId, duplicateContactId }, ctx) =>
      mergeContacts(ctx, primaryContactId, duplicateContactId),
    undoContactMerge: (_, { mergeId }, ctx) => undoContactMerge(ctx, mergeId),
    eraseContact: (_, { id }, ctx) => eraseContact(ctx, id),
  },
};
