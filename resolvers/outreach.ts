// Resolvers of outreach and unsubscription: operations call services, other fields call loaders.
import { enrol, listEnrolments, stopEnrolment } from '../src/domains/outreach/enrol.ts';
import { totalsOfSequence } from '../src/domains/outreach/loaders.ts';
import type { OutreachSequence } from '../src/domains/outreach/model.ts';
import {
  activateSequence,
  createSequence,
  deleteSequence,
  getSequence,
  listSequences,
  pauseSequence,
  updateSequence,
} from '../src/domains/outreach/service.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { unsubscribe, viewUnsubscription } from '../src/domains/unsubscribe/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const outreach: Resolvers = {
  Query: {
    outreachSequence: (_, { id }, ctx, info) => getSequence(ctx, id, lookahead(info, 'outreach_sequences')),
    outreachSequences: async (_, args, ctx, info) =>
      listSequences(
        ctx,
        await applySavedView(ctx, 'outreach_sequences', args),
        lookahead(info, 'outreach_sequences'),
      ),
    outreachEnrolments: (_, { id, ...args }, ctx, info) =>
      listEnrolments(ctx, id, args, lookahead(info, 'outreach_enrolments')),
    unsubscription: (_, { token }, ctx) => viewUnsubscription(ctx, token),
  },
  Mutation: {
    createOutreachSequence: (_, { input }, ctx) => createSequence(ctx, input),
    updateOutreachSequence: (_, { id, input, expectedVersion }, ctx) =>
      updateSequence(ctx, id, input, expectedVersion),
    deleteOutreachSequence: (_, { id, expectedVersion }, ctx) => deleteSequence(ctx, id, expectedVersion),
    activateOutreachSequence: (_, { id, expectedVersion }, ctx) => activateSequence(ctx, id, expectedVersion),
    pauseOutreachSequence: (_, { id, expectedVersion }, ctx) => pauseSequence(ctx, id, expectedVersion),
    enrolInOutreach: (_, { id, ...enrolment }, ctx) => enrol(ctx, id, enrolment),
    stopOutreachEnrolment: (_, { id, enrolmentId }, ctx) => stopEnrolment(ctx, id, enrolmentId),
    unsubscribe: (_, { token }, ctx) => unsubscribe(ctx, token),
  },
  OutreachSequence: {
    totals: computed<OutreachSequence>(['id'], ({ id }, ctx) => totalsOfSequence(ctx, id)),
  },
};
