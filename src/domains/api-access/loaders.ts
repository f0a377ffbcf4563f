// The listing of API tokens.
import type { Listing } from '../../lists/listing.ts';
import { ApiToken } from './model.ts';

export const tokenListing: Listing = { model: ApiToken };
