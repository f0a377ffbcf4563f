// How members and open invitations are listed.
import type { Listing } from '../../db/page.ts';
import { Member } from './model.ts';

export const memberListing: Listing = { model: Member };
