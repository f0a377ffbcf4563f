// The listing of members and open invitations, and the loader of members by user id.
import type { Listing } from '../../lists/listing.ts';
import { byId } from '../../lists/loaders.ts';
import { Member } from './model.ts';

export const memberListing: Listing = { model: Member };

export const memberByUser = byId<Member>(Member, 'user_id');
