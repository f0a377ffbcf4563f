// Deletes expired rows. Runs as the owner of the tables, because the role of requests may not delete events.
import type { PoolClient } from 'pg';
import { visibilitySettings } from '../db/visibility.ts';
import type { Log } from '../log.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A table of a workspace, the column with the age of its rows, how long they are kept, and which of them are deleted. */
interface Retention {
  table: string;
  column: string;
  keep: number;
  /** A condition in SQL, where `$1` is the workspace and `$2` the time before which rows are old. */
  only?: string;
}

/** How long links say that what they led to has ended; afterwards they are unknown. */
const ENDED_LINKS = 400 * DAY;

const WORKSPACE_TABLES: readonly Retention[] = [
  { table: 'idempotency_keys', column: 'created_at', keep: 24 * HOUR },
  { table: 'idempotency_leases', column: 'until', keep: HOUR },
  { table: 'agent_action_counts', column: 'day', keep: 7 * DAY },
  { table: 'events', column: 'occurred_at', keep: 30 * DAY },
  { table: 'sso_attempts', column: 'created_at', keep: HOUR },
  { table: 'room_codes', column: 'expires_at', keep: HOUR },
  { table: 'room_gate_failures', column: 'at', keep: HOUR },
  { table: 'notifications', column: 'created_at', keep: 180 * DAY },
  { table: 'tenant_health_snapshots', column: 'created_at', keep: 400 * DAY },
  { table: 'my_work_snoozes', column: 'until', keep: DAY },
  // Their attempts are deleted with them.
  { table: 'webhook_deliveries', column: 'created_at', keep: 30 * DAY },
  { table: 'jobs', column: 'finished_at', keep: 30 * DAY },
  // Their items and events are deleted with them.
  { table: 'batches', column: 'finished_at', keep: 30 * DAY },
  { table: 'envelope_sessions', column: 'expires_at', keep: HOUR },
  // A link that was replaced is unknown at once.
  { table: 'envelope_links', column: 'revoked_at', keep: DAY },
  {
    ...{ table: 'envelope_links', column: 'created_at', keep: ENDED_LINKS },
    only: `envelope_id in (select id from envelopes where tenant_id = $1
      and status in ('completed', 'declined', 'voided', 'expired') and updated_at < $2)`,
  },
  {
    ...{ table: 'document_links', column: 'created_at', keep: ENDED_LINKS },
    only: `(quote_id in (select id from quotes where tenant_id = $1 and updated_at < $2
        and (status in ('accepted', 'declined', 'cancelled', 'superseded') or valid_until < $2::date))
      or invoice_id in (select id from invoices where tenant_id = $1 and updated_at < $2
        and status in ('paid', 'void', 'uncollectible')))`,
  },
];

/** How long the default plan keeps audit entries (platform.md section 8). */
const AUDIT_RETENTION = 400 * DAY;

/** How long ended sessions are kept, to show who was signed in. */
const SESSION_RETENTION = 90 * DAY;

/** How long an expired reset link is kept, so that it can say that it has expired. */
const RESET_RETENTION = 30 * DAY;

/** How long the hourly counts of ended jobs and of refused events are kept. */
const COUNT_RETENTION = 30 * DAY;

/** Rows deleted in one transaction; small, so that no lock is held for long. */
const BATCH = 5_000;

/**
 * Deletes idempotency keys after a day, events, ended jobs and batches after 30 days,
 * notifications after 180 days, snapshots of the health of workspaces after 400 days, unfinished sign-ins by single sign-on,
 * sessions 90 days after their end, sessions and replaced links of signing within a day, links to what ended 400 days ago,
 * password reset links 30 days after they expire, and expired rate limit counters.
 * Works on one workspace at a time, as row-level security requires, with a transaction for each batch.
 */
export async function purgeExpired(client: PoolClient, now: Date, log: Log): Promise<void> {
  const removed: Record<string, number> = {};
  const { rows: tenants } = await client.query<{ id: string }>('select id from tenants order by id');
  for (const { id } of tenants) {
    for (const { table, column, keep, only } of WORKSPACE_TABLES) {
      const before = new Date(now.getTime() - keep);
      const where = `tenant_id = $1 and ${column} < $2${only ? ` and ${only}` : ''}`;
      removed[table] = (removed[table] ?? 0) + (await deleteAll(client, table, where, [id, before], id));
    }
  }
  removed.audit_entries = 0;
  for (const { id } of tenants) removed.audit_entries += await deleteOldAudit(client, id, now);
  const sessionsBefore = new Date(now.getTime() - SESSION_RETENTION);
  removed.sessions = await deleteAll(client, 'sessions', 'expires_at < $1', [sessionsBefore]);
  const resetsBefore = new Date(now.getTime() - RESET_RETENTION);
  removed.password_resets = await deleteAll(client, 'password_resets', 'expires_at < $1', [resetsBefore]);
  removed.queue_counts = await deleteAll(client, 'queue_counts', 'hour < $1', [
    new Date(now.getTime() - COUNT_RETENTION),
  ]);
  removed.ingress_refusals = await deleteAll(client, 'ingress_refusals', 'hour < $1', [
    new Date(now.getTime() - COUNT_RETENTION),
  ]);
  // The rate limiter uses the machine's time, not the clock of the service.
  removed.rate_limits = await deleteAll(client, 'rate_limits', 'expire < $1', [Date.now()]);
  log.info({ removed }, 'expired rows were removed');
}

/**
 * Deletes the oldest part of a workspace's audit chain, up to the first entry that must still be kept. The anchor is set
 * first: the rest of the chain is verified from it, and only entries before it may be deleted (migration 0016).
 */
async function deleteOldAudit(client: PoolClient, tenantId: string, now: Date): Promise<number> {
  const values = [tenantId, new Date(now.getTime() - AUDIT_RETENTION)];
  await inTransaction(client, tenantId, () =>
    client.query(
      `insert into audit_anchors (tenant_id, seq, hash, cut_at)
       select tenant_id, seq, hash, $3 from audit_seals where tenant_id = $1 and seq = (
         select coalesce(
           (select s.seq from audit_seals s join audit_entries e on e.tenant_id = s.tenant_id and e.id = s.entry_id
            where s.tenant_id = $1 and e.occurred_at >= $2 order by s.seq limit 1) - 1,
           (select max(seq) from audit_seals where tenant_id = $1)))
       on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash, cut_at = excluded.cut_at
         where audit_anchors.seq < excluded.seq`,
      [...values, now],
    ),
  );
  const anchorSeq = `(select seq from audit_anchors where tenant_id = $1)`;
  const entries = `tenant_id = $1 and occurred_at < $2 and id in (select entry_id from audit_seals where tenant_id = $1 and seq <= ${anchorSeq})`;
  const count = await deleteAll(client, 'audit_entries', entries, values, tenantId);
  await deleteAll(client, 'audit_seals', `tenant_id = $1 and seq <= ${anchorSeq}`, [tenantId], tenantId);
  return count;
}

async function deleteAll(
  client: PoolClient,
  table: string,
  where: string,
  values: unknown[],
  tenantId?: string,
): Promise<number> {
  const statement = `delete from ${table} where ${where} and ctid = any (array(select ctid from ${table} where ${where} limit ${BATCH}))`;
  for (let total = 0; ; ) {
    const count = await inTransaction(client, tenantId, async () => {
      const { rowCount } = await client.query(statement, values);
      return rowCount ?? 0;
    });
    total += count;
    if (count < BATCH) return total;
  }
}

async function inTransaction<T>(
  client: PoolClient,
  tenantId: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    for (const setting of visibilitySettings({ tenantId })) await client.query(setting);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
