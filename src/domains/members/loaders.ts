// How members and open invitations are listed, and how records reach the members who look after them.

import type { Listing } from '../../lists/listing.ts';
import { byId } from '../../lists/loaders.ts';
import { Member } from './model.ts';

export const memberListing: Listing = { model: Member };

export const memberByUser = byId<Member>(Member, 'user_id');
