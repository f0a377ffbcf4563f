// Resolvers of deals: operations call services, other fields call loaders.
import { listActivity } from '../src/domains/activities/service.ts';
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { competitorById } from '../src/domains/competitors/kind.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { getBoard } from '../src/domains/deals/board.ts';
import { competitorsOfDeal, setCompetitors } from '../src/domains/deals/competitors.ts';
import { addDealContact, listDealsOfContact, removeDealContact } from '../src/domains/deals/contacts.ts';
import { CONTRACT_FIELDS, contractWarning, trimZeros } from '../src/domains/deals/contract-rules.ts';
import { getForecast } from '../src/domains/deals/forecast.ts';
import { getLineage, lineageOf } from '../src/domains/deals/lineage.ts';
import {
  contactsOfDeal,
  countOpenDealsOfCompany,
  dealById,
  dealsOfCompany,
  dealsOfContact,
  movesFromStage,
  pipelineById,
  stageEntriesOfDeal,
  stagesOfPipeline,
  successorsOfDeal,
} from '../src/domains/deals/loaders.ts';
import type { Deal } from '../src/domains/deals/model.ts';
import { addStage, deleteStage, updateStage } from '../src/domains/deals/pipeline-stages.ts';
import {
  createPipeline,
  deletePipeline,
  listPipelines,
  updatePipeline,
} from '../src/domains/deals/pipelines.ts';
import {
  createDeal,
  deleteDeal,
  exportDeals,
  getDeal,
  listDeals,
  noteSubject,
  restoreDeal,
  setContractStructure,
  updateDeal,
} from '../src/domains/deals/service.ts';
import { bulkMoveStage, listStageEntries, moveStage } from '../src/domains/deals/stages.ts';
import { memberByUser } from '../src/domains/members/loaders.ts';
import { formatMoney, moneySql } from '../src/domains/money.ts';
import { notesOfDeal } from '../src/domains/notes/loaders.ts';
import { addNote, deleteNote, listNotes } from '../src/domains/notes/service.ts';
import { handOffDeal } from '../src/domains/projects/hand-off.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const deals: Resolvers = {
  Query: {
    deal: (_, { id }, ctx, info) => getDeal(ctx, id, lookahead(info, 'deals')),
    deals: async (_, args, ctx, info) =>
      listDeals(ctx, await applySavedView(ctx, 'deals', args), lookahead(info, 'deals')),
    contactDeals: (_, { contactId, ...args }, ctx, info) =>
      listDealsOfContact(ctx, contactId, args, lookahead(info, 'deal_contacts')),
    dealNotes: (_, { dealId, ...args }, ctx, info) =>
      listNotes(ctx, noteSubject(dealId), args, lookahead(info, 'notes')),
    exportDeals: async (_, args, ctx, info) =>
      exportDeals(ctx, await applySavedView(ctx, 'deals', args), lookahead(info, 'deals')),
    dealActivity: (_, { dealId, ...args }, ctx, info) =>
      listActivity(ctx, 'deal', dealId, args, lookahead(info, 'activities')),
    dealPipelines: (_, _args, ctx) => listPipelines(ctx),
    dealStageHistory: (_, { dealId }, ctx) => listStageEntries(ctx, dealId),
    dealBoard: (_, args, ctx) => getBoard(ctx, args),
    dealForecast: (_, args, ctx) => getForecast(ctx, args),
    dealLineage: (_, { dealId }, ctx) => getLineage(ctx, dealId),
  },
  Mutation: {
    createDeal: (_, { input }, ctx) => createDeal(ctx, input),
    updateDeal: (_, { id, input, expectedVersion }, ctx) => updateDeal(ctx, id, input, expectedVersion),
    deleteDeal: (_, { id, expectedVersion }, ctx) => deleteDeal(ctx, id, expectedVersion),
    restoreDeal: (_, { id, expectedVersion }, ctx) => restoreDeal(ctx, id, expectedVersion),
    moveDealStage: (_, { id, input, expectedVersion }, ctx) => moveStage(ctx, id, input, expectedVersion),
    bulkMoveDealStage: (_, { ids, changes }, ctx) => bulkMoveStage(ctx, ids, changes),
    setDealContractStructure: (_, { id, input, expectedVersion }, ctx) =>
      setContractStructure(ctx, id, input, expectedVersion),
    setDealCompetitors: (_, { id, competitors, expectedVersion }, ctx) =>
      setCompetitors(ctx, id, competitors, expectedVersion),
    handOffDeal: (_, { id, allowIncomplete, expectedVersion }, ctx) =>
      handOffDeal(ctx, id, allowIncomplete ?? false, expectedVersion),
    addDealContact: (_, { dealId, input }, ctx) => addDealContact(ctx, dealId, input),
    removeDealContact: (_, { dealId, contactId }, ctx) => removeDealContact(ctx, dealId, contactId),
    addDealNote: (_, { dealId, input }, ctx) => addNote(ctx, noteSubject(dealId), input),
    deleteDealNote: (_, { dealId, noteId }, ctx) => deleteNote(ctx, noteSubject(dealId), noteId),
    createDealPipeline: (_, { input }, ctx) => createPipeline(ctx, input),
    updateDealPipeline: (_, { id, input, expectedVersion }, ctx) =>
      updatePipeline(ctx, id, input, expectedVersion),
    deleteDealPipeline: (_, { id, expectedVersion, ...destination }, ctx) =>
      deletePipeline(ctx, id, destination, expectedVersion),
    addDealStage: (_, { pipelineId, input }, ctx) => addStage(ctx, pipelineId, input),
    updateDealStage: (_, { pipelineId, stageId, input }, ctx) => updateStage(ctx, pipelineId, stageId, input),
    deleteDealStage: (_, { pipelineId, stageId, ...destination }, ctx) =>
      deleteStage(ctx, pipelineId, stageId, destination),
  },
  Deal: {
    value: computed<Deal>(
      ['value', 'currency'],
      ({ value, currency }) => value && formatMoney(value, currency),
      (deal) => moneySql(`${deal}.value`, `${deal}.currency`),
    ),
    unitPrice: computed<Deal>(['unitPrice'], ({ unitPrice }) => trimZeros(unitPrice)),
    unitQuantity: computed<Deal>(['unitQuantity'], ({ unitQuantity }) => trimZeros(unitQuantity)),
    overageRate: computed<Deal>(['overageRate'], ({ overageRate }) => trimZeros(overageRate)),
    contractStructureWarning: computed<Deal>(['status', ...CONTRACT_FIELDS], contractWarning),
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    owner: related(memberByUser, 'ownerUserId'),
    lineage: computed<Deal>(['id'], ({ id }, ctx) => lineageOf(ctx, id)),
    pipeline: related(pipelineById, 'pipelineId'),
    predecessor: related(dealById, 'predecessorDealId'),
    successors: related(successorsOfDeal),
    stageHistory: related(stageEntriesOfDeal),
    contacts: related(contactsOfDeal),
    competitors: related(competitorsOfDeal),
    notes: related(notesOfDeal),
  },
  DealContact: { deal: related(dealById, 'dealId'), contact: related(contactById, 'contactId') },
  DealCompetitor: { competitor: related(competitorById, 'competitorId') },
  DealPipeline: { stages: related(stagesOfPipeline) },
  DealStage: { allowedMoves: related(movesFromStage) },
  Company: { deals: related(dealsOfCompany) },
  CompanyCounts: { openDeals: related(countOpenDealsOfCompany) },
  Contact: { deals: related(dealsOfContact) },
};
