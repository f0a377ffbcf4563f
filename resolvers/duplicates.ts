// Resolvers of duplicates: operations call the service, other fields load the records of a pair.
import { companyById } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import type { Pair } from '../src/domains/duplicates/compare.ts';
import { companies, contacts } from '../src/domains/duplicates/kinds.ts';
import { dismissDuplicate, duplicatesOf, listDuplicates } from '../src/domains/duplicates/service.ts';
import { column, related } from '../src/operations/sources.ts';
import type { Resolvers } from './generated.ts';

const firstId = column<Pair>('firstId');
const secondId = column<Pair>('secondId');

/** Orders a pair so that the given record comes first. */
const orderedFrom =
  (id: string) =>
  (pair: Pair): Pair =>
    pair.firstId === id ? pair : { ...pair, firstId: pair.secondId, secondId: pair.firstId };

export const duplicates: Resolvers = {
  Query: {
    companyDuplicates: (_, args, ctx) => listDuplicates(ctx, companies, args) as never,
    contactDuplicates: (_, args, ctx) => listDuplicates(ctx, contacts, args) as never,
  },
  Mutation: {
    dismissCompanyDuplicate: (_, { ids }, ctx) => dismissDuplicate(ctx, companies, ids),
    dismissContactDuplicate: (_, { ids }, ctx) => dismissDuplicate(ctx, contacts, ids),
  },
  Company: {
    duplicates: async ({ id }, _, ctx) =>
      (await duplicatesOf(ctx, companies, id)).map(orderedFrom(id)) as never,
  },
  Contact: {
    duplicates: async ({ id }, _, ctx) =>
      (await duplicatesOf(ctx, contacts, id)).map(orderedFrom(id)) as never,
  },
  CompanyDuplicate: {
    companyId: firstId,
    otherCompanyId: secondId,
    company: related(companyById, 'firstId'),
    otherCompany: related(companyById, 'secondId'),
  },
  ContactDuplicate: {
    contactId: firstId,
    otherContactId: secondId,
    contact: related(contactById, 'firstId'),
    otherContact: related(contactById, 'secondId'),
  },
};
