// Resolvers of companies: operations call services, other fields call loaders.

import {
  addIdentifier,
  listIdentifiers,
  removeIdentifier,
  updateIdentifier,
} from '../src/domains/companies/identifiers.ts';
import {
  childrenOfCompany,
  companyById,
  countChildrenOfCompany,
  identifiersOfCompany,
  liveCompanyId,
} from '../src/domains/companies/loaders.ts';
import type { Company } from '../src/domains/companies/model.ts';
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
import { formatMoney, moneySql } from '../src/domains/money.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related, sameRow } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const companies: Resolvers = {
  Query: {
    company: (_, { id }, ctx, info) => getCompany(ctx, id, lookahead(info, 'companies')),
    companies: async (_, args, ctx, info) =>
      listCompanies(ctx, await applySavedView(ctx, 'companies', args), lookahead(info, 'companies')),
    exportCompanies: async (_, args, ctx, info) =>
      exportCompanies(ctx, await applySavedView(ctx, 'companies', args), lookahead(info, 'companies')),
    companyIdentifiers: (_, { companyId }, ctx) => listIdentifiers(ctx, companyId),
  },
  Mutation: {
    createCompany: (_, { input }, ctx) => createCompany(ctx, input),
    updateCompany: (_, { id, input, expectedVersion }, ctx) => updateCompany(ctx, id, input, expectedVersion),
    deleteCompany: (_, { id, expectedVersion }, ctx) => deleteCompany(ctx, id, expectedVersion),
    restoreCompany: (_, { id, expectedVersion }, ctx) => restoreCompany(ctx, id, expectedVersion),
    upsertCompany: (_, { input }, ctx) => upsertCompany(ctx, input),
    bulkUpdateCompanies: (_, { ids, changes }, ctx) => bulkUpdateCompanies(ctx, ids, changes),
    addCompanyIdentifier: (_, { companyId, input }, ctx) => addIdentifier(ctx, companyId, input),
    updateCompanyIdentifier: (_, { companyId, identifierId, input }, ctx) =>
      updateIdentifier(ctx, companyId, identifierId, input),
    removeCompanyIdentifier: (_, { companyId, identifierId }, ctx) =>
      removeIdentifier(ctx, companyId, identifierId),
  },
  Company: {
    annualRevenue: computed<Company>(
      ['annualRevenue', 'revenueCurrency'],
      ({ annualRevenue, revenueCurrency }) => annualRevenue && formatMoney(annualRevenue, revenueCurrency!),
      (company) => moneySql(`${company}.annual_revenue`, `${company}.revenue_currency`),
    ),
    identifiers: related(identifiersOfCompany),
    websites: related(identifiersOfCompany, 'id', { by: 'identifierType', is: 'website' }),
    emailDomains: related(identifiersOfCompany, 'id', { by: 'identifierType', is: 'email_domain' }),
    parentCompanyId: related(liveCompanyId, 'parentCompanyId'),
    parent: related(companyById, 'parentCompanyId'),
    children: related(childrenOfCompany),
    counts: sameRow,
  },
  CompanyCounts: {
    children: related(countChildrenOfCompany),
  },
};
