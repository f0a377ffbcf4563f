// The listing of members and open invitations, and the loader of members by user id.
import { byId } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { Member } from './model.ts';

export const memberListing: Listing = { model: Member };

export const memberByUser = byId<Member>(Member, 'user_id');
