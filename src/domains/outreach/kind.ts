// Declares the kind of record `outreach_sequence`.
import { recordKind } from '../records/kind.ts';
import { OutreachSequence } from './model.ts';

export const sequenceKind = recordKind<OutreachSequence>({
  model: OutreachSequence,
  links: () => [],
  search: { subtitle: 'r.status', texts: { name: 'r.name' } },
});
