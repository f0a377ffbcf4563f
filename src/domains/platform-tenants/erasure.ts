// Erases workspaces whose deletion is due: nobody may enter from then on, and all that they have goes (platform.md §10).
import { v7 as uuid } from 'uuid';
import { PLATFORM_WORKSPACE } from '../../access/operators.ts';
import { notifyChange } from '../../access/purge.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';

const BATCH = 5_000;
const FILES = 100;
const SYSTEM = JSON.stringify({ type: 'system', id: null, label: 'system' });

/** Makes due deletions final, and erases deleted workspaces; what was interrupted is continued by the next run. */
export async function eraseDeletedTenants(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const { database } = services;
  await makeFinal(services);
  const deleted = await database.read({}, (tx) =>
    tx.rows<{ id: string }>(
      `select id from tenants where status = 'deleted' and erased_at is null order by id`,
      [],
    ),
  );
  for (const { id } of deleted) {
    const isErased = await eraseTenant(services, id, signal);
    if (!isErased) return;
    log.info({ tenantId: id }, 'a deleted workspace was erased');
  }
}

/** Makes the deletions that are due final. Only ids remain of the workspaces, for the history of operators. */
async function makeFinal({ database, clock }: Services): Promise<void> {
  const now = clock.now();
  await database.write({ tenantId: PLATFORM_WORKSPACE }, async (tx) => {
    const due = await tx.rows<{ id: string }>(
      `update tenants set status = 'deleted', state_before_deletion = null, delete_after = null, early_deletion_by = null,
         name = 'Deleted workspace', slug = 'deleted-' || id, logo_url = null, profile = '{}', commercial = '{}',
         allowed_origins = '{}', version = version + 1, updated_at = $1, updated_by = $2
       where status = 'pending_deletion' and delete_after <= $1 returning id`,
      [now, SYSTEM],
    );
    for (const { id } of due) {
      await tx.rows(
        `insert into tenant_state_changes
           (tenant_id, id, workspace_id, from_state, to_state, actor, created_at, updated_at)
         values ($1, $2, $3, 'pending_deletion', 'deleted', $4, $5, $5)`,
        [PLATFORM_WORKSPACE, uuid(), id, SYSTEM, now],
      );
      await notifyChange(tx.db, id);
    }
  });
}

/** @returns false if the process stops before the end */
async function eraseTenant(
  { database, files, clock }: Services,
  tenantId: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const tables = await database.read({}, (tx) =>
    tx.rows<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname = 'files', 1`,
      [],
    ),
  );
  // The bytes outside of the database first: afterwards nothing tells where they are.
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const found = await database.read({ tenantId }, (tx) =>
      tx.rows<{ id: string; storage: 'database' | 's3' }>(
        `select id, storage from files where tenant_id = $1 and id > $2 order by id limit ${FILES}`,
        [tenantId, after],
      ),
    );
    if (signal?.aborted) return false;
    for (const file of found) await files.eraseBytes({ tenantId, ...file });
    if (found.length < FILES) break;
    after = found.at(-1)!.id;
  }
  for (const { name } of tables)
    for (let n = BATCH; n === BATCH; ) {
      if (signal?.aborted) return false;
      n = await database.write({ tenantId }, async (tx) => {
        const [row] = await tx.rows<{ n: number }>('select erase_workspace_rows($1, $2, $3)::int as n', [
          tenantId,
          name,
          BATCH,
        ]);
        return row!.n;
      });
    }
  await database.write({}, (tx) =>
    tx.rows('update tenants set erased_at = $2 where id = $1', [tenantId, clock.now()]),
  );
  return true;
}
