// Resolvers of merges and the erasure of a contact: operations call services.
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
    mergeCompanies: (_, { primaryCompanyId, duplicateCompanyId, expectedVersion }, ctx) =>
      mergeCompanies(ctx, primaryCompanyId, duplicateCompanyId, expectedVersion),
    undoCompanyMerge: (_, { mergeId, expectedVersion }, ctx) =>
      undoCompanyMerge(ctx, mergeId, expectedVersion),
    mergeContacts: (_, { primaryContactId, duplicateContactId, expectedVersion }, ctx) =>
      mergeContacts(ctx, primaryContactId, duplicateContactId, expectedVersion),
    undoContactMerge: (_, { mergeId, expectedVersion }, ctx) =>
      undoContactMerge(ctx, mergeId, expectedVersion),
    eraseContact: (_, { id, expectedVersion }, ctx) => eraseContact(ctx, id, expectedVersion),
  },
};
