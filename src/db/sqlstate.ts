// From PostgreSQL's error codes to ours: the net under the services' own checks.
import { ERRORS, type ErrorCode, ServiceError } from '../errors.ts';

/** What the driver tells of a refused statement. */
interface DatabaseFault {
  syscall?: string;
  code?: string;
  message?: string;
  constraint?: string;
  table?: string;
  /** Of refusals that a trigger raises: the field that it is about. */
  column?: string;
}

/** For every fault of making a connection; of a socket whose server is gone it is ENOENT. */
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
  // What is too long for an index, or nested too deep.
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
  // The pool gives no code.
  'timeout exceeded when trying to connect': { code: 'SERVICE_UNAVAILABLE', reason: 'no_connection_free' },
  ECONNRESET: { code: 'SERVICE_UNAVAILABLE', reason: 'database_unreachable' },
};

/** The column that a check is about, where PostgreSQL tells it or has named the check by it; the name itself stays inside. */
function fieldOf({ column, constraint = '', table = '' }: DatabaseFault): string | undefined {
  if (column) return column;
  const [, named] = /^(.+)_check\d*$/.exec(constraint) ?? [];
  return named?.startsWith(`${table}_`) ? named.slice(table.length + 1) : undefined;
}

/** The refusal that a database fault stands for, or undefined when it is a fault of ours. */
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
