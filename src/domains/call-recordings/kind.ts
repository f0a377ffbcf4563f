// Declares the kind of record `call_recording`.
import { recordKind } from '../records/kind.ts';
import { CallRecording } from './model.ts';

export const recordingKind = recordKind<CallRecording>({
  model: CallRecording,
  links: () => [],
  withheld: ['providerUrl'],
  search: { subtitle: 'r.source', texts: { title: 'r.search_title' } },
});
