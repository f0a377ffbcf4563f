// How members and open invitations are listed, and how records reach the members who look after them.
import { tagFilter } from '../../db/filters.ts';
import { byId } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { Member } from './model.ts';

export const memberListing: Listing = {
  model: Member,
  filters: { role: tagFilter('members.roles') },
  nullable: ['name', 'joined_at'],
};

export const memberByUser = byId<Member>(Member, 'user_id');
