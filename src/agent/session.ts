// One MCP request on its way through tools, resources and prompts: who asks, what narrows the answer, how it fails.
import type { ServiceError } from '../errors.ts';
import type { Origin } from '../operations/call.ts';
import { refusalOf } from '../operations/envelope.ts';
import { causeOf } from '../operations/execute.ts';

export interface Session {
  origin: Origin;
  /** Tools of these modules only. */
  modules?: ReadonlySet<string>;
  /** Tools that change nothing only. */
  readOnly: boolean;
  /** The tools that are used most, and those that lead to the others. */
  core: boolean;
}

/** Who asks, where nothing is called: listings need no more. */
export interface Caller {
  origin: Pick<Origin, 'principal'>;
}

/** The session of a request, with what its query string narrows (platform.md §7). */
export function sessionOf(origin: Origin, query: URLSearchParams): Session {
  const modules = query.get('modules')?.split(',').filter(Boolean);
  return {
    origin,
    ...(modules && { modules: new Set(modules) }),
    readOnly: query.get('read_only') === 'true',
    core: query.get('toolset') === 'core',
  };
}

/** What a thrown value means to the caller; a fault of ours is logged and told as no more than that. */
export function refusalIn(error: unknown, { log, requestId }: Origin): ServiceError {
  const refused = refusalOf(causeOf(error));
  if (refused.code === 'INTERNAL_ERROR')
    log.error({ err: error, request_id: requestId }, 'a call over MCP failed');
  return refused;
}
