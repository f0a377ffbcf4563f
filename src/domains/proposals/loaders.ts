// The listing of proposals, and the loader of an agent's proposals.
import { listOf } from '../../db/loaders.ts';
import type { Listing } from '../../db/page.ts';
import { ActionProposal } from './model.ts';

export const proposalListing: Listing = { model: ActionProposal };

export const proposalsOfAgent = listOf<ActionProposal>('action_proposals.agent', {
  listing: proposalListing,
  parent: 'action_proposals.agent_id',
});
