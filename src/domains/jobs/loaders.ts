// How jobs are listed.
import type { Listing } from '../../lists/listing.ts';
import { Job } from './model.ts';

export const jobListing: Listing = { model: Job };
