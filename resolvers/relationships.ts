// Resolvers of relationships and their outcomes: operations call services, other fields call loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import type { Contact } from '../src/domains/contacts/model.ts';
import { getContact } from '../src/domains/contacts/service.ts';
import { dealById } from '../src/domains/deals/loaders.ts';
import { listFollowUps } from '../src/domains/relationships/follow-ups.ts';
import { outcomesOfContact } from '../src/domains/relationships/loaders.ts';
import type { RelationshipOutcome } from '../src/domains/relationships/model.ts';
import {
  confirmOutcome,
  correctOutcome,
  listOutcomes,
  recordOutcome,
} from '../src/domains/relationships/outcomes.ts';
import { snoozeFollowUp, updateRelationship } from '../src/domains/relationships/service.ts';
import { governanceOf, readSignals } from '../src/domains/relationships/signals.ts';
import { listTouches } from '../src/domains/relationships/touches.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { column, related, sameRow } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const relationships: Resolvers = {
  Query: {
    relationshipSummary: (_, { contactId }, ctx, info) =>
      getContact(ctx, contactId, lookahead(info, 'contacts')),
    relationshipOutcomes: (_, { contactId, ...args }, ctx, info) =>
      listOutcomes(ctx, contactId, args, lookahead(info, 'relationship_outcomes')),
    relationshipFollowUps: (_, args, ctx) => listFollowUps(ctx, args),
    contactTouches: (_, { contactId, ...args }, ctx) => listTouches(ctx, contactId, args),
  },
  Mutation: {
    updateContactRelationship: (_, { contactId, input, expectedVersion }, ctx) =>
      updateRelationship(ctx, contactId, input, expectedVersion),
    snoozeContactFollowUp: (_, { contactId, until, expectedVersion }, ctx) =>
      snoozeFollowUp(ctx, contactId, until, expectedVersion),
    recordRelationshipOutcome: (_, { contactId, input, ...filing }, ctx) =>
      recordOutcome(ctx, contactId, input, filing),
    correctRelationshipOutcome: (_, { contactId, outcomeId, input, expectedVersion }, ctx) =>
      correctOutcome(ctx, contactId, outcomeId, input, expectedVersion),
    confirmRelationshipOutcome: (_, { contactId, outcomeId, expectedVersion }, ctx) =>
      confirmOutcome(ctx, contactId, outcomeId, expectedVersion),
  },
  Contact: { relationshipSummary: sameRow, outcomes: related(outcomesOfContact) },
  RelationshipSummary: {
    contactId: column<Contact>('id'),
    context: sameRow,
    signals: computed<Contact>(['id'], ({ id }, ctx) => readSignals(ctx, id)),
    recencyBand: computed<Contact>(['id'], ({ id }, ctx) =>
      readSignals(ctx, id).then(({ recencyBand }) => recencyBand),
    ),
    governance: computed<Contact>(['id'], ({ id }, ctx) => governanceOf(ctx, id)),
  },
  RelationshipContext: {
    proposedBy: column<Contact>('relationshipProposedBy'),
  },
  RelationshipFollowUp: { contact: related(contactById, 'contactId') },
  RelationshipOutcome: {
    contact: related(contactById, 'contactId'),
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    deal: related(dealById, 'dealId'),
    recordedBy: column<RelationshipOutcome>('createdBy'),
  },
};
