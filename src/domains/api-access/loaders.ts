// How API tokens are listed.
import type { Listing } from '../../lists/listing.ts';
import { ApiToken } from './model.ts';

export const tokenListing: Listing = { model: ApiToken };
