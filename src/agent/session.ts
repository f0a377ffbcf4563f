// The session of one MCP request: its caller, the filters on listings, and how its errors are reported.
import type { ServiceError } from '../errors.ts';
import type { Origin } from '../operations/call.ts';
import { refusalOf } from '../operations/envelope.ts';
import { causeOf } from '../operations/execute.ts';

export interface Session {
  origin: Origin;
  /** Lists only tools of these modules. */
  modules?: ReadonlySet<string>;
  /** Lists only tools that change nothing. */
  readOnly: boolean;
  /** Lists only the most used tools, and those that find and call the others. */
  core: boolean;
}

/** The part of a session that listings need. */
export interface Caller {
  origin: Pick<Origin, 'principal'>;
}

/** Returns the session of a request, with the filters of its query string (platform.md §7). */
export function sessionOf(origin: Origin, query: URLSearchParams): Session {
  const modules = query.get('modules')?.split(',').filter(Boolean);
  return {
    origin,
    ...(modules && { modules: new Set(modules) }),
    readOnly: query.get('read_only') === 'true',
    core: query.get('toolset') === 'core',
  };
}

/** Converts a thrown value to the error that the caller gets; logs it if it is internal. */
export function loggedRefusal(error: unknown, { log, requestId }: Origin): ServiceError {
  const refused = refusalOf(causeOf(error));
  if (refused.code === 'INTERNAL_ERROR')
    log.error({ err: error, request_id: requestId }, 'a call over MCP failed');
  return refused;
}
