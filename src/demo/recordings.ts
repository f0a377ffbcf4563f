// Recordings of calls of a demo workspace: one with a transcript, and one whose people did not agree.

import type { Row } from './companies.ts';
import type { CommunicationRows } from './messages.ts';
import type { Random } from './random.ts';

const TURNS = [
  { speaker: 'Customer', startMs: 0, endMs: 4200, text: 'Good morning. We have looked at your offer.' },
  {
    speaker: 'Sales',
    startMs: 4300,
    endMs: 7900,
    text: 'Thank you. What do you think of the second variant?',
  },
  {
    ...{ speaker: 'Customer', startMs: 8100, endMs: 15_600 },
    text: 'It suits us, if the training takes place here. Who would come, and for how long?',
  },
  {
    speaker: 'Sales',
    startMs: 15_900,
    endMs: 21_000,
    text: 'Two of us, for two days. I will send you the dates.',
  },
];

/** Adds the recordings of the two newest connected calls, as their provider keeps them. */
export function addRecordings(random: Random, rows: CommunicationRows, now: Date): void {
  const calls = rows.calls
    .filter(({ outcome }) => outcome === 'connected')
    .toSorted((one, other) => Number(other.started_at) - Number(one.started_at));
  const keptUntil = new Date(now.getTime() + 180 * 86_400_000).toISOString().slice(0, 10);
  for (const [index, call] of calls.slice(0, 2).entries()) {
    const isGranted = index === 0;
    const id = random.id(call.started_at as Date);
    rows.recordings.push({
      ...recordOf(call),
      ...{ id, call_id: call.id, title: call.subject, source: 'provider', provider_ref: `demo-${index + 1}` },
      ...{ duration_s: call.duration_s, consent_state: isGranted ? 'granted' : 'denied' },
      ...{ consent_by: call.created_by, consent_at: call.started_at },
      transcript_state: isGranted ? 'ready' : 'none',
      transcript_language: isGranted ? 'en' : null,
      retention_until: keptUntil,
    });
    if (isGranted)
      rows.transcripts.push({
        ...{ tenant_id: call.tenant_id, recording_id: id, turns: TURNS, created_at: call.started_at },
      });
  }
}

function recordOf({ tenant_id, created_at, created_by }: Row): Row {
  return {
    ...{ tenant_id, version: 1, custom_fields: {}, deleted_at: null },
    ...{ created_at, updated_at: created_at, created_by, updated_by: created_by },
  };
}
