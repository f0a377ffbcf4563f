// Loads recordings for their calls, and the turns of transcripts.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { dayOf } from '../days.ts';
import { type FileFacts, fileById } from '../file-facts.ts';
import type { CallRecording, ConsentState, TranscriptTurn } from './model.ts';
import { isExpired } from './rules.ts';

/** A recording as its call shows it. */
export interface RecordingSummary {
  id: string;
  title: string | null;
  durationS: number | null;
  consentState: ConsentState;
}

/** Returns the recordings of a call, oldest first; one statement for all calls of a page. */
export function recordingsOfCall(ctx: TenantContext, callId: string): Promise<RecordingSummary[]> {
  return loaderOf<string, RecordingSummary[]>(ctx, 'call_recordings.call', async (ids) => {
    const rows = await ctx.tx.rows<RecordingSummary & { callId: string }>(
      `select id, call_id as "callId", title, duration_s as "durationS", consent_state as "consentState" from call_recordings
       where tenant_id = $1 and call_id = any ($2) and deleted_at is null order by created_at, id`,
      [ctx.tenantId, ids],
      'generic',
    );
    const groups = Map.groupBy(rows, (row) => row.callId);
    return ids.map((id) => groups.get(id) ?? []);
  }).load(callId);
}

/** Returns the turns of the transcript of a recording. */
export async function turnsOf(
  { tx, tenantId }: Pick<TenantContext, 'tx' | 'tenantId'>,
  recordingId: string,
): Promise<TranscriptTurn[]> {
  const [row] = await tx.rows<{ turns: TranscriptTurn[] }>(
    'select turns from call_recording_transcripts where tenant_id = $1 and recording_id = $2',
    [tenantId, recordingId],
  );
  return row?.turns ?? [];
}

/** Returns the media of a recording that may still be kept. */
export async function mediaOf(ctx: TenantContext, recording: CallRecording): Promise<FileFacts | null> {
  return hasExpired(ctx, recording) ? null : fileById(ctx, recording.fileId);
}

/** Returns the transcript of a recording, with its turns if the call has asked for them. */
export async function transcriptOf(ctx: TenantContext, recording: CallRecording) {
  const { id, transcriptState: state, transcriptLanguage: language, includesTurns } = recording;
  if (hasExpired(ctx, recording)) return { state: 'none' as const, language: null, turns: null };
  return { state, language, turns: includesTurns && state === 'ready' ? await turnsOf(ctx, id) : null };
}

function hasExpired({ now, principal }: TenantContext, recording: CallRecording): boolean {
  return isExpired(recording, dayOf(now, principal.timeZone));
}
