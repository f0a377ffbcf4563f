// What went wrong with a request to somebody outside, as a word of ours: their texts are never passed on.
import { ServiceError } from '../errors.ts';
import { EgressBlocked } from './egress.ts';

export type OutsideFault =
  | 'auth'
  | 'not_found'
  | 'rate_limited'
  | 'http'
  | 'timeout'
  | 'dns'
  | 'tls'
  | 'refused'
  | 'blocked'
  | 'network';

/** What a status that is no success means. */
export function faultOfStatus(status: number): OutsideFault {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not_found';
  return status === 429 ? 'rate_limited' : 'http';
}

const BY_CODE: readonly (readonly [pattern: RegExp, fault: OutsideFault])[] = [
  [/TIMEOUT|TIMEDOUT|ABORT/, 'timeout'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'dns'],
  [/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/, 'tls'],
  [/^ECONNREFUSED$/, 'refused'],
];

/** What an error of undici, or of a library above it, means; the causes behind it are asked too. */
export function faultOfError(error: unknown): OutsideFault {
  let cause = error as { code?: unknown; name?: unknown; cause?: unknown } | null | undefined;
  for (; cause; cause = cause.cause as typeof cause) {
    if (cause instanceof EgressBlocked || cause instanceof ServiceError) return 'blocked';
    const { code, name } = cause;
    if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
    const known = BY_CODE.find(([pattern]) => typeof code === 'string' && pattern.test(code));
    if (known) return known[1];
  }
  return 'network';
}
