// Makes the text of each channel from a source, by rule: as it is, and shortened until it fits.
import { normalized, withoutInvalidCharacters } from './counting.ts';
import {
  type Content,
  contentOf,
  type Format,
  isReady,
  MAIL_LIMITS,
  MAX_SEGMENTS,
  postLimit,
  type Status,
  type Validation,
} from './rules.ts';
import { dropSentences, sentencesOf, splitThread, truncate } from './splitting.ts';
import { validate } from './verdicts.ts';

export interface Source {
  /** The subject of a newsletter; otherwise its first sentence. */
  title?: string | null;
  text: string;
  /** Addresses that are added to the end of texts that do not have them. */
  links?: readonly { url: string }[];
  /** Whether the segments of a thread are numbered. */
  numbering?: boolean;
}

/** One attempt to make a text fit. */
export interface FitAttempt {
  attempt: number;
  strategy: 'provider' | 'sentence_drop' | 'truncate';
  status: Status;
  count: number;
}

/** A text that was made for a channel, with its verdict. */
export interface Composed {
  content: Content;
  validation: Validation;
}

const SUBJECT_LENGTH = 60;
const PREVIEW_LENGTH = 140;

/** Returns the text of a channel that follows its source, which may be too long for it. */
export function compose(format: Format, source: Source): Content {
  const text = withLinks(source);
  if (format === 'microblog-thread') return contentOf({ segments: splitThread(text, source.numbering) });
  if (format !== 'email-newsletter') return contentOf({ text });
  const [first = ''] = sentencesOf(text.slice(0, MARGIN).toWellFormed());
  return contentOf({
    subject: lineOf(source.title?.trim() || first, SUBJECT_LENGTH),
    preview: lineOf(source.text, PREVIEW_LENGTH),
    body: text,
  });
}

/**
 * Makes the text of a channel fit: whole if it does, else without its last sentences, else cut.
 * @param attempt the number of the first attempt
 */
export function shorten(format: Format, source: Source, attempt = 1): Composed & { attempts: FitAttempt[] } {
  const attempts: FitAttempt[] = [];
  const isFitting = (text: string) => isShort(format, compose(format, { ...source, text }));
  const tryWith = (strategy: FitAttempt['strategy'], text: string): Composed => {
    const content = compose(format, { ...source, text });
    const validation = validate(format, content);
    const { status, count } = validation;
    attempts.push({ attempt: attempt + attempts.length, strategy, status, count });
    return { content, validation };
  };
  const clean = clipped(format, withoutInvalidCharacters(normalized(source.text)).trim());
  const fewer = isFitting(clean) ? clean : dropSentences(clean, isFitting);
  const short = tryWith('sentence_drop', fewer);
  if (isReady(short.validation)) return { ...short, attempts };
  return { ...tryWith('truncate', truncate(fewer, isFitting)), attempts };
}

/** Returns whether a content is within the limits, without counting all of it. */
function isShort(format: Format, { text, segments, body }: Content): boolean {
  if (format === 'microblog-thread') return segments!.length <= MAX_SEGMENTS;
  if (format === 'email-newsletter') return body!.length <= MAIL_LIMITS.body.limit;
  return text!.length <= postLimit(format);
}

/** More than a thread can hold, even with long addresses. */
const MAX_THREAD_SOURCE = 15_000;
/** More than an address has, so that none is cut at the end of what is looked at. */
const MARGIN = 5000;

/** Returns the beginning of a text that can become a text of the format, so that shortening does not take long. */
function clipped(format: Format, text: string): string {
  if (format === 'email-newsletter') return text;
  const length = format === 'microblog-thread' ? MAX_THREAD_SOURCE : postLimit(format) + MARGIN;
  if (text.length <= length) return text;
  const part = text.slice(0, length).toWellFormed();
  // The last word may be half an address.
  return part.replace(/\S+$/, '').trim() || part;
}

/** Returns the beginning of a text in one line of at most a length. */
function lineOf(text: string, length: number): string {
  const start = text.slice(0, length + MARGIN).toWellFormed();
  return truncate(start.replace(/\s+/g, ' '), (part) => part.length <= length);
}

function withLinks({ text, links = [] }: Source): string {
  const whole = normalized(text).trim();
  const missing = links.map(({ url }) => url).filter((url) => !whole.includes(url));
  return [whole, ...(missing.length ? [missing.join('\n')] : [])].join('\n\n');
}
