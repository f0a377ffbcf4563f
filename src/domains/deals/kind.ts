// Deals as a kind of record.
import { recordKind } from '../records/kind.ts';
import { Deal } from './model.ts';

/** Which timelines show a change follows from the contacts of the deal too: `linksOf` of stages.ts. */
export const dealKind = recordKind<Deal>({ model: Deal, withheld: ['lostNote', 'nextStep'] });
