// Errors that are shown to the caller, and how they are thrown. Their codes are in error-codes.ts.
import { GraphQLError } from 'graphql';
import type { ErrorExtras, ErrorBody as ErrorForm } from './error-body.ts';
import { ERRORS, type ErrorCode, type ErrorKind } from './error-codes.ts';

export type { ErrorExtras, FieldFault } from './error-body.ts';

export type ErrorBody = ErrorForm<ErrorCode>;

/** An error that is shown to the caller. Any other thrown error becomes INTERNAL_ERROR. */
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

/** Returns whether the same call can succeed later: its error is registered as retryable. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ServiceError && 'retryable' in ERRORS[error.code];
}

/** Throws a ServiceError. */
export function fail(code: ErrorCode, message?: string, extras?: ErrorExtras): never {
  throw new ServiceError(code, message, extras);
}

/** Returns a VALIDATION_ERROR about one field. */
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

/** Returns the error for a response, or the rows it is built from, over the limit in bytes. */
export function answerTooLarge(limit: number): ServiceError {
  return new ServiceError('ANSWER_TOO_LARGE', undefined, { details: { limit_bytes: limit } });
}
