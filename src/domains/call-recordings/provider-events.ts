// What the events of voice providers about recordings do (rooms-communications.md point 69).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { lockProviderId } from '../communications/ingress.ts';
import { readLocale } from '../locales.ts';
import { changeRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { recordingKind } from './kind.ts';
import { CallRecording, type TranscriptTurn } from './model.ts';
import { readTurns } from './rules.ts';
import { storeTurns } from './store.ts';

type Data = Record<string, unknown>;

const MAX_TURNS = 20_000;
/** Attempts to fetch the media, within about an hour. */
const ATTEMPTS = 8;

/** Stores that a provider has a recording, and has its media fetched unless consent is denied. @returns whether its call is known */
export async function recordingReady(ctx: TenantContext, data: Data): Promise<boolean> {
  const providerRef = textOf(data, 'recording_id', 300);
  const providerUrl = urlOf(data);
  const durationS = data.duration_s ?? null;
  if (durationS !== null && !isBetween(durationS, 86_400))
    throw invalid('data.duration_s', 'range', 'Give the seconds, from 0 to 86400.');
  const [call] = await ctx.tx.rows<{ id: string }>(
    'select id from calls where tenant_id = $1 and provider_call_id = $2 and deleted_at is null',
    [ctx.tenantId, textOf(data, 'provider_call_id', 300)],
  );
  if (!call) return false;
  await lockProviderId(ctx, 'call_recordings', providerRef);
  const known = await findRecording(ctx, providerRef);
  if (known?.deletedAt) return false;
  if (known?.consentState === 'denied' || known?.fileId) return true;
  const id = known?.id ?? uuid();
  if (known) {
    const before = await lockRecord(ctx, recordingKind, id);
    await changeRecord(ctx, recordingKind, before, { providerUrl, ...(durationS !== null && { durationS }) });
  } else
    await insertRecord(ctx, recordingKind, {
      id,
      callId: call.id,
      source: 'provider',
      ...{ providerRef, providerUrl, durationS },
      ...{ consentState: 'unknown', transcriptState: 'none' },
    });
  await enqueue(ctx, 'fetch_recording', { id }, { key: id, maxAttempts: ATTEMPTS });
  return true;
}

/** Stores the transcript of a recording unless consent is denied. @returns whether the recording is known */
export async function recordingTranscribed(ctx: TenantContext, data: Data): Promise<boolean> {
  const turns = readTurns(turnsIn(data));
  const language = data.language == null ? null : readLocale(textOf(data, 'language', 35), 'data.language');
  const known = await findRecording(ctx, textOf(data, 'recording_id', 300));
  if (!known || known.deletedAt) return false;
  if (known.consentState === 'denied') return true;
  const before = await lockRecord(ctx, recordingKind, known.id);
  const isNew = await storeTurns(ctx, known.id, turns);
  await changeRecord(
    ctx,
    recordingKind,
    before,
    { transcriptState: 'ready', transcriptLanguage: language },
    { event: 'call_recording.transcribed', data: { call_id: before.callId }, changesParts: isNew },
  );
  return true;
}

/** Returns the recording of an id of the provider, which may have been deleted: then it stays so. */
async function findRecording(ctx: TenantContext, providerRef: string): Promise<CallRecording | undefined> {
  return (await CallRecording.of(ctx).where({ providerRef }).orderBy('id', 'desc').first()) as
    | CallRecording
    | undefined;
}

function turnsIn({ turns }: Data): TranscriptTurn[] {
  if (!Array.isArray(turns) || turns.length > MAX_TURNS)
    throw invalid('data.turns', 'type', `Give at most ${MAX_TURNS} turns as a list.`);
  return turns.map((turn: Data, index) => {
    const { speaker, start_ms: startMs, end_ms: endMs, text } = turn ?? {};
    const isTurn =
      typeof speaker === 'string' &&
      speaker.length <= 120 &&
      typeof text === 'string' &&
      text.length <= 5000 &&
      isBetween(startMs, 86_400_000) &&
      isBetween(endMs, 86_400_000);
    if (!isTurn)
      throw invalid(`data.turns[${index}]`, 'type', 'Give a turn as {speaker, start_ms, end_ms, text}.');
    return { speaker, startMs: startMs as number, endMs: endMs as number, text };
  });
}

function urlOf(data: Data): string {
  const text = textOf(data, 'url', 2000);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw invalid('data.url', 'format', 'Give the address of the media as an https URL.');
  return text;
}

function isBetween(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

function textOf(data: Data, name: string, max: number): string {
  const value = data[name];
  if (typeof value !== 'string' || !value.trim() || value.length > max)
    throw invalid(`data.${name}`, 'required', `Give ${name} as a text of at most ${max} characters.`);
  return value.trim();
}
