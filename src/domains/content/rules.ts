// Pure rules of content: the formats, their limits, and the verdict on a text (crm.md section 12).
import { invalid } from '../../errors.ts';
import { graphemesOf, hasInvalidCharacters, plainCount, weightedCount } from './counting.ts';

export const FORMATS = [
  'professional_network-post',
  'microblog-thread',
  'social_network-post',
  'photo_network-caption',
  'email-newsletter',
] as const;

export type Format = (typeof FORMATS)[number];

/** The version of the limits and of the counting. */
export const RULES_VERSION = '2026-1';

export const MAX_SEGMENTS = 25;

interface Limit {
  /** A count from here on is a warning. */
  warning: number;
  /** A count above is over the limit. */
  limit: number;
}

/** Limits of the formats with one text, in UTF-16 code units. */
const POST_LIMITS: Partial<Record<Format, Limit>> = {
  'professional_network-post': { warning: 2600, limit: 3000 },
  'social_network-post': { warning: 5000, limit: 63_206 },
  'photo_network-caption': { warning: 2000, limit: 2200 },
};

/** The limit of one segment of a thread, in weighted characters. */
export const SEGMENT_LIMIT: Limit = { warning: 260, limit: 280 };

/** Limits of the parts of a newsletter. Only the body has no warning. */
export const MAIL_LIMITS = {
  subject: { warning: 61, limit: 255 },
  preview: { warning: 141, limit: 255 },
  body: { warning: 100_001, limit: 100_000 },
} as const;

export type MailPart = keyof typeof MAIL_LIMITS;

/** The text of a channel: `text` of a post, `segments` of a thread, the three others of a newsletter. */
export interface Content {
  text: string | null;
  segments: string[] | null;
  subject: string | null;
  preview: string | null;
  body: string | null;
}

export type Status = 'ok' | 'warning' | 'over_limit' | 'empty' | 'invalid';

/** The verdict on one text. */
export interface Count {
  status: Status;
  count: number;
  limit: number;
  remaining: number;
  graphemes: number;
}

/** The verdict on the text of a channel; its count is that of the longest segment of a thread, or of the body of a mail. */
export interface Validation extends Count {
  format: Format;
  segments: Count[] | null;
  subject: Count | null;
  preview: Count | null;
  body: Count | null;
  rulesVersion: string;
}

/** What is saved of a channel of a draft. */
export interface Variant extends Content {
  format: Format;
  /** Whether a person wrote it; otherwise it follows the source. */
  customized: boolean;
  validation: Validation;
}

/** The members of a variant as a caller sends them. */
export type ContentInput = Omit<Partial<Content>, 'segments'> & { segments?: readonly string[] | null };

/** Returns whether a text with a verdict may be delivered. */
export function isReady({ status }: { status: Status }): boolean {
  return status === 'ok' || status === 'warning';
}

const EMPTY: Content = { text: null, segments: null, subject: null, preview: null, body: null };

/** Returns a whole content from some of its members. */
export function contentOf(members: Partial<Content>): Content {
  return { ...EMPTY, ...members };
}

/** Returns the members by which a format is written. */
export function membersOf(format: Format): readonly (keyof Content)[] {
  if (format === 'microblog-thread') return ['segments', 'text'];
  return format === 'email-newsletter' ? ['subject', 'preview', 'body'] : ['text'];
}

/**
 * Refuses members that a format does not have, and a text without any.
 * @param path the path of the object that they are members of, empty for the input itself
 * @throws VALIDATION_ERROR unexpected, required
 */
export function assertMembers(format: Format, input: ContentInput, path: string): void {
  const allowed = membersOf(format);
  const given = (Object.keys(EMPTY) as (keyof Content)[]).filter((member) => input[member] != null);
  const at = (member: string) => (path ? `${path}.${member}` : member);
  for (const member of given)
    if (!allowed.includes(member))
      throw invalid(at(member), 'unexpected', `${format} is written by ${allowed.join(', ')}.`);
  if (given.length === 0) throw invalid(at(allowed[0]!), 'required', `Give ${allowed.join(' or ')}.`);
  if (input.text != null && input.segments != null)
    throw invalid(at('segments'), 'one_of', 'Give either segments or a text that is split into them.');
}

/** Counts the text of a channel and says whether it may be delivered. */
export function validate(format: Format, content: Content): Validation {
  const parts: Pick<Validation, 'segments' | MailPart> = {
    segments: null,
    subject: null,
    preview: null,
    body: null,
  };
  const whole = (count: Count): Validation => ({ format, ...count, ...parts, rulesVersion: RULES_VERSION });
  if (format === 'microblog-thread') {
    parts.segments = (content.segments ?? []).map(segmentCount);
    return whole(threadCount(parts.segments));
  }
  if (format === 'email-newsletter') {
    const count = (part: MailPart) => postCount(content[part] ?? '', MAIL_LIMITS[part]);
    Object.assign(parts, { subject: count('subject'), preview: count('preview'), body: count('body') });
    return whole({ ...parts.body!, status: mailStatus(parts.subject!, parts.preview!, parts.body!) });
  }
  return whole(postCount(content.text ?? '', POST_LIMITS[format]!));
}

/** Returns the largest count that the one text of a format may have. */
export function postLimit(format: Format): number {
  return POST_LIMITS[format]!.limit;
}

function postCount(text: string, { warning, limit }: Limit): Count {
  const count = plainCount(text);
  return countOf(count, { warning, limit }, graphemesOf(text), !text.trim(), false);
}

function segmentCount(text: string): Count {
  const isInvalid = !text.trim() || hasInvalidCharacters(text);
  return countOf(weightedCount(text), SEGMENT_LIMIT, graphemesOf(text), false, isInvalid);
}

function countOf(
  count: number,
  { warning, limit }: Limit,
  graphemes: number,
  isEmpty: boolean,
  isInvalid: boolean,
): Count {
  const bySize = count > limit ? 'over_limit' : count >= warning ? 'warning' : 'ok';
  const status: Status = isInvalid ? 'invalid' : isEmpty ? 'empty' : bySize;
  return { status, count, limit, remaining: limit - count, graphemes };
}

/** From the worst to the best. */
const SEVERITY: readonly Status[] = ['invalid', 'over_limit', 'empty', 'warning', 'ok'];

function worst(counts: readonly Count[]): Status {
  return SEVERITY.find((status) => counts.some((count) => count.status === status)) ?? 'ok';
}

/** A thread has the count of its longest segment, because the limit is that of a segment. */
function threadCount(segments: readonly Count[]): Count {
  const { limit } = SEGMENT_LIMIT;
  const count = Math.max(0, ...segments.map((segment) => segment.count));
  const graphemes = segments.reduce((sum, segment) => sum + segment.graphemes, 0);
  const isWhole = segments.length > 0 && segments.length <= MAX_SEGMENTS;
  const status = segments.length === 0 ? 'empty' : isWhole ? worst(segments) : 'over_limit';
  return { status, count, limit, remaining: limit - count, graphemes };
}

/** A newsletter needs a subject and a body; its preview may be empty. */
function mailStatus(subject: Count, preview: Count, body: Count): Status {
  return worst([subject, body, ...(preview.status === 'empty' ? [] : [preview])]);
}
