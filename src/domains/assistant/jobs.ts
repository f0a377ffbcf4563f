// Scheduled work of the assistant: erases conversations after the retention time of the workspace.
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { RETENTION_DAYS } from './settings.ts';

const RETENTION_START = `$2::timestamptz - make_interval(days => coalesce(
  (select retention_days from assistant_settings where tenant_id = $1), ${RETENTION_DAYS}))`;

/** Erases messages past their retention time, and conversations without messages since then. */
export async function purgeConversations({ database, clock }: Services, log: Log): Promise<void> {
  const tenants = await database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  let erased = 0;
  for (const { id: tenantId } of tenants) {
    erased += await database.write({ tenantId }, async (tx) => {
      const values = [tenantId, clock.now()];
      const messages = await tx.rows(
        `delete from assistant_messages where tenant_id = $1 and created_at < ${RETENTION_START} returning id`,
        values,
      );
      await tx.rows(
        `delete from assistant_conversations where tenant_id = $1 and updated_at < ${RETENTION_START} returning id`,
        values,
      );
      return messages.length;
    });
  }
  if (erased) log.info({ erased }, 'messages of the assistant were erased');
}
