// Resolvers of campaigns and their members: operations call services, other fields call loaders.
import { previewAudience } from '../src/domains/campaigns/audience.ts';
import { campaignKind, campaignsOfContact, membersOfCompany } from '../src/domains/campaigns/kind.ts';
import { cancelCampaign, launchCampaign, pauseCampaign } from '../src/domains/campaigns/launch.ts';
import { listMembers, totalsOfCampaign } from '../src/domains/campaigns/members.ts';
import { addMembers, removeMember } from '../src/domains/campaigns/membership.ts';
import type { Campaign } from '../src/domains/campaigns/model.ts';
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from '../src/domains/campaigns/service.ts';
import { campaignStats } from '../src/domains/campaigns/stats.ts';
import { testSendCampaign } from '../src/domains/campaigns/test-send.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const campaigns: Resolvers = {
  Query: {
    campaign: (_, { id }, ctx, info) => getCampaign(ctx, id, lookahead(info, 'campaigns')),
    campaigns: (_, args, ctx, info) => listCampaigns(ctx, args, lookahead(info, 'campaigns')),
    campaignMembers: (_, { id, ...args }, ctx, info) =>
      listMembers(ctx, id, args, lookahead(info, 'campaign_members')),
    campaignAudiencePreview: async (_, { id, page, pageSize }, ctx) =>
      previewAudience(ctx, await getCampaign(ctx, id), { page: page ?? 1, pageSize: pageSize ?? 25 }),
    campaignStats: (_, { id }, ctx) => campaignStats(ctx, id),
  },
  Mutation: {
    createCampaign: (_, { input }, ctx) => createCampaign(ctx, input),
    updateCampaign: (_, { id, input, expectedVersion }, ctx) =>
      updateCampaign(ctx, id, input, expectedVersion),
    deleteCampaign: (_, { id, expectedVersion }, ctx) => deleteCampaign(ctx, id, expectedVersion),
    addCampaignMembers: (_, { id, contactIds, savedViewId, tag }, ctx) =>
      addMembers(ctx, id, {
        contactIds: contactIds ?? [],
        savedViewId: savedViewId ?? null,
        tag: tag ?? null,
      }),
    removeCampaignMember: (_, { id, memberId }, ctx) => removeMember(ctx, id, memberId),
    testSendCampaign: (_, { id, userIds }, ctx) => testSendCampaign(ctx, id, userIds),
    launchCampaign: (_, { id, expectedVersion }, ctx) => launchCampaign(ctx, id, expectedVersion),
    pauseCampaign: (_, { id, expectedVersion }, ctx) => pauseCampaign(ctx, id, expectedVersion),
    cancelCampaign: (_, { id, expectedVersion }, ctx) => cancelCampaign(ctx, id, expectedVersion),
  },
  Campaign: {
    totals: computed<Campaign>(['id'], ({ id }, ctx) => totalsOfCampaign(ctx, id)),
  },
  CampaignMember: {
    campaign: related(campaignKind.byId, 'campaignId'),
    contact: related(contactById, 'contactId'),
  },
  CampaignCandidate: { contact: related(contactById, 'contactId') },
  Contact: { campaigns: related(campaignsOfContact) },
  Company: { campaignMembers: related(membersOfCompany) },
};
