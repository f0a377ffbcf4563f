// Resolvers of tickets and their service level: operations call services, other fields call loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { memberByUser } from '../src/domains/members/loaders.ts';
import { liveProjectId, projectById } from '../src/domains/projects/loaders.ts';
import { bulkUpdateTickets } from '../src/domains/support/bulk.ts';
import {
  filesOfMessage,
  lastMessages,
  slaOf,
  statusAt,
  ticketsOfCompany,
  ticketsOfContact,
  ticketsOfProject,
  trackedMinutes,
} from '../src/domains/support/loaders.ts';
import { mergeTicket } from '../src/domains/support/merge.ts';
import { addMessage, listMessages } from '../src/domains/support/messages.ts';
import type { Ticket, TicketMessage } from '../src/domains/support/model.ts';
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
    ticketMessages: (_, { ticketId, ...args }, ctx, info) =>
      listMessages(ctx, ticketId, args, lookahead(info, 'support_messages')),
    slaPolicies: (_, __, ctx) => getPolicies(ctx),
  },
  Mutation: {
    createTicket: (_, { input }, ctx) => createTicket(ctx, input as never),
    updateTicket: (_, { id, input, expectedVersion }, ctx) =>
      updateTicket(ctx, id, input as never, expectedVersion),
    deleteTicket: (_, { id, expectedVersion }, ctx) => deleteTicket(ctx, id, expectedVersion),
    addTicketMessage: (_, { ticketId, input }, ctx) => addMessage(ctx, ticketId, input as never),
    mergeTicket: (_, { id, expectedVersion, ...merge }, ctx) => mergeTicket(ctx, id, merge, expectedVersion),
    bulkUpdateTickets: (_, { ids, changes }, ctx) => bulkUpdateTickets(ctx, ids, changes as never),
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
    lastMessages: computed<Ticket>(['id'], ({ id }, ctx) => lastMessages(ctx, id)),
    trackedMinutes: computed<Ticket>(['id'], ({ id }, ctx) => trackedMinutes(ctx, id)),
  },
  TicketMessage: {
    attachments: computed<TicketMessage>(['id'], ({ id }, ctx) => filesOfMessage(ctx, id)),
  },
  Company: { tickets: related(ticketsOfCompany) },
  Contact: { tickets: related(ticketsOfContact) },
  Project: { tickets: related(ticketsOfProject) },
};
