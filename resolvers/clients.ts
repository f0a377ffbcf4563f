// Resolvers of clients: operations call services, other fields call loaders.
import { createOrLinkClient } from '../src/domains/clients/create.ts';
import { clientOfCompany, statusHistoryOfClient } from '../src/domains/clients/loaders.ts';
import type { Client } from '../src/domains/clients/model.ts';
import {
  changeNumber,
  changeStatus,
  deactivateClient,
  getClient,
  listClients,
  updateClient,
} from '../src/domains/clients/service.ts';
import { companyById, identifiersOfCompany } from '../src/domains/companies/loaders.ts';
import {
  projectFigures,
  receivables,
  taskFigures,
  ticketFigures,
  unbilledTime,
} from '../src/domains/dossiers/client-figures.ts';
import { healthOfClient } from '../src/domains/dossiers/health.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const clients: Resolvers = {
  Query: {
    client: (_, { id }, ctx, info) => getClient(ctx, id, lookahead(info, 'companies')),
    clients: async (_, args, ctx, info) =>
      listClients(ctx, await applySavedView(ctx, 'clients', args), lookahead(info, 'companies')),
  },
  Mutation: {
    createOrLinkClient: (_, { input }, ctx) => createOrLinkClient(ctx, input),
    updateClient: (_, { id, input, expectedVersion }, ctx) => updateClient(ctx, id, input, expectedVersion),
    changeClientStatus: (_, { id, status, reason, expectedVersion }, ctx) =>
      changeStatus(ctx, id, status, reason, expectedVersion),
    changeClientNumber: (_, { id, expectedVersion, ...numbers }, ctx) =>
      changeNumber(ctx, id, numbers, expectedVersion),
    deactivateClient: (_, { id, expectedVersion }, ctx) => deactivateClient(ctx, id, expectedVersion),
  },
  Client: {
    statusHistory: related(statusHistoryOfClient),
    identifiers: related(identifiersOfCompany),
    websites: related(identifiersOfCompany, 'id', { by: 'identifierType', is: 'website' }),
    emailDomains: related(identifiersOfCompany, 'id', { by: 'identifierType', is: 'email_domain' }),
    company: related(companyById),
    openProjects: computed<Client>(
      ['id'],
      async ({ id }, ctx) => (await projectFigures(ctx, id))?.open ?? null,
    ),
    activeMilestones: computed<Client>(
      ['id'],
      async ({ id }, ctx) => (await projectFigures(ctx, id))?.milestones ?? null,
    ),
    overdueTasks: computed<Client>(
      ['id'],
      async ({ id }, ctx) => (await taskFigures(ctx, id))?.overdue ?? null,
    ),
    openTickets: computed<Client>(
      ['id'],
      async ({ id }, ctx) => (await ticketFigures(ctx, id))?.open ?? null,
    ),
    openBalance: computed<Client>(
      ['id'],
      async ({ id }, ctx) => (await receivables(ctx, id))?.balances ?? null,
    ),
    creditBalance: computed<Client>(
      ['id'],
      async ({ id }, ctx) => (await receivables(ctx, id))?.credits ?? null,
    ),
    unbilledMinutes: computed<Client>(
      ['id'],
      async ({ id }, ctx) =>
        (await unbilledTime(ctx, id))?.reduce((sum, { minutes }) => sum + minutes, 0) ?? null,
    ),
    health: computed<Client>(['id'], ({ id }, ctx) => healthOfClient(ctx, id)),
    match: computed<Partial<Awaited<ReturnType<typeof createOrLinkClient>>>>(
      [],
      ({ match }) => match ?? null,
    ),
  },
  Company: { client: related(clientOfCompany) },
};
