// The states of a campaign as a property: whatever is asked of it, it moves as crm.md section 9 says.
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertTransition } from '../../src/domains/campaigns/rules.ts';

const STATES = ['draft', 'scheduled', 'sending', 'paused', 'completed', 'cancelled'] as const;
type State = (typeof STATES)[number];

/** The table of crm.md section 9; a campaign that is being sent is paused before it is cancelled. */
const MOVES: Record<State, State[]> = {
  draft: ['scheduled', 'sending', 'cancelled'],
  scheduled: ['sending', 'cancelled'],
  sending: ['paused', 'completed'],
  paused: ['sending', 'cancelled'],
  completed: [],
  cancelled: [],
};

it('a campaign moves along the table and no other way, and what has ended stays so', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STATES), { maxLength: 12 }), (asked) => {
      let state: State = 'draft';
      for (const next of asked) {
        if (MOVES[state].includes(next)) {
          assertTransition(state, next);
          state = next;
        } else
          expect(() => assertTransition(state, next)).toThrow(
            expect.objectContaining({ code: 'INVALID_STATE_TRANSITION' }),
          );
      }
    }),
  );
});
