// Finds a record or creates it, safely when concurrent calls create the same record.
import type { TenantContext } from '../context.ts';
import { fromDatabase } from '../db/sqlstate.ts';
import { ServiceError } from '../errors.ts';

const MAX_ATTEMPTS = 3;

/** Reasons of a CONFLICT which say that another record already has the value. */
const TAKEN: ReadonlySet<unknown> = new Set([
  'value_taken',
  'identifier_taken',
  'email_taken',
  'client_number_taken',
]);

/**
 * Finds the record to write, then writes it. If the write conflicts with a value that another call has taken since, or
 * with a deletion, it is rolled back and the search repeated, so that it finds the record of the concurrent call.
 * @param find returns the record; undefined if there is none yet
 * @param write updates the record, or creates it
 * @throws the error of the write, if a repeated search finds the same record as before
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
      if (attempt === MAX_ATTEMPTS || !lostRace(error)) throw error;
      const latest = await find();
      if (latest?.id === found?.id) throw error;
      found = latest;
    }
  }
}

/** Returns whether a write failed because of a concurrent change since the search. */
function lostRace(error: unknown): boolean {
  const serviceError = error instanceof ServiceError ? error : fromDatabase(error);
  if (serviceError?.code === 'NOT_FOUND') return true;
  return serviceError?.code === 'CONFLICT' && TAKEN.has(serviceError.extras.details?.reason);
}
