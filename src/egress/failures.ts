// Classifies failures of outbound requests; the error texts of other servers are never passed on.
import { ServiceError } from '../errors.ts';
import { EgressBlocked } from './egress.ts';

export type OutboundFailure =
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

/** Classifies a status that is not a success. */
export function failureOfStatus(status: number): OutboundFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not_found';
  return status === 429 ? 'rate_limited' : 'http';
}

const BY_CODE: readonly (readonly [pattern: RegExp, failure: OutboundFailure])[] = [
  [/TIMEOUT|TIMEDOUT|ABORT/, 'timeout'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'dns'],
  [/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/, 'tls'],
  [/^ECONNREFUSED$/, 'refused'],
];

/** Classifies an error of undici, or of a library that uses it, by the error and its causes. */
export function failureOfError(error: unknown): OutboundFailure {
  let cause = error as { code?: unknown; name?: unknown; cause?: unknown } | null | undefined;
  for (; cause; cause = cause.cause as typeof cause) {
    if (cause instanceof EgressBlocked || cause instanceof ServiceError) return 'blocked';
    const { code, name } = cause;
    if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
    const match = BY_CODE.find(([pattern]) => typeof code === 'string' && pattern.test(code));
    if (match) return match[1];
  }
  return 'network';
}
