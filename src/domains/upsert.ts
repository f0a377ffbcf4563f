// Find a record or create it, where somebody else may be creating the same one at the same moment.
import type { TenantContext } from '../context.ts';
import { fromDatabase } from '../db/sqlstate.ts';
import { ServiceError } from '../errors.ts';

const MAX_ATTEMPTS = 3;

/** Reasons of a CONFLICT that say that another record has a value. */
const TAKEN: ReadonlySet<unknown> = new Set([
  'value_taken',
  'identifier_taken',
  'email_taken',
  'client_number_taken',
]);

/**
 * Looks for the record that is meant, and writes it. Where the write finds that another one has taken a value, or has
 * deleted the record, it is undone and the search repeated, so that what a concurrent call made is found.
 * @param find the id of the record; undefined where there is none yet
 * @param write updates the record, or creates it
 * @throws what the write throws, when a repeated search finds the same as before
 */
export async function findAndWrite<Found extends { id: string } | undefined, Result>(
  ctx: TenantContext,
  find: () => Promise<Found>,
  write: (found: Found) => Promise<Result>,
): Promise<Result> {
  let found = await find();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.tx.savepoint(() => write(found));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isOvertaken(error)) throw error;
      const again = await find();
      if (again?.id === found?.id) throw error;
      found = again;
    }
  }
}

/** Whether a write failed because of what another one did since the search. */
function isOvertaken(error: unknown): boolean {
  const refused = error instanceof ServiceError ? error : fromDatabase(error);
  if (refused?.code === 'NOT_FOUND') return true;
  return refused?.code === 'CONFLICT' && TAKEN.has(refused.extras.details?.reason);
}
