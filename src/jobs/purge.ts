// Removes what has served its time. Runs as the owner of the tables: nobody who serves a request may delete an event.
import type { PoolClient } from 'pg';
import type { Log } from '../context.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Rows of a workspace, with the column that tells their age. */
const OF_WORKSPACES = [
  { table: 'idempotency_keys', column: 'created_at', keep: 24 * HOUR },
  { table: 'idempotency_leases', column: 'until', keep: HOUR },
  { table: 'agent_action_counts', column: 'day', keep: 7 * DAY },
  { table: 'events', column: 'occurred_at', keep: 30 * DAY },
] as const;

/** A session that ended stays this long, for the question of who was signed in. */
const SESSIONS_KEPT = 90 * DAY;

/** Small enough that no lock is held for long. */
const BATCH = 5_000;

/**
 * Deletes keys after a day, events after 30 days, sessions 90 days after their end, and counters that have run out.
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
  const ended = new Date(now.getTime() - SESSIONS_KEPT);
  removed.sessions = await removeAll(client, 'sessions', 'expires_at < $1', [ended]);
  // The limiter counts by the time of the machine, whatever the clock of the service says.
  removed.rate_limits = await removeAll(client, 'rate_limits', 'expire < $1', [Date.now()]);
  log.info({ removed }, 'expired rows were removed');
}

async function removeAll(
  client: PoolClient,
  table: string,
  where: string,
  values: unknown[],
  tenantId?: string,
): Promise<number> {
  const statement = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${BATCH}))`;
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
    if (tenantId) await client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
