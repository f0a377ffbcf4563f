// Resolvers of dossiers: operations call services, sections call loaders.
import { clientOfCompany } from '../src/domains/clients/loaders.ts';
import { identifiersOfCompany } from '../src/domains/companies/loaders.ts';
import { healthOfClient } from '../src/domains/dossiers/health.ts';
import {
  contactsByRecency,
  firstNotes,
  latestActivities,
  latestCommunications,
  latestRooms,
  lostCount,
  nextScheduled,
  openActionItems,
  openDeals,
  wonValue,
} from '../src/domains/dossiers/loaders.ts';
import type { ClientOverview, CompanyDossier, WonValue } from '../src/domains/dossiers/model.ts';
import { getClientOverview, getCompanyDossier } from '../src/domains/dossiers/service.ts';
import { formatMoney } from '../src/domains/money.ts';
import { selectionOf } from '../src/operations/selection.ts';
import { related, sameRow } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

const skipped = computed<ClientOverview>([], ({ skipped: sections }) => sections);

export const dossiers: Resolvers = {
  Query: {
    companyDossier: (_, { companyId }, ctx, info) =>
      getCompanyDossier(ctx, companyId, selectionOf(info, 'companies')),
    clientOverview: (_, { clientId }, ctx, info) =>
      getClientOverview(ctx, clientId, selectionOf(info, 'companies')),
  },
  CompanyDossier: {
    company: sameRow,
    identifiers: related(identifiersOfCompany),
    client: related(clientOfCompany),
    contacts: related(contactsByRecency),
    deals: sameRow,
    rooms: related(latestRooms),
    nextScheduled: related(nextScheduled),
    notes: related(firstNotes),
    communications: related(latestCommunications),
    activities: related(latestActivities),
    actionItemsOpen: related(openActionItems),
    skipped,
    generatedAt: computed<CompanyDossier>([], ({ generatedAt }) => generatedAt),
  },
  DossierDeals: {
    open: related(openDeals),
    wonValue: related(wonValue),
    lostCount: related(lostCount),
  },
  WonValue: {
    value: computed<WonValue>(['value', 'currency'], ({ value, currency }) => formatMoney(value, currency)),
  },
  ClientOverview: {
    client: sameRow,
    health: computed<ClientOverview>(['id'], ({ id }, ctx) => healthOfClient(ctx, id)),
    skipped,
  },
};
