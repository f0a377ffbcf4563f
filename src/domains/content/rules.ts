// Pure rules of content: the formats, their limits, and which members they are written by (crm.md section 12).
import { invalid } from '../../errors.ts';

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

export interface Limit {
  /** A count from here on is a warning. */
  warning: number;
  /** A count above is over the limit. */
  limit: number;
}

/** Limits of the formats with one text, in UTF-16 code units. */
export const POST_LIMITS: Partial<Record<Format, Limit>> = {
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

/** Returns the largest count that the one text of a format may have. */
export function postLimit(format: Format): number {
  return POST_LIMITS[format]!.limit;
}
