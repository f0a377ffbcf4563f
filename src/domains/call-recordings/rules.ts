// Pure rules of recordings: their consent, retention and transcripts.
import { fail, invalid } from '../../errors.ts';
import type { CallRecording, TranscriptTurn } from './model.ts';

/** What a recording no longer has once its media and transcript were erased. */
export const ERASED = {
  fileId: null,
  providerUrl: null,
  transcriptState: 'none',
  transcriptLanguage: null,
} as const satisfies Partial<CallRecording>;

/** Returns whether the retention of a recording has ended. @param today in the time zone of the workspace */
export function isExpired({ retentionUntil }: Pick<CallRecording, 'retentionUntil'>, today: string): boolean {
  return retentionUntil !== null && retentionUntil < today;
}

/** Throws for a day that has passed. @throws VALIDATION_ERROR past */
export function assertRetention(day: string | null | undefined, today: string): void {
  if (day && day < today)
    throw invalid('retention_until', 'past', 'Give today or a later day, or null to keep it.');
}

/** @throws RECORDING_CONSENT_DENIED */
export function assertConsent(state: string | null | undefined): void {
  if (state === 'denied') fail('RECORDING_CONSENT_DENIED');
}

/** Returns turns without white space around their texts. @throws VALIDATION_ERROR required, invalid_range */
export function readTurns(turns: readonly TranscriptTurn[]): TranscriptTurn[] {
  return turns.map(({ speaker, startMs, endMs, text }, index) => {
    const path = `transcript.turns[${index}]`;
    if (!speaker.trim()) throw invalid(`${path}.speaker`, 'required', 'Say who speaks.');
    if (endMs < startMs) throw invalid(`${path}.end_ms`, 'invalid_range', 'A turn ends after it has begun.');
    return { speaker: speaker.trim(), startMs, endMs, text: text.trim() };
  });
}
