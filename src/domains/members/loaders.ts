// How members and open invitations are listed, and how records reach the members who look after them.
import { byId } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { Member } from './model.ts';

export const memberListing: Listing = { model: Member };

export const memberByUser = byId<Member>(Member, 'user_id');
