// Resolvers of tickets and their service level: operations call services, other fields call loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { memberByUser } from '../src/domains/members/loaders.ts';
import { liveProjectId, projectById } from '../src/domains/projects/loaders.ts';
import {
  slaOf,
  statusAt,
  ticketsOfCompany,
  ticketsOfContact,
  ticketsOfProject,
  trackedMinutes,
} from '../src/domains/support/loaders.ts';
import type { Ticket } from '../src/domains/support/model.ts';
import { getPolicies } from '../src/domains/support/policies.ts';
import {
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  restoreTicket,
  setPolicies,
  updateTicket,
} from '../src/domains/support/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const support: Resolvers = {
  Query: {
    ticket: (_, { id }, ctx, info) => getTicket(ctx, id, lookahead(info, 'support_tickets')),
    supportTickets: (_, args, ctx, info) => listTickets(ctx, args, lookahead(info, 'support_tickets')),
    slaPolicies: (_, __, ctx) => getPolicies(ctx),
  },
  Mutation: {
    createTicket: (_, { input }, ctx) => createTicket(ctx, input as never),
    updateTicket: (_, { id, input, expectedVersion }, ctx) =>
      updateTicket(ctx, id, input as never, expectedVersion),
    deleteTicket: (_, { id, expectedVersion }, ctx) => deleteTicket(ctx, id, expectedVersion),
    restoreTicket: (_, { id, expectedVersion }, ctx) => restoreTicket(ctx, id, expectedVersion),
    setSlaPolicies: (_, { expectedVersion, ...input }, ctx) =>
      setPolicies(ctx, input as never, expectedVersion) as never,
  },
  Ticket: {
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    contact: related(contactById, 'contactId'),
    projectId: related(liveProjectId, 'projectId'),
    project: related(projectById, 'projectId'),
    assignee: related(memberByUser, 'assigneeUserId'),
    status: computed<Ticket>(['status', 'closesAt'], (ticket, { now }) => statusAt(ticket, now)),
    closedAt: computed<Ticket>(['status', 'closesAt', 'closedAt'], (ticket, { now }) =>
      statusAt(ticket, now) === 'closed' ? (ticket.closedAt ?? ticket.closesAt) : null,
    ),
    sla: computed<Ticket>(
      [
        ...(['status', 'slaResult', 'riskAt', 'breachAt', 'slaMissed'] as const),
        ...(['firstResponseDueAt', 'nextResponseDueAt', 'resolutionDueAt'] as const),
      ],
      (ticket, { now }) => slaOf(ticket, now),
    ),
    trackedMinutes: computed<Ticket>(['id'], ({ id }, ctx) => trackedMinutes(ctx, id)),
  },
  Company: { tickets: related(ticketsOfCompany) },
  Contact: { tickets: related(ticketsOfContact) },
  Project: { tickets: related(ticketsOfProject) },
};
