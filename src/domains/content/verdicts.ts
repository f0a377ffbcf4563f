// The verdict on the text of a channel: how long it is, and whether it may be delivered.
import { graphemesOf, hasInvalidCharacters, plainCount, weightedCount } from './counting.ts';
import {
  type Content,
  type Count,
  type Format,
  type Limit,
  MAIL_LIMITS,
  MAX_SEGMENTS,
  type MailPart,
  POST_LIMITS,
  RULES_VERSION,
  SEGMENT_LIMIT,
  type Status,
  type Validation,
} from './rules.ts';

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
