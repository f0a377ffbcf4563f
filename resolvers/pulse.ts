// Resolvers of signals and watched topics: operations call services, other fields call loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { competitorById, liveCompetitorId } from '../src/domains/competitors/kind.ts';
import {
  companiesOfItem,
  competitorsOfItem,
  dealsOfItem,
  pulseOfCompany,
  pulseOfCompetitor,
  pulseOfDeal,
  topicById,
} from '../src/domains/pulse/kind.ts';
import type { PulseItem } from '../src/domains/pulse/model.ts';
import {
  createPulseItem,
  deletePulseItem,
  getPulseItem,
  listPulseItems,
  updatePulseItem,
} from '../src/domains/pulse/service.ts';
import { createPulseTopic, listPulseTopics, updatePulseTopic } from '../src/domains/pulse/topics.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import type { Relation } from '../src/lists/loaders.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

const idsOf = (records: Relation<Promise<{ id: string }[]>>) =>
  computed<PulseItem>(['id'], async ({ id }, ctx) => (await records(ctx, id)).map((record) => record.id));

export const pulse: Resolvers = {
  Query: {
    pulseItem: (_, { id }, ctx, info) => getPulseItem(ctx, id, lookahead(info, 'pulse_items')),
    pulseItems: async (_, args, ctx, info) =>
      listPulseItems(ctx, await applySavedView(ctx, 'pulse_items', args), lookahead(info, 'pulse_items')),
    pulseTopics: (_, args, ctx, info) => listPulseTopics(ctx, args, lookahead(info, 'pulse_topics')),
  },
  Mutation: {
    createPulseItem: (_, { input }, ctx) => createPulseItem(ctx, input),
    updatePulseItem: (_, { id, input, expectedVersion }, ctx) =>
      updatePulseItem(ctx, id, input, expectedVersion),
    deletePulseItem: (_, { id, expectedVersion }, ctx) => deletePulseItem(ctx, id, expectedVersion),
    createPulseTopic: (_, { input }, ctx) => createPulseTopic(ctx, input),
    updatePulseTopic: (_, { topicId, input, expectedVersion }, ctx) =>
      updatePulseTopic(ctx, topicId, input, expectedVersion),
  },
  PulseItem: {
    topic: related(topicById, 'topicId'),
    companies: related(companiesOfItem),
    companyIds: idsOf(companiesOfItem),
    competitors: related(competitorsOfItem),
    competitorIds: idsOf(competitorsOfItem),
    deals: related(dealsOfItem),
    dealIds: idsOf(dealsOfItem),
  },
  PulseTopic: {
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    competitorId: related(liveCompetitorId, 'competitorId'),
    competitor: related(competitorById, 'competitorId'),
  },
  Company: { pulseItems: related(pulseOfCompany) },
  Competitor: { pulseItems: related(pulseOfCompetitor) },
  Deal: { pulseItems: related(pulseOfDeal) },
};
