// Resolvers of communications and threads: operations call services, other fields call loaders.

import {
  communicationsOfCompany,
  communicationsOfContact,
  communicationsOfDeal,
  linkedContacts,
  linkedContactsSql,
  participantsOfCommunication,
  partsOfThread,
} from '../src/domains/communications/loaders.ts';
import type {
  Communication,
  CommunicationParticipant,
  CommunicationThread,
} from '../src/domains/communications/model.ts';
import { cancelCommunication, sendCommunication } from '../src/domains/communications/send.ts';
import {
  createCommunication,
  deleteCommunication,
  getCommunication,
  listCommunications,
  updateCommunication,
} from '../src/domains/communications/service.ts';
import { getThread, listThreads, messagesOfThread } from '../src/domains/communications/threads.ts';
import { liveCompanyId } from '../src/domains/companies/loaders.ts';
import { liveDealId } from '../src/domains/deals/loaders.ts';
import { liveProjectId } from '../src/domains/projects/loaders.ts';
import { liveRoomId } from '../src/domains/rooms/loaders.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { fail } from '../src/errors.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { column, related, sameRow, sameRowIf } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const communications: Resolvers = {
  Query: {
    communication: (_, { id }, ctx, info) => getCommunication(ctx, id, lookahead(info, 'communications')),
    communications: async (_, args, ctx, info) =>
      listCommunications(
        ctx,
        await applySavedView(ctx, 'communications', args),
        lookahead(info, 'communications'),
      ),
    communicationThreads: (_, args, ctx, info) =>
      listThreads(ctx, args, lookahead(info, 'communication_threads')),
    communicationThread: (_, { threadId }, ctx) => getThread(ctx, threadId),
  },
  Mutation: {
    receiveMailProviderEvent: () =>
      fail('ACTION_NOT_AVAILABLE', 'Send events to /api/communications/webhooks.'),
    receiveVoiceProviderEvent: () => fail('ACTION_NOT_AVAILABLE', 'Send events to /api/calls/webhooks.'),
    createCommunication: (_, { input }, ctx) => createCommunication(ctx, input),
    updateCommunication: (_, { id, input, expectedVersion }, ctx) =>
      updateCommunication(ctx, id, input, expectedVersion),
    sendCommunication: (_, { id, scheduledAt, expectedVersion }, ctx) =>
      sendCommunication(ctx, id, scheduledAt, expectedVersion),
    cancelCommunication: (_, { id, expectedVersion }, ctx) => cancelCommunication(ctx, id, expectedVersion),
    deleteCommunication: (_, { id, expectedVersion }, ctx) => deleteCommunication(ctx, id, expectedVersion),
  },
  Communication: { participants: related(participantsOfCommunication), links: sameRow },
  CommunicationParticipant: {
    delivery: sameRowIf<CommunicationParticipant>('deliveryState'),
  },
  CommunicationDelivery: {
    state: column<CommunicationParticipant>('deliveryState'),
    at: column<CommunicationParticipant>('deliveryAt'),
    reason: column<CommunicationParticipant>('deliveryReason'),
  },
  CommunicationLinks: {
    companyId: related(liveCompanyId, 'companyId'),
    dealId: related(liveDealId, 'dealId'),
    projectId: related(liveProjectId, 'projectId'),
    roomId: related(liveRoomId, 'roomId'),
    contactIds: computed<Communication>(['id'], ({ id }, ctx) => linkedContacts(ctx, id), linkedContactsSql),
  },
  ThreadLinks: {
    companyId: related(liveCompanyId, 'companyId'),
    dealId: related(liveDealId, 'dealId'),
    projectId: related(liveProjectId, 'projectId'),
    roomId: related(liveRoomId, 'roomId'),
    contactIds: computed<CommunicationThread>(
      ['id'],
      async ({ id }, ctx) => (await partsOfThread(ctx, id)).contactIds,
    ),
  },
  CommunicationThread: {
    links: sameRow,
    participants: computed<CommunicationThread>(
      ['id'],
      async ({ id }, ctx) => (await partsOfThread(ctx, id)).participants,
    ),
    lastMessage: computed<CommunicationThread>(
      ['id'],
      async ({ id }, ctx) => (await partsOfThread(ctx, id)).lastMessage,
    ),
    messages: computed<CommunicationThread>(['id'], ({ id }, ctx) => messagesOfThread(ctx, id)),
  },
  Company: { communications: related(communicationsOfCompany) },
  Contact: { communications: related(communicationsOfContact) },
  Deal: { communications: related(communicationsOfDeal) },
};
