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
  validate,
} from './rules.ts';
import { dropSentences, sentencesOf, splitThread, truncate } from './splitting.ts';

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
  const [first = ''] = sentencesOf(normalized(source.text).trim());
  const line = (whole: string, length: number) =>
    truncate(whole.replace(/\s+/g, ' '), (part) => part.length <= length);
  return contentOf({
    subject: line(source.title?.trim() || first, SUBJECT_LENGTH),
    preview: line(source.text, PREVIEW_LENGTH),
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

/** Returns the beginning of a text that can become a thread, so that it is not split over and over. */
function clipped(format: Format, text: string): string {
  if (format !== 'microblog-thread' || text.length <= MAX_THREAD_SOURCE) return text;
  const part = text.slice(0, MAX_THREAD_SOURCE).toWellFormed();
  // The last word may be half an address.
  return part.replace(/\S+$/, '').trim() || part;
}

function withLinks({ text, links = [] }: Source): string {
  const whole = normalized(text).trim();
  const missing = links.map(({ url }) => url).filter((url) => !whole.includes(url));
  return [whole, ...(missing.length ? [missing.join('\n')] : [])].join('\n\n');
}
