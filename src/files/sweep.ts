// Background work on files: erasing those that nothing refers to, and moving small ones to the S3-compatible store.
import type { Database } from '../db/knex.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Log } from '../log.ts';
import type { Storage } from './byte-store.ts';
import type { Files } from './files.ts';

const FOREIGN_KEY_VIOLATION = '23503';
const BATCH = 100;

interface SweepServices {
  database: Database;
  files: Files;
  clock: { now(): Date };
}

/** Erases the files of every workspace that are due and that nothing refers to; a job runs it every minute. */
export async function sweepFiles(services: SweepServices, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  let erased = 0;
  for (const { id } of tenants) {
    for (let n = BATCH; n === BATCH && !signal?.aborted; ) {
      const swept = await sweepBatch(services, id);
      n = swept.due;
      erased += swept.erased;
    }
  }
  if (erased) log.debug({ erased }, 'files that nothing refers to were erased');
}

function sweepBatch({ database, files, clock }: SweepServices, tenantId: string) {
  return database.write({ tenantId }, async (tx) => {
    const due = await tx.rows<{ id: string; storage: Storage }>(
      `select id, storage from files where tenant_id = $1 and expires_at <= $2
       order by expires_at limit ${BATCH} for update skip locked`,
      [tenantId, clock.now()],
    );
    let erased = 0;
    for (const { id, storage } of due) {
      if (!(await deleteUnused(tx, tenantId, id))) continue;
      // Before the commit: if it fails, the row remains and the next sweep tries again.
      await files.eraseBytes({ tenantId, id, storage });
      erased += 1;
    }
    return { due: due.length, erased };
  });
}

/** The job that moves a file of a workspace to the S3-compatible store, if it still exists. */
export async function moveFile(
  { services: { files }, tenantId }: { services: { files: Files }; tenantId: string },
  { id }: { id: string },
): Promise<void> {
  const file = await files.find({ tenantId, id });
  if (file) await files.move(file);
}

/** Deletes a file unless a record refers to it, as the foreign keys show; then it is no longer due. */
async function deleteUnused(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  try {
    await tx.savepoint(() => tx.rows('delete from files where tenant_id = $1 and id = $2', [tenantId, id]));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    await tx.rows('update files set expires_at = null where tenant_id = $1 and id = $2', [tenantId, id]);
    return false;
  }
}
