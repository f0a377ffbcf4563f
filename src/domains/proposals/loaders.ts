// How proposals are listed, and how an agent reaches its own.

import type { Listing } from '../../lists/listing.ts';
import { listOf } from '../../lists/loaders.ts';
import { ActionProposal } from './model.ts';

export const proposalListing: Listing = { model: ActionProposal };

export const proposalsOfAgent = listOf<ActionProposal>('action_proposals.agent', {
  listing: proposalListing,
  parent: 'action_proposals.agent_id',
});
