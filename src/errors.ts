// The error registry: every code that the service can answer with, its HTTP status and whether a retry helps.
import { GraphQLError } from 'graphql';

interface ErrorKind {
  status: number;
  retryable?: true;
  /** Said when the thrower has nothing more exact. */
  message: string;
}

/** platform.md §2 and the area files; codes are only ever added. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'The request is not valid; see fields.' },
  MALFORMED_REQUEST: { status: 400, message: 'The body is not valid JSON.' },
  TENANT_REQUIRED: { status: 400, message: 'Send the workspace id in the header x-tenant-id.' },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: 'An agent must send an Idempotency-Key with every mutating call.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  GRAPHQL_LIMIT_EXCEEDED: {
    status: 400,
    message: 'The document is over a limit; ask for less in one request.',
  },
  UNSUPPORTED_API_VERSION: { status: 400, message: 'X-Api-Version is not a version that is served.' },
  UNAUTHENTICATED: {
    status: 401,
    message: 'The credentials are missing or not valid. Sign in, or send a valid bearer token.',
  },
  TOKEN_EXPIRED: { status: 401, message: 'The token has expired; refresh it or ask for a new one.' },
  TOKEN_REVOKED: { status: 401, message: 'The token has been revoked; ask for a new one.' },
  MFA_REQUIRED: { status: 401, message: 'Send a one-time code of your authenticator too.' },
  SSO_FAILED: { status: 401, message: 'The identity provider did not prove who you are; sign in again.' },
  REFRESH_TOKEN_REUSED: {
    status: 401,
    message: 'The refresh token was already used; the session is ended. Sign in again.',
  },
  TENANT_ACCESS_DENIED: { status: 403, message: 'The credentials give no access to this workspace.' },
  TENANT_SUSPENDED: { status: 403, message: 'The workspace is suspended.' },
  PERMISSION_DENIED: { status: 403, message: 'The role lacks a permission; ask an owner for it.' },
  SCOPE_MISSING: { status: 403, message: 'The token lacks a scope; ask for a token that has it.' },
  FEATURE_DISABLED: { status: 403, message: 'The module is switched off; ask for it to be enabled.' },
  SSO_REQUIRED: { status: 403, message: 'This workspace wants single sign-on; use it.' },
  ASSISTANT_DISABLED: {
    status: 403,
    message: 'The assistant is off in this workspace; an admin can switch it on.',
  },
  AGENT_AUTOMATION_DISABLED: {
    status: 403,
    message: 'Automation is off in this workspace; an owner can switch it on.',
  },
  ACTION_NOT_AVAILABLE: { status: 403, message: 'This action is not available to agents.' },
  HUMAN_REQUIRED: { status: 403, message: 'Only a signed-in person may do this.' },
  ORIGIN_FORBIDDEN: { status: 403, message: 'The Origin of the request is not allowed.' },
  ADDRESS_FORBIDDEN: {
    status: 403,
    message: 'The workspace or the token may not be used from this address.',
  },
  RELATIONSHIP_OUTREACH_FORBIDDEN: {
    status: 403,
    message: 'Agents never send or schedule what a relationship follow-up led to; a person may.',
  },
  NOT_FOUND: { status: 404, message: 'There is nothing here, or it is not visible to you.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not take this method; see Allow.' },
  NOT_ACCEPTABLE: { status: 406, message: 'The Accept header must allow the media type of the answer.' },
  REQUEST_TIMEOUT: {
    status: 408,
    retryable: true,
    message: 'The request did not arrive in time; send it whole, and at once.',
  },
  CONFLICT: { status: 409, message: 'The change conflicts with what is stored.' },
  STALE_STATE: { status: 409, message: 'The record is in another state than you expect; read it again.' },
  INVALID_STATE_TRANSITION: { status: 409, message: 'The record cannot go from its state to this one.' },
  DEAL_NOT_CLOSABLE: { status: 409, message: 'The deal lacks what a won deal has; see details.missing.' },
  DEAL_HANDED_OFF: { status: 409, message: 'The deal was handed off to a project, so it stays closed.' },
  RESOURCE_IN_USE: { status: 409, message: 'Something else still refers to this record.' },
  JOB_FINISHED: { status: 409, message: 'The job has ended already.' },
  PROPOSAL_NOT_QUEUED: { status: 409, message: 'The proposal is decided, cancelled or expired already.' },
  PROPOSAL_STALE: {
    status: 409,
    message: 'What the proposal would change has changed since; propose again.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    retryable: true,
    message: 'The first request with this key is still running.',
  },
  GONE: { status: 410, message: 'This was valid once and has expired; ask for a new one.' },
  PRECONDITION_FAILED: { status: 412, message: 'The record has changed since you read it; read it again.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is over 1 MiB.' },
  ANSWER_TOO_LARGE: {
    status: 413,
    message:
      'The answer would be too large; ask for fewer records at a time (a smaller pageSize or first, then the cursor) or for fewer fields.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the body as application/json.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message:
      'This Idempotency-Key was used for a different request; take a new key, or repeat the first request as it was sent.',
  },
  URL_NOT_ALLOWED: { status: 422, message: 'The service may not call this URL; see details.rule.' },
  FRESH_SESSION_REQUIRED: { status: 423, message: 'Prove again who you are, then repeat the call.' },
  PRECONDITION_REQUIRED: {
    status: 428,
    message: 'This workspace wants If-Match with the version that you read.',
  },
  RATE_LIMITED: { status: 429, retryable: true, message: 'Too many requests; wait for Retry-After.' },
  QUOTA_EXCEEDED: { status: 429, message: 'A quota of the workspace is used up; see details.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers are over 16 KiB; send fewer or shorter ones.' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side; quote the request id.' },
  PROVIDER_UNAVAILABLE: {
    status: 502,
    retryable: true,
    message: 'An outside provider does not answer; try again.',
  },
  PROVIDER_TIMEOUT: {
    status: 504,
    retryable: true,
    message: 'An outside provider took too long; try again.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The service cannot answer now; try again shortly.',
  },
  OVERLOADED: {
    status: 503,
    retryable: true,
    message: 'The service has more to do than it can in time; nothing was done. Wait for Retry-After.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of the input: where, which rule, and how to mend it. */
