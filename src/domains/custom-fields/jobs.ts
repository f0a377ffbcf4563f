// Scheduled erasure of the values of fields that were archived long enough ago.

import type { Transaction } from '../../db/transaction.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { RESTORE_DAYS } from './rules.ts';

/** Records per transaction. */
const BATCH = 1_000;

interface ExpiredField {
  id: string;
  entity: string;
  key: string;
}

/**
 * Erases the values of fields that were archived thirty days ago, then the fields, whose keys become available again.
 */
export async function eraseArchivedFields(
  { database, clock }: Services,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - RESTORE_DAYS * 86_400_000);
  const tenants = await database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  let erased = 0;
  for (const { id: tenantId } of tenants) {
    const expired = await database.read({ tenantId }, (tx) =>
      tx.rows<ExpiredField>(
        `select id, entity, key from custom_fields
         where tenant_id = $1 and archived_at < $2 and deleted_at is null order by id`,
        [tenantId, before],
      ),
    );
    for (const field of expired) {
      for (let n = BATCH; n === BATCH && !signal?.aborted; erased += n) {
        n = await database.write({ tenantId }, async (tx) => {
          const rows = await tx.rows(
            `update ${field.entity} r set custom_fields = r.custom_fields - $2::text
             where r.tenant_id = $1 and r.id = any (array(
               select o.id from ${field.entity} o where o.tenant_id = $1 and jsonb_exists(o.custom_fields, $2)
               limit ${BATCH} for update skip locked)) returning r.id`,
            [tenantId, field.key],
          );
          return rows.length;
        });
      }
      if (signal?.aborted) return;
      await database.write({ tenantId }, (tx) => deleteIfUnused(tx, tenantId, field, now));
    }
  }
  if (erased) log.info({ erased }, 'values of archived fields were erased');
}

/**
 * Deletes a field once no record has a value of it. Records that were locked may still have one; then the next run
 * deletes it.
 */
async function deleteIfUnused(
  tx: Transaction,
  tenantId: string,
  { id, entity, key }: ExpiredField,
  now: Date,
): Promise<void> {
  await tx.rows(
    `with done as (
       update custom_fields f set deleted_at = $3, updated_at = $3, version = f.version + 1
       where f.tenant_id = $1 and f.id = $2 and f.archived_at is not null and not exists (
         select from ${entity} r where r.tenant_id = $1 and jsonb_exists(r.custom_fields, $4))
       returning f.id
     )
     delete from custom_field_claims c using done where c.tenant_id = $1 and c.field_id = done.id`,
    [tenantId, id, now, key],
  );
}
