// Pure rules for the outcome of an attempt: error classes, the retry schedule, and when an endpoint is disabled.

export type AttemptError = 'timeout' | 'dns' | 'tls' | 'refused' | 'blocked' | 'http';

/** The result of one request to an endpoint. */
export interface AttemptResult {
  statusCode: number | null;
  durationMs: number;
  /** null if the event was delivered. */
  error: AttemptError | null;
  /** The beginning of the response body, with credentials masked. */
  response: string | null;
  /** From `Retry-After`. */
  retryAfterMs: number | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pause before each attempt in ms: the schedule of Standard Webhooks (platform.md section 9). */
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
 * Returns the time of the next attempt.
 * @param attempts the number of attempts made so far in this schedule
 * @param random 0 to 1, the source of the jitter
 * @returns undefined after the last attempt
 */
export function nextAttempt(
  now: Date,
  attempts: number,
  retryAfterMs: number | null,
  random: number,
): Date | undefined {
  const pause = SCHEDULE[attempts];
  if (pause === undefined) return undefined;
  const spread = pause * (1 + JITTER * (2 * random - 1));
  const requested = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER);
  return new Date(now.getTime() + Math.max(spread, requested));
}

/** Parses `Retry-After`, seconds or a date (RFC 9110 section 10.2.3), into milliseconds from now; null if invalid. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Status codes of an endpoint that is overloaded. */
const OVERLOADED: ReadonlySet<number | null> = new Set([429, 502, 504]);

/** Returns how many requests may be in flight after an attempt: half after an overload, one more after a success. */
export function capacityAfter(
  capacity: number,
  maximum: number,
  { statusCode, error }: AttemptResult,
): number {
  if (OVERLOADED.has(statusCode)) return Math.max(1, Math.floor(capacity / 2));
  return error === null ? Math.min(maximum, capacity + 1) : Math.min(maximum, capacity);
}

/** The times by which an endpoint is judged failing. */
export interface Health {
  activatedAt: Date;
  lastSuccessAt: Date | null;
  firstFailureAt: Date | null;
}

const DISABLE_AFTER = 5 * DAY;
/** A single failure after days without events does not disable an endpoint. */
const MIN_FAILING_PERIOD = 12 * HOUR;

/** Returns whether a failure now disables the endpoint: no success for 5 days, and failures for at least 12 hours. */
export function isFailing({ activatedAt, lastSuccessAt, firstFailureAt }: Health, now: Date): boolean {
  const since = Math.max(activatedAt.getTime(), lastSuccessAt?.getTime() ?? 0);
  const failing = firstFailureAt ? now.getTime() - firstFailureAt.getTime() : 0;
  return now.getTime() - since >= DISABLE_AFTER && failing >= MIN_FAILING_PERIOD;
}

const TIMEOUTS = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT|TimeoutError|AbortError)$/;
const DNS = /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED)$/;
const TLS =
  /^(ERR_(TLS|SSL)_\w+|CERT_\w+|UNABLE_TO_\w+|\w*SELF_SIGNED_CERT\w*|EPROTO|INVALID_\w+|HOSTNAME_MISMATCH)$/;
const INVALID_HTTP = /^(HPE_\w+|HTTPParserError|UND_ERR_(HEADERS_OVERFLOW|RES_\w+|RESPONSE\w*))$/;

/** Classifies a failed request by the names and codes of the thrown error. */
export function errorOf(codes: readonly string[]): AttemptError {
  if (codes.includes('EgressBlocked') || codes.includes('URL_NOT_ALLOWED')) return 'blocked';
  const matches = (kind: RegExp) => codes.some((code) => kind.test(code));
  if (matches(TIMEOUTS)) return 'timeout';
  if (matches(DNS)) return 'dns';
  if (matches(TLS)) return 'tls';
  return matches(INVALID_HTTP) ? 'http' : 'refused';
}

/** Patterns of credentials: authorization schemes, common token formats and private keys. */
const CREDENTIALS = [
  /\b(bearer|basic|digest|token)\s+[\w.~+/=-]{8,}/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b(whsec_|whsk_|sk[-_]|pk[-_]|rk[-_]|tat_|gh[pousr]_|github_pat_|glpat-|xox[abposr]-|AKIA|ASIA|AIza)[\w+/=-]{8,}/g,
  /-----BEGIN [A-Z ]+-----[\s\S]*?(-----END [A-Z ]+-----|$)/g,
];
/** Members whose name says that they hold a credential. */
const CREDENTIAL_FIELDS =
  /(["']?[\w-]*(?:secret|passw(?:or)?d|passwd|token|api[-_]?key|authorization|credential|cookie|session)[\w-]*["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,;&}<]+)/gi;
const EXCERPT = 2_048;

/** Returns what is stored of a response body: its first 2 kB, with everything that looks like a credential masked. */
export function maskedExcerpt(text: string): string {
  const masked = CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, '[masked]'), text);
  // PostgreSQL does not accept NUL in text.
  return truncateBytes(masked.replace(CREDENTIAL_FIELDS, '$1[masked]').replaceAll('\0', ''), EXCERPT);
}

/** Returns the longest beginning of a text that fits into a number of bytes. */
function truncateBytes(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  return buffer.length <= bytes
    ? text
    : buffer
        .subarray(0, bytes)
        .toString()
        .replace(/\uFFFD+$/, '');
}
