// How members and open invitations are listed.
import { tagFilter } from '../../db/filters.ts';
import type { Listing } from '../../db/page.ts';
import { Member } from './model.ts';

export const memberListing: Listing = {
  model: Member,
  filters: { role: tagFilter('members.roles') },
  nullable: ['name', 'joined_at'],
};
