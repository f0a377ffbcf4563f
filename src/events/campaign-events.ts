// The events of campaigns in addition to those of every record.
export const CAMPAIGN_EVENTS = {
  'campaign.launched': { object: 'campaign', line: 'Campaign launched' },
  'campaign.started': { object: 'campaign', line: 'Campaign started at its time', isInternal: true },
  'campaign.paused': { object: 'campaign', line: 'Campaign paused' },
  'campaign.completed': { object: 'campaign', line: 'Campaign completed' },
  'campaign.cancelled': { object: 'campaign', line: 'Campaign cancelled' },
  'campaign.members_added': { object: 'campaign', line: 'Members added to a campaign', isInternal: true },
  'campaign.member_removed': { object: 'campaign', line: 'Member of a campaign removed', isInternal: true },
  'campaign.test_sent': { object: 'campaign', line: 'Campaign sent to the team as a test', isInternal: true },
} as const;
