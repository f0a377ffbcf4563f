// Operations on recordings of calls (rooms-communications.md points 74 to 76).
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { type FileInput, storeFile } from '../../files/take.ts';
import { fileAddress } from '../../files/tickets.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { dayOf } from '../days.ts';
import { readLocale } from '../locales.ts';
import { changeRecord, type Deletion, insertRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { recordingKind } from './kind.ts';
import { CallRecording, type ConsentState, type TranscriptTurn } from './model.ts';
import { assertConsent, assertRetention, ERASED, isExpired, readTurns } from './rules.ts';
import { eraseRecording, eraseTurns, storeTurns } from './store.ts';
import { enqueueTranscription, transcriptStateOf } from './transcribe.ts';

export interface RecordingInput {
  title?: string | null;
  consent?: { state: ConsentState } | null;
  retentionUntil?: string | null;
  transcript?: { language?: string | null; turns: readonly TranscriptTurn[] } | null;
}

export interface NewRecordingInput extends RecordingInput {
  callId?: string | null;
  file?: FileInput | null;
  providerRef?: string | null;
  durationS?: number | null;
}

/** Returns a live recording, with the turns of its transcript if they are asked for. @throws NOT_FOUND */
export async function getRecording(
  ctx: TenantContext,
  id: string,
  includesTurns: boolean,
  lookahead?: Lookahead,
): Promise<CallRecording> {
  return Object.assign(await CallRecording.read(ctx, id, lookahead), { includesTurns });
}

/** Returns a page of recordings. */
export function listRecordings(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<CallRecording>> {
  return listPage<CallRecording>(ctx, recordingKind.listing, args, lookahead);
}

/**
 * Attaches an upload, or a reference to a provider, to a call.
 * @throws VALIDATION_ERROR exists, one_of, media_type, past; RECORDING_CONSENT_DENIED; then nothing is stored
 */
export async function createRecording(ctx: TenantContext, input: NewRecordingInput): Promise<CallRecording> {
  const { callId, providerRef, durationS } = input;
  assertConsent(input.consent?.state);
  if (!input.file === !providerRef)
    throw invalid('file', 'one_of', 'Give either a file or the provider_ref of a recording.');
  await assertCall(ctx, callId!);
  assertRetention(input.retentionUntil, today(ctx));
  const transcript = readTranscript(input.transcript);
  const file = input.file && (await storeFile(ctx, input.file, { accepts: isMedia }));
  const id = uuid();
  const consent = consentFields(ctx, input.consent?.state ?? 'unknown', 'unknown');
  const media = { fileId: file?.id ?? null, consentState: consent.consentState! };
  const recording = await insertRecord(ctx, recordingKind, {
    id,
    callId: callId!,
    title: readTitle(input.title) ?? null,
    source: file ? 'upload' : 'provider',
    providerRef: providerRef?.trim() || null,
    durationS: durationS ?? null,
    ...media,
    ...consent,
    ...(transcript.turns
      ? transcript.fields
      : { transcriptState: await transcriptStateOf(ctx, { ...media, transcriptState: 'none' }) }),
    retentionUntil: input.retentionUntil ?? null,
  });
  if (transcript.turns) await storeTurns(ctx, id, transcript.turns);
  await enqueueTranscription(ctx, recording);
  return recording;
}

/**
 * Changes a recording; a denied consent erases its media and transcript for good.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR; RECORDING_CONSENT_DENIED for a transcript
 */
export async function updateRecording(
  ctx: TenantContext,
  id: string,
  input: RecordingInput,
  expectedVersion?: number | null,
): Promise<CallRecording> {
  const before = await lockRecording(ctx, id, expectedVersion);
  const state = input.consent === undefined ? before.consentState : (input.consent?.state ?? 'unknown');
  if (input.transcript) assertConsent(state);
  if (input.retentionUntil !== before.retentionUntil) assertRetention(input.retentionUntil, today(ctx));
  // What has expired must not come back by another day.
  const isErased = state === 'denied' || isExpired(before, today(ctx));
  const transcript = isErased && !input.transcript ? { fields: {} } : readTranscript(input.transcript);
  const isNewText = transcript.turns ? await storeTurns(ctx, id, transcript.turns) : false;
  if (input.transcript === null || (isErased && !input.transcript)) await eraseTurns(ctx, id);
  const isNewConsent = state !== before.consentState && !isErased;
  const after = await changeRecord(
    ctx,
    recordingKind,
    before,
    {
      ...(input.title !== undefined && { title: readTitle(input.title) }),
      ...consentFields(ctx, state, before.consentState),
      ...(input.retentionUntil !== undefined && { retentionUntil: input.retentionUntil }),
      ...(isErased && ERASED),
      ...(isNewConsent && {
        transcriptState: await transcriptStateOf(ctx, { ...before, consentState: state }),
      }),
      ...transcript.fields,
    },
    { changesParts: isNewText },
  );
  if (isNewConsent) await enqueueTranscription(ctx, after);
  return after;
}

/** Deletes a recording with its media and transcript. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteRecording(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  return eraseRecording(ctx, await lockRecording(ctx, id, expectedVersion));
}

/**
 * Returns a signed address of the media of a recording.
 * @throws NOT_FOUND, also without media; RECORDING_CONSENT_DENIED
 */
export async function recordingMedia(ctx: TenantContext, id: string) {
  const recording = await CallRecording.find<CallRecording>(ctx, id);
  assertConsent(recording.consentState);
  const fileId = isExpired(recording, today(ctx)) ? null : recording.fileId;
  const file = fileId && (await ctx.services.files.find({ tenantId: ctx.tenantId, id: fileId }));
  if (!file) return fail('NOT_FOUND', 'The recording has no media.');
  const guard = { kind: 'call_recording', recording: id };
  return fileAddress(ctx, file, { disposition: 'inline', guard });
}

/** Locks a recording that the caller may change: their own, or one of a call that they took part in. */
async function lockRecording(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<CallRecording>> {
  return lockRecord(ctx, recordingKind, id, {
    expectedVersion,
    isOwn: async ({ callId }) => {
      const took = await ctx.tx.rows(
        `select from call_participants where tenant_id = $1 and call_id = $2 and user_id = $3`,
        [ctx.tenantId, callId, ctx.principal.id],
      );
      return took.length > 0;
    },
  });
}

/** @throws VALIDATION_ERROR exists */
async function assertCall(ctx: TenantContext, callId: string): Promise<void> {
  const calls = await ctx.tx.rows(
    'select from calls where tenant_id = $1 and id = $2 and deleted_at is null for key share',
    [ctx.tenantId, callId],
  );
  if (calls.length === 0) throw invalid('call_id', 'exists', 'There is no such call.');
}

/** Returns the columns of a consent; one that does not change keeps its time and author. */
function consentFields(
  ctx: TenantContext,
  state: ConsentState,
  before: ConsentState,
): Partial<CallRecording> {
  return {
    consentState: state,
    ...(state !== before && { consentBy: actorOf(ctx.principal), consentAt: ctx.now }),
  };
}

interface Transcript {
  fields: Partial<CallRecording>;
  turns?: TranscriptTurn[];
}

function readTranscript(input: RecordingInput['transcript']): Transcript {
  if (!input)
    return input === undefined
      ? { fields: {} }
      : { fields: { transcriptState: 'none', transcriptLanguage: null } };
  const { language, turns } = input;
  const transcriptLanguage = language ? readLocale(language, 'transcript.language') : null;
  return { fields: { transcriptState: 'ready', transcriptLanguage }, turns: readTurns(turns) };
}

function readTitle(title: string | null | undefined): string | null | undefined {
  return title === undefined ? undefined : title?.trim() || null;
}

/** Returns whether a file is audio or video. */
export function isMedia(mime: string): boolean {
  return /^(audio|video)\//.test(mime);
}

function today({ now, principal }: TenantContext): string {
  return dayOf(now, principal.timeZone);
}
