// The listing of relationship outcomes and their loader by contact.
import { listOf } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { RelationshipOutcome } from './model.ts';

export const LATEST_FIRST = ['-occurred_on'];
export const outcomeListing: Listing = { model: RelationshipOutcome };

export const outcomesOfContact = listOf<RelationshipOutcome>('relationship_outcomes.contact', {
  listing: outcomeListing,
  parent: 'relationship_outcomes.contact_id',
  sort: LATEST_FIRST,
});
