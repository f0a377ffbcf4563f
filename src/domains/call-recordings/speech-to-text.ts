// Sends the media of a recording to a model that transcribes them, in the protocol of OpenAI's audio transcriptions.
import type { Egress } from '../../egress/egress.ts';
import { failureOfError, failureOfStatus } from '../../egress/failures.ts';
import type { RouteFault } from '../models/rules.ts';
import type { OpenRoute } from '../models/use.ts';
import type { TranscriptTurn } from './model.ts';

/** The most bytes of media that are sent; providers of this protocol refuse more. */
export const MAX_MEDIA_BYTES = 25 * 1_048_576;
const MAX_TURNS = 20_000;
const MAX_TEXT = 5000;
const MAX_MS = 86_400_000;
/** The speaker of models that do not tell people apart. */
const UNKNOWN_SPEAKER = 'Speaker';
/** Assumed characters per token, for providers that report no usage. */
const CHARACTERS_PER_TOKEN = 4;

export interface Media {
  name: string;
  mime: string;
  bytes: Buffer;
  durationS: number | null;
}

export interface Transcription {
  turns: TranscriptTurn[];
  /** A language tag; null if the model does not report one. */
  language: string | null;
  usage: { inputTokens: number; outputTokens: number };
}

/** The answer of the provider, of which nothing can be relied on. */
interface Answer {
  text?: unknown;
  language?: unknown;
  segments?: unknown;
  usage?: { input_tokens?: unknown; output_tokens?: unknown };
}

/** Returns the transcript of media, or why there is none; never the words of the provider's error. */
export async function transcribe(
  egress: Egress,
  { baseUrl, secret, model, timeoutMs }: OpenRoute,
  { name, mime, bytes, durationS }: Media,
): Promise<Transcription | { fault: RouteFault }> {
  const form = new FormData();
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), name);
  // Encoded here, because the HTTP client has a FormData of its own and does not know the one of Node.
  const encoded = new Response(form);
  try {
    const response = await egress.fetch(`${baseUrl.replace(/\/$/, '')}/audio/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': encoded.headers.get('content-type')!,
      },
      body: await encoded.arrayBuffer(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return { fault: failureOfStatus(response.status) };
    return parseAnswer((await response.json()) as Answer | null, durationS) ?? { fault: 'invalid_answer' };
  } catch (error) {
    return { fault: error instanceof SyntaxError ? 'invalid_answer' : failureOfError(error) };
  }
}

/** Returns undefined for an answer that breaks the protocol. */
function parseAnswer(answer: Answer | null, durationS: number | null): Transcription | undefined {
  if (typeof answer?.text !== 'string') return undefined;
  const segments = Array.isArray(answer.segments) ? answer.segments.slice(0, MAX_TURNS) : [];
  const turns = segments.flatMap((segment) => turnOf(segment) ?? []);
  if (turns.length === 0) {
    const whole = { text: answer.text, start: 0, end: durationS ?? 0 };
    turns.push(...[turnOf(whole) ?? []].flat());
  }
  const { input_tokens: input, output_tokens: output } = answer.usage ?? {};
  return {
    turns,
    language: languageOf(answer.language),
    usage: {
      inputTokens: isCount(input) ? input : 0,
      outputTokens: isCount(output) ? output : Math.ceil(answer.text.length / CHARACTERS_PER_TOKEN),
    },
  };
}

function turnOf(segment: unknown): TranscriptTurn | undefined {
  const { speaker, text, start, end } = (segment ?? {}) as Record<string, unknown>;
  const words = typeof text === 'string' ? storable(text).slice(0, MAX_TEXT).toWellFormed() : '';
  if (!words) return undefined;
  const startMs = milliseconds(start);
  const name = typeof speaker === 'string' ? storable(speaker).slice(0, 120).toWellFormed() : '';
  return {
    speaker: name || UNKNOWN_SPEAKER,
    startMs,
    endMs: Math.max(startMs, milliseconds(end)),
    text: words,
  };
}

/** Returns a text without what PostgreSQL does not store. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim();
}

function milliseconds(seconds: unknown): number {
  const value = typeof seconds === 'number' ? Math.round(seconds * 1000) : 0;
  return Math.min(Math.max(value || 0, 0), MAX_MS);
}

/** Returns a tag such as `en`; null for the names of languages, which some models answer instead. */
function languageOf(language: unknown): string | null {
  return typeof language === 'string' && /^[a-z]{2,3}(-[a-z]{2})?$/i.test(language)
    ? Intl.getCanonicalLocales(language)[0]!
    : null;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e9;
}
