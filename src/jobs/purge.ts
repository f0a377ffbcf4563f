// Removes what has served its time. Runs as the owner of the tables: nobody who serves a request may delete an event.
import type { PoolClient } from 'pg';
import { visibilitySettings } from '../db/transaction.ts';
import type { Log } from '../log.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Rows of a workspace, with the column that tells their age. */
const OF_WORKSPACES = [
  { table: 'idempotency_keys', column: 'created_at', keep: 24 * HOUR },
  { table: 'idempotency_leases', column: 'until', keep: HOUR },
  { table: 'agent_action_counts', column: 'day', keep: 7 * DAY },
  { table: 'events', column: 'occurred_at', keep: 30 * DAY },
  { table: 'sso_attempts', column: 'created_at', keep: HOUR },
  { table: 'job_files', column: 'created_at', keep: 24 * HOUR },
  // With their attempts.
  { table: 'webhook_deliveries', column: 'created_at', keep: 30 * DAY },
  { table: 'jobs', column: 'finished_at', keep: 30 * DAY },
] as const;

/** The audit log of the default plan (platform.md section 8). */
const AUDIT_KEPT = 400 * DAY;

/** A session that ended stays this long, for the question of who was signed in. */
const SESSIONS_KEPT = 90 * DAY;

/** A link that is over says so for as long as somebody may still try it. */
const RESETS_KEPT = 30 * DAY;

/** Small enough that no lock is held for long. */
const BATCH = 5_000;

/**
 * Deletes keys after a day, events and ended jobs after 30 days, sign-ins by single sign-on that nobody completed, sessions
 * 90 days after their end, links for a new password after another 30, and counters that have run out.
 * Workspace by workspace, as row-level security wants it, each batch in a transaction of its own.
 */
export async function purgeExpired(client: PoolClient, now: Date, log: Log): Promise<void> {
  const removed: Record<string, number> = {};
  const { rows: tenants } = await client.query<{ id: string }>('select id from tenants order by id');
  for (const { id } of tenants) {
    for (const { table, column, keep } of OF_WORKSPACES) {
      const before = new Date(now.getTime() - keep);
      const where = `tenant_id = $1 and ${column} < $2`;
      removed[table] = (removed[table] ?? 0) + (await removeAll(client, table, where, [id, before], id));
    }
  }
  removed.audit_entries = 0;
  for (const { id } of tenants) removed.audit_entries += await cutAudit(client, id, now);
  const ended = new Date(now.getTime() - SESSIONS_KEPT);
  removed.sessions = await removeAll(client, 'sessions', 'expires_at < $1', [ended]);
  const over = new Date(now.getTime() - RESETS_KEPT);
  removed.password_resets = await removeAll(client, 'password_resets', 'expires_at < $1', [over]);
  // The limiter counts by the time of the machine, whatever the clock of the service says.
  removed.rate_limits = await removeAll(client, 'rate_limits', 'expire < $1', [Date.now()]);
  log.info({ removed }, 'expired rows were removed');
}

/**
 * Cuts the oldest part off the chain of a workspace, as far as all of its entries have served their time. The anchor is
 * set first: it is what the rest of the chain follows, and what allows the entries to go (migration 0016).
 */
async function cutAudit(client: PoolClient, tenantId: string, now: Date): Promise<number> {
  const values = [tenantId, new Date(now.getTime() - AUDIT_KEPT)];
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
  const passed = `(select seq from audit_anchors where tenant_id = $1)`;
  const entries = `tenant_id = $1 and occurred_at < $2 and id in (select entry_id from audit_seals where tenant_id = $1 and seq <= ${passed})`;
  const count = await removeAll(client, 'audit_entries', entries, values, tenantId);
  await removeAll(client, 'audit_seals', `tenant_id = $1 and seq <= ${passed}`, [tenantId], tenantId);
  return count;
}

async function removeAll(
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
