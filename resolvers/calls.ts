// Resolvers of calls and call templates: operations call services, other fields call loaders.
import { actionItemsOfActivity } from '../src/domains/activities/loaders.ts';
import type { CallTemplate } from '../src/domains/call-templates/model.ts';
import {
  createCallTemplate,
  deleteCallTemplate,
  getCallTemplate,
  listCallTemplates,
  mergeFieldsOf,
  renderCallTemplate,
  updateCallTemplate,
} from '../src/domains/call-templates/service.ts';
import {
  callsOfCompany,
  callsOfContact,
  callsOfDeal,
  contactsLinkedToCall,
  contactsLinkedToCallSql,
  participantsOfCall,
} from '../src/domains/calls/loaders.ts';
import type { Call } from '../src/domains/calls/model.ts';
import {
  completeCall,
  createCall,
  deleteCall,
  getCall,
  listCalls,
  updateCall,
} from '../src/domains/calls/service.ts';
import { liveCompanyId } from '../src/domains/companies/loaders.ts';
import { liveDealId } from '../src/domains/deals/loaders.ts';
import { liveProjectId } from '../src/domains/projects/loaders.ts';
import { liveRoomId } from '../src/domains/rooms/loaders.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related, sameRow } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const calls: Resolvers = {
  Query: {
    call: (_, { id }, ctx, info) => getCall(ctx, id, lookahead(info, 'calls')),
    calls: async (_, args, ctx, info) =>
      listCalls(ctx, await applySavedView(ctx, 'calls', args), lookahead(info, 'calls')),
    callTemplate: (_, { id }, ctx, info) => getCallTemplate(ctx, id, lookahead(info, 'call_templates')),
    callTemplates: async (_, args, ctx, info) =>
      listCallTemplates(
        ctx,
        await applySavedView(ctx, 'call_templates', args),
        lookahead(info, 'call_templates'),
      ),
    renderCallTemplate: (_, args, ctx) => renderCallTemplate(ctx, args),
  },
  Mutation: {
    createCall: (_, { input }, ctx) => createCall(ctx, input),
    updateCall: (_, { id, input, expectedVersion }, ctx) => updateCall(ctx, id, input, expectedVersion),
    deleteCall: (_, { id, expectedVersion }, ctx) => deleteCall(ctx, id, expectedVersion),
    completeCall: (_, { id, input, expectedVersion }, ctx) => completeCall(ctx, id, input, expectedVersion),
    createCallTemplate: (_, { input }, ctx) => createCallTemplate(ctx, input),
    updateCallTemplate: (_, { id, input, expectedVersion }, ctx) =>
      updateCallTemplate(ctx, id, input, expectedVersion),
    deleteCallTemplate: (_, { id, expectedVersion }, ctx) => deleteCallTemplate(ctx, id, expectedVersion),
  },
  Call: {
    participants: related(participantsOfCall),
    links: sameRow,
    nextSteps: related(actionItemsOfActivity, 'activityId'),
  },
  CallLinks: {
    companyId: related(liveCompanyId, 'companyId'),
    dealId: related(liveDealId, 'dealId'),
    projectId: related(liveProjectId, 'projectId'),
    roomId: related(liveRoomId, 'roomId'),
    contactIds: computed<Call>(
      ['id'],
      ({ id }, ctx) => contactsLinkedToCall(ctx, id),
      contactsLinkedToCallSql,
    ),
  },
  CallTemplate: { mergeFields: computed<CallTemplate>(['sections'], mergeFieldsOf) },
  Company: { calls: related(callsOfCompany) },
  Contact: { calls: related(callsOfContact) },
  Deal: { calls: related(callsOfDeal) },
};
