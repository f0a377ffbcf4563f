// The model of recordings of calls.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel } from '../../db/record-model.ts';

/** What one person said. */
export interface TranscriptTurn {
  speaker: string;
  startMs: number;
  endMs: number;
  text: string;
}

export type ConsentState = 'unknown' | 'granted' | 'denied';

export class CallRecording extends RecordModel {
  static override tableName = 'call_recordings';
  static override entity = 'call_recordings';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'consentBy'];

  declare callId: string;
  declare title: string | null;
  declare source: 'upload' | 'provider';
  declare providerRef: string | null;
  /** Where the provider has the media, until they are fetched. */
  declare providerUrl: string | null;
  declare durationS: number | null;
  declare fileId: string | null;
  declare consentState: ConsentState;
  declare consentBy: ActorRecord | null;
  declare consentAt: Date | null;
  declare transcriptState: 'none' | 'pending' | 'ready' | 'failed';
  declare transcriptLanguage: string | null;
  declare retentionUntil: string | null;
  /** Whether the call has asked for the turns of the transcript. */
  includesTurns?: boolean;
}
