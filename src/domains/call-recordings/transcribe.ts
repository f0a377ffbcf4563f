// Transcribes new media of recordings by the model route `transcription` (rooms-communications.md point 75).
import { buffer } from 'node:stream/consumers';
import type { TenantContext } from '../../context.ts';
import type { JobContext } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { inWorkspace } from '../in-workspace.ts';
import { hasUsableRoute, type OpenRoute, openRoutes, type RouteUse, recordUse } from '../models/use.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { recordingKind } from './kind.ts';
import { CallRecording } from './model.ts';
import { MAX_MEDIA_BYTES, type Media, type Transcription, transcribe } from './speech-to-text.ts';
import { storeTurns } from './store.ts';

/** Attempts to transcribe, within about a quarter of an hour. */
const ATTEMPTS = 6;

type Transcribable = Pick<CallRecording, 'fileId' | 'consentState' | 'transcriptState'>;

/**
 * Returns `pending` for a recording with media whose people agreed, if a model can transcribe it now, and `none` for one
 * whose people no longer agree; otherwise its state as it is. Whoever stores `pending` calls `enqueueTranscription`.
 */
export async function transcriptStateOf(
  ctx: TenantContext,
  { fileId, consentState, transcriptState }: Transcribable,
): Promise<CallRecording['transcriptState']> {
  if (consentState !== 'granted') return transcriptState === 'pending' ? 'none' : transcriptState;
  return fileId !== null && transcriptState === 'none' && (await hasUsableRoute(ctx, 'transcription'))
    ? 'pending'
    : transcriptState;
}

/** Enqueues the transcription of a recording whose transcript is pending. */
export async function enqueueTranscription(
  ctx: TenantContext,
  { id, transcriptState }: Pick<CallRecording, 'id' | 'transcriptState'>,
): Promise<void> {
  if (transcriptState === 'pending')
    await enqueue(ctx, 'transcribe_recording', { id }, { key: id, maxAttempts: ATTEMPTS });
}

/** Transcribes a recording; a failure is tried again, and then the transcript has failed. */
export async function transcribeRecording(job: JobContext, { id }: { id: string }): Promise<void> {
  const opened = await inWorkspace(job, async (ctx) => {
    const recording = await pendingRecording(ctx, id);
    return recording && { recording, routes: await openRoutes(ctx, 'transcription') };
  });
  if (!opened) return;
  const { recording, routes } = opened;
  const media = await readMedia(job, recording);
  const { transcription, uses } = media ? await askModels(job, routes, media) : { uses: [] };
  await inWorkspace(job, (ctx) => recordUse(ctx, uses));
  if (!transcription && media && routes.length > 0 && job.attempt < ATTEMPTS)
    throw new Error(`no model has transcribed the recording: ${uses.map(({ fault }) => fault).join(', ')}`);
  await inWorkspace(job, (ctx) => storeTranscription(ctx, recording, transcription));
}

async function pendingRecording(ctx: TenantContext, id: string): Promise<CallRecording | undefined> {
  return (await CallRecording.live(ctx).where({ id, transcriptState: 'pending' }).first()) as
    | CallRecording
    | undefined;
}

/** Returns undefined if the media are gone, or too large for a model. */
async function readMedia(
  { services, tenantId }: JobContext,
  { fileId, durationS }: CallRecording,
): Promise<Media | undefined> {
  const file = fileId === null ? undefined : await services.files.find({ tenantId, id: fileId });
  if (!file || file.bytes > MAX_MEDIA_BYTES) return undefined;
  const bytes = await buffer(services.files.read(file));
  return { name: file.name, mime: file.mime, bytes, durationS };
}

async function askModels(
  { services, log }: JobContext,
  routes: readonly OpenRoute[],
  media: Media,
): Promise<{ transcription?: Transcription; uses: RouteUse[] }> {
  const uses: RouteUse[] = [];
  for (const route of routes) {
    const answer = await transcribe(services.egress, route, media);
    const { purpose } = route;
    if (!('fault' in answer)) {
      uses.push({ purpose, requests: 1, ...answer.usage, fault: null });
      return { transcription: answer, uses };
    }
    uses.push({ purpose, requests: 1, inputTokens: 0, outputTokens: 0, fault: answer.fault });
    log.warn({ purpose, fault: answer.fault }, 'a model has not transcribed a recording');
  }
  return { uses };
}

/** Stores a transcript, or that there is none, unless the recording was changed meanwhile. */
async function storeTranscription(
  ctx: TenantContext,
  { id, fileId }: CallRecording,
  transcription: Transcription | undefined,
): Promise<void> {
  if ((await pendingRecording(ctx, id))?.fileId !== fileId) return;
  const before = await lockRecord(ctx, recordingKind, id);
  if (before.transcriptState !== 'pending') return;
  if (!transcription) {
    await changeRecord(ctx, recordingKind, before, { transcriptState: 'failed' });
    return;
  }
  const changesParts = await storeTurns(ctx, id, transcription.turns);
  const patch = { transcriptState: 'ready', transcriptLanguage: transcription.language } as const;
  const data = { call_id: before.callId };
  await changeRecord(ctx, recordingKind, before, patch, {
    event: 'call_recording.transcribed',
    data,
    changesParts,
  });
}
