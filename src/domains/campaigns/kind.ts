// Campaigns as a kind of record, and the campaigns and memberships of contacts and companies.
import { listOf } from '../../lists/loaders.ts';
import { recordKind } from '../records/kind.ts';
import { Campaign, CampaignMember } from './model.ts';

export const campaignKind = recordKind<Campaign>({
  model: Campaign,
  withheld: ['body', 'bodyHtml'],
  search: { subtitle: 'r.subject', texts: { name: 'r.name', subject: 'r.subject' } },
});

export const memberListing = { model: CampaignMember };

export const campaignsOfContact = listOf<Campaign>('campaigns.contact', {
  listing: campaignKind.listing,
  parent: 'campaign_members.contact_id',
  join: `join campaign_members on campaign_members.tenant_id = campaigns.tenant_id
    and campaign_members.campaign_id = campaigns.id and campaign_members.deleted_at is null`,
});

export const membersOfCompany = listOf<CampaignMember>('campaign_members.company', {
  listing: memberListing,
  parent: 'contacts.company_id',
  join: `join contacts on contacts.tenant_id = campaign_members.tenant_id
    and contacts.id = campaign_members.contact_id and contacts.deleted_at is null`,
});
