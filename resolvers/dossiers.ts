// Resolvers of dossiers: operations call services, sections call loaders.
import { clientOfCompany } from '../src/domains/clients/loaders.ts';
import { identifiersOfCompany } from '../src/domains/companies/loaders.ts';
import { receivables, unbilledTime } from '../src/domains/dossiers/client-figures.ts';
import { healthOfClient } from '../src/domains/dossiers/health.ts';
import {
  activeProjects,
  competitorsMet,
  contactsByRecency,
  firstNotes,
  latestActivities,
  latestCommunications,
  latestPulse,
  latestRooms,
  lostCount,
  milestonesDue,
  nextScheduled,
  openActionItems,
  openDeals,
  openInvoices,
  openQuotes,
  overdueTasks,
  runningProjects,
  supportOpen,
  ticketsOpen,
  wonValue,
} from '../src/domains/dossiers/loaders.ts';
import type { ClientOverview, CompanyDossier, WonValue } from '../src/domains/dossiers/model.ts';
import { getClientOverview, getCompanyDossier } from '../src/domains/dossiers/service.ts';
import { formatMoney, roundMoney } from '../src/domains/money.ts';
import { mayReadRates } from '../src/domains/projects/rates.ts';
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
    competitors: related(competitorsMet),
    pulse: related(latestPulse),
    projects: related(runningProjects),
    invoicesSummary: computed<CompanyDossier>(['id'], async ({ id }, ctx) => {
      const owed = await receivables(ctx, id);
      return (
        owed && {
          openInvoices: owed.invoices,
          openBalance: owed.balances,
          overdueBalance: owed.overdue,
          creditBalance: owed.credits,
        }
      );
    }),
    supportOpen: related(supportOpen),
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
    projects: related(activeProjects),
    milestonesDue: related(milestonesDue),
    overdueTasks: related(overdueTasks),
    ticketsOpen: related(ticketsOpen),
    quotesOpen: related(openQuotes),
    invoicesOpen: related(openInvoices),
    timeUnbilled: computed<ClientOverview>(['id'], async ({ id }, ctx) => {
      const time = (await unbilledTime(ctx, id)) ?? [];
      return {
        minutes: time.reduce((sum, { minutes }) => sum + minutes, 0),
        amounts: mayReadRates(ctx)
          ? time.map(({ currency, amount }) => ({ currency, amount: roundMoney(amount, currency) }))
          : [],
      };
    }),
    health: computed<ClientOverview>(['id'], ({ id }, ctx) => healthOfClient(ctx, id)),
    skipped,
  },
};
