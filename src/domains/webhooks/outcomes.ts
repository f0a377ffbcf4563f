// What becomes of an attempt: which fault it was, when the next one comes, when an endpoint is given up. Pure.

export type AttemptError = 'timeout' | 'dns' | 'tls' | 'refused' | 'blocked' | 'http';

/** How one request to an endpoint ended. */
export interface AttemptResult {
  statusCode: number | null;
  durationMs: number;
  /** null: delivered. */
  error: AttemptError | null;
  /** The beginning of the answer, with credentials masked. */
  response: string | null;
  /** From `Retry-After`. */
  retryAfterMs: number | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pauses before each attempt, the schedule of Standard Webhooks (platform.md section 9). */
const SCHEDULE = [
  0,
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.2;
const LONGEST_RETRY_AFTER = DAY;

/**
 * When the next attempt is made.
 * @param attempts made so far in this schedule
 * @param chance 0 to 1, from which the jitter comes
 * @returns undefined after the last one
 */
export function nextAttempt(
  now: Date,
  attempts: number,
  retryAfterMs: number | null,
  chance: number,
): Date | undefined {
  const pause = SCHEDULE[attempts];
  if (pause === undefined) return undefined;
  const spread = pause * (1 + JITTER * (2 * chance - 1));
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER);
  return new Date(now.getTime() + Math.max(spread, asked));
}

/** `Retry-After` in milliseconds from now: seconds or a date (RFC 9110 section 10.2.3); null for anything else. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Answers that say that there is too much at once. */
const OVERLOADED: ReadonlySet<number | null> = new Set([429, 502, 504]);

/** How many requests may be under way after an attempt: half after an overload, one more after a success. */
export function capacityAfter(capacity: number, most: number, { statusCode, error }: AttemptResult): number {
  if (OVERLOADED.has(statusCode)) return Math.max(1, Math.floor(capacity / 2));
  return error === null ? Math.min(most, capacity + 1) : Math.min(most, capacity);
}

/** How an endpoint has been doing. */
export interface Health {
  activatedAt: Date;
  lastSuccessAt: Date | null;
  firstFailureAt: Date | null;
}

const GIVEN_UP_AFTER = 5 * DAY;
/** One bad moment after days without an event is no reason. */
const FAILING_FOR = 12 * HOUR;

/** Whether a failure now is the one that disables: no success for 5 days, and failures at least 12 hours apart. */
export function isFailing({ activatedAt, lastSuccessAt, firstFailureAt }: Health, now: Date): boolean {
  const since = Math.max(activatedAt.getTime(), lastSuccessAt?.getTime() ?? 0);
  const failing = firstFailureAt ? now.getTime() - firstFailureAt.getTime() : 0;
  return now.getTime() - since >= GIVEN_UP_AFTER && failing >= FAILING_FOR;
}

const TIMEOUTS = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT|TimeoutError|AbortError)$/;
const NAMES = /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED)$/;
const TLS =
  /^(ERR_(TLS|SSL)_\w+|CERT_\w+|UNABLE_TO_\w+|\w*SELF_SIGNED_CERT\w*|EPROTO|INVALID_\w+|HOSTNAME_MISMATCH)$/;
const NONSENSE = /^(HPE_\w+|HTTPParserError|UND_ERR_(HEADERS_OVERFLOW|RES_\w+|RESPONSE\w*))$/;

/** Which fault a failed request was, from the name and codes of what was thrown. */
export function errorOf(codes: readonly string[]): AttemptError {
  if (codes.includes('EgressBlocked') || codes.includes('URL_NOT_ALLOWED')) return 'blocked';
  const is = (kind: RegExp) => codes.some((code) => kind.test(code));
  if (is(TIMEOUTS)) return 'timeout';
  if (is(NAMES)) return 'dns';
  if (is(TLS)) return 'tls';
  return is(NONSENSE) ? 'http' : 'refused';
}

/** Texts that look like credentials: of schemes, of common tokens, and of members that are named so. */
const CREDENTIALS = [
  /\b(bearer|basic|digest|token)\s+[\w.~+/=-]{8,}/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b(whsec_|whsk_|sk[-_]|pk[-_]|rk[-_]|tat_|gh[pousr]_|github_pat_|glpat-|xox[abposr]-|AKIA|ASIA|AIza)[\w+/=-]{8,}/g,
  /-----BEGIN [A-Z ]+-----[\s\S]*?(-----END [A-Z ]+-----|$)/g,
];
const NAMED =
  /(["']?[\w-]*(?:secret|passw(?:or)?d|passwd|token|api[-_]?key|authorization|credential|cookie|session)[\w-]*["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,;&}<]+)/gi;
const EXCERPT = 2_048;

/** What is kept of an answer: the first 2 kB, without what looks like a credential. */
export function excerptOf(text: string): string {
  const masked = CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, '[masked]'), text);
  // PostgreSQL takes no NUL in a text.
  return cut(masked.replace(NAMED, '$1[masked]').replaceAll('\0', ''), EXCERPT);
}

/** The longest beginning of a text that takes so many bytes at most. */
function cut(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  return buffer.length <= bytes
    ? text
    : buffer
        .subarray(0, bytes)
        .toString()
        .replace(/\uFFFD+$/, '');
}
