// Converts PostgreSQL errors to API errors, for faults that the services' own checks did not catch.
import { ERRORS, type ErrorCode } from '../error-codes.ts';
import { ServiceError } from '../errors.ts';

/** The driver's error for a refused statement. */
interface DatabaseFault {
  syscall?: string;
  code?: string;
  message?: string;
  constraint?: string;
  table?: string;
  /** The field that the error is about, where a trigger raised it. */
  column?: string;
}

/** Stands for every connection error; for a socket without a server the code would be ENOENT. */
const UNREACHABLE = 'ECONNREFUSED';

const STATES: Record<string, { code: ErrorCode; reason: string; message?: string }> = {
  '23505': { code: 'CONFLICT', reason: 'value_taken', message: 'Another record already holds this value.' },
  '23503': {
    code: 'CONFLICT',
    reason: 'reference_missing',
    message: 'A record that this one refers to does not exist, or still refers to it.',
  },
  '23514': { code: 'VALIDATION_ERROR', reason: 'check_failed' },
  '22001': { code: 'VALIDATION_ERROR', reason: 'too_long' },
  '22003': { code: 'VALIDATION_ERROR', reason: 'out_of_range' },
  '22007': { code: 'VALIDATION_ERROR', reason: 'invalid_text' },
  '22008': { code: 'VALIDATION_ERROR', reason: 'out_of_range' },
  '22015': { code: 'VALIDATION_ERROR', reason: 'out_of_range' },
  // Too long for an index, or nested too deep.
  '54000': { code: 'VALIDATION_ERROR', reason: 'too_long' },
  '54001': { code: 'VALIDATION_ERROR', reason: 'too_deep' },
  '22021': {
    code: 'VALIDATION_ERROR',
    reason: 'invalid_text',
    message: 'The text holds a character that cannot be stored, such as U+0000.',
  },
  '22P05': {
    code: 'VALIDATION_ERROR',
    reason: 'invalid_text',
    message: 'The text holds a character that cannot be stored, such as U+0000.',
  },
  '22P02': { code: 'VALIDATION_ERROR', reason: 'invalid_text' },
  '40001': { code: 'SERVICE_UNAVAILABLE', reason: 'serialization' },
  '40P01': { code: 'SERVICE_UNAVAILABLE', reason: 'deadlock' },
  '55P03': { code: 'SERVICE_UNAVAILABLE', reason: 'lock_timeout' },
  '57014': { code: 'SERVICE_UNAVAILABLE', reason: 'statement_timeout' },
  '53300': { code: 'SERVICE_UNAVAILABLE', reason: 'too_many_connections' },
  '57P01': { code: 'SERVICE_UNAVAILABLE', reason: 'database_restarting' },
  '57P03': { code: 'SERVICE_UNAVAILABLE', reason: 'database_starting' },
  [UNREACHABLE]: { code: 'SERVICE_UNAVAILABLE', reason: 'database_unreachable' },
  // The pool's error has no code, only this message.
  'timeout exceeded when trying to connect': { code: 'SERVICE_UNAVAILABLE', reason: 'no_connection_free' },
  ECONNRESET: { code: 'SERVICE_UNAVAILABLE', reason: 'database_unreachable' },
};

/**
 * Returns the column that a check constraint is about, from the error or from the constraint's name. The name itself is
 * not exposed.
 */
function fieldOf({ column, constraint = '', table = '' }: DatabaseFault): string | undefined {
  if (column) return column;
  const [, named] = /^(.+)_check\d*$/.exec(constraint) ?? [];
  return named?.startsWith(`${table}_`) ? named.slice(table.length + 1) : undefined;
}

/** Returns the API error for a database error, or undefined if the error is a bug of ours. */
export function fromDatabase(error: unknown): ServiceError | undefined {
  // Objection wraps the driver's error.
  const fault = ((error as { nativeError?: unknown }).nativeError ?? error) as DatabaseFault;
  const known = STATES[fault?.syscall === 'connect' ? UNREACHABLE : (fault?.code ?? fault?.message ?? '')];
  if (!known) return undefined;
  const path = known.code === 'VALIDATION_ERROR' ? fieldOf(fault) : undefined;
  return new ServiceError(known.code, known.message, {
    details: {
      reason: known.reason,
      ...(fault.column && { field: fault.column }),
    },
    ...(path && {
      fields: [{ path, rule: known.reason, message: known.message ?? ERRORS[known.code].message }],
    }),
  });
}
