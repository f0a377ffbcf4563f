// Resolvers of competitors: root fields by the verbs of a plain record, relations by loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import {
  getBattlecard,
  publishBattlecard,
  publishedBattlecard,
  saveBattlecard,
} from '../src/domains/competitors/battlecards.ts';
import { compareCompetitors } from '../src/domains/competitors/comparison.ts';
import { competitorsOfCompany, competitorVerbs } from '../src/domains/competitors/kind.ts';
import { dealsOfCompetitor, type WinLoss, winLossAgainst } from '../src/domains/deals/competitors.ts';
import { formatMoney } from '../src/domains/money.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';
import { recordResolvers } from './records.ts';

const records = recordResolvers(competitorVerbs);

type Values = WinLoss['value'][number];
const money = (of: 'won' | 'lost' | 'open') =>
  computed<Values>([of, 'currency'], (values) => formatMoney(values[of], values.currency));

export const competitors: Resolvers = {
  Query: {
    ...records.Query,
    competitorComparison: (_, { ids, dimensions }, ctx) => compareCompetitors(ctx, ids, dimensions),
    battlecard: (_, { competitorId }, ctx) => getBattlecard(ctx, competitorId),
    competitorWinLoss: async (_, { competitorId }, ctx) => {
      await competitorVerbs.get(ctx, competitorId);
      return winLossAgainst(ctx, competitorId);
    },
  },
  Mutation: {
    ...records.Mutation,
    saveBattlecard: (_, { competitorId, sections, expectedVersion }, ctx) =>
      saveBattlecard(ctx, competitorId, sections, expectedVersion),
    publishBattlecard: (_, { competitorId, expectedVersion }, ctx) =>
      publishBattlecard(ctx, competitorId, expectedVersion),
  },
  Competitor: {
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    deals: related(dealsOfCompetitor),
    battlecard: related(publishedBattlecard),
  },
  WinLossValue: { won: money('won'), lost: money('lost'), open: money('open') },
  Company: { competitors: related(competitorsOfCompany) },
} as Resolvers;
