// How outcomes are listed for the contact that they belong to.

import type { Listing } from '../../lists/listing.ts';
import { listOf } from '../../lists/loaders.ts';
import { RelationshipOutcome } from './model.ts';

export const LATEST_FIRST = ['-occurred_on'];
export const outcomeListing: Listing = { model: RelationshipOutcome };

export const outcomesOfContact = listOf<RelationshipOutcome>('relationship_outcomes.contact', {
  listing: outcomeListing,
  parent: 'relationship_outcomes.contact_id',
  sort: LATEST_FIRST,
});
