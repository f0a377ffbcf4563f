// Companies: arguments to services, fields to loaders.
import { formatMoney } from '../src/domains/money.ts';
import { addIdentifier, listIdentifiers, removeIdentifier, updateIdentifier } from '../src/domains/companies/identifiers.ts';
import {
  childrenOfCompany,
  companyById,
  countChildrenOfCompany,
  identifiersOfCompany,
} from '../src/domains/companies/loaders.ts';
import {
  bulkUpdateCompanies,
  createCompany,
  deleteCompany,
  exportCompanies,
  getCompany,
  listCompanies,
  restoreCompany,
  updateCompany,
  upsertCompany,
} from '../src/domains/companies/service.ts';
import type { Resolvers } from './generated.ts';

export const companies: Resolvers = {
  Query: {
    company: (_, { id }, ctx) => getCompany(ctx, id),
    companies: (_, args, ctx) => listCompanies(ctx, args),
    exportCompanies: (_, args, ctx) => exportCompanies(ctx, args),
    companyIdentifiers: (_, { companyId }, ctx) => listIdentifiers(ctx, companyId),
  },
  Mutation: {
    createCompany: (_, { input }, ctx) => createCompany(ctx, input),
    updateCompany: (_, { id, input, expectedVersion }, ctx) => updateCompany(ctx, id, input, expectedVersion),
    deleteCompany: (_, { id, expectedVersion }, ctx) => deleteCompany(ctx, id, expectedVersion),
    restoreCompany: (_, { id }, ctx) => restoreCompany(ctx, id),
    upsertCompany: (_, { input }, ctx) => upsertCompany(ctx, input),
    bulkUpdateCompanies: (_, { ids, changes }, ctx) => bulkUpdateCompanies(ctx, ids, changes),
    addCompanyIdentifier: (_, { companyId, input }, ctx) => addIdentifier(ctx, companyId, input),
    updateCompanyIdentifier: (_, { companyId, identifierId, input }, ctx) => updateIdentifier(ctx, companyId, identifierId, input),
    removeCompanyIdentifier: (_, { companyId, identifierId }, ctx) => removeIdentifier(ctx, companyId, identifierId),
  },
  Company: {
    clientNumber: (company) => company.clientId,
    annualRevenue: ({ annualRevenue, revenueCurrency }) => annualRevenue && formatMoney(annualRevenue, revenueCurrency!),
    identifiers: (company, _, ctx) => identifiersOfCompany(ctx, company.id),
    websites: async (company, _, ctx) => (await identifiersOfCompany(ctx, company.id)).filter((one) => one.identifierType === 'website'),
    emailDomains: async (company, _, ctx) => (await identifiersOfCompany(ctx, company.id)).filter((one) => one.identifierType === 'email_domain'),
    parent: (company, _, ctx) => companyById(ctx, company.parentCompanyId),
    children: (company, args, ctx) => childrenOfCompany(ctx, company.id, args),
    counts: (company) => company,
  },
  CompanyCounts: {
    children: (company, _, ctx) => countChildrenOfCompany(ctx, company.id),
  },
};