export interface FieldFault {
  path: string;
  rule: string;
  message: string;
}

export interface ErrorExtras {
  details?: Record<string, unknown>;
  fields?: FieldFault[];
  /** Response headers that belong to the refusal, such as Retry-After. */
  headers?: Record<string, string>;
}

/** The `error` member of every surface (platform.md §2). */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  retryable: boolean;
  details?: Record<string, unknown>;
  fields?: FieldFault[];
}

/** A refusal that the caller is meant to read. Anything else that is thrown becomes INTERNAL_ERROR. */
export class ServiceError extends GraphQLError {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message?: string, extras: ErrorExtras = {}) {
    super(message ?? ERRORS[code].message, { extensions: { code } });
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  body(requestId: string): ErrorBody {
    const kind: ErrorKind = ERRORS[this.code];
    const { details, fields } = this.extras;
    return {
      code: this.code,
      message: this.message,
      request_id: requestId,
      retryable: kind.retryable ?? false,
      ...(details && { details }),
      ...(fields && { fields: fields.slice(0, 50) }),
    };
  }
}

/** Throws a ServiceError; the one way to refuse. */
export function fail(code: ErrorCode, message?: string, extras?: ErrorExtras): never {
  throw new ServiceError(code, message, extras);
}

/** A VALIDATION_ERROR about one field. */
export function invalid(
  path: string,
  rule: string,
  message: string,
  details?: Record<string, unknown>,
): ServiceError {
  return new ServiceError('VALIDATION_ERROR', message, {
    fields: [{ path, rule, message }],
    ...(details && { details }),
  });
}

/** The refusal of an answer, or of the rows that it would be made of. */
export function answerTooLarge(limit: number): ServiceError {
  return new ServiceError('ANSWER_TOO_LARGE', undefined, { details: { limit_bytes: limit } });
}
