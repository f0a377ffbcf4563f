// The listing of jobs.
import type { Listing } from '../../db/page.ts';
import { Job } from './model.ts';

export const jobListing: Listing = { model: Job };
