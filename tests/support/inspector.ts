// Reads a database as its owner without row-level security, to check what a call wrote in every table.
import pg from 'pg';

/** Counters and bookkeeping tables that are not effects of a call. */
const IGNORED_TABLES = new Set([
  ...['public.rate_limits', 'public.migrations', 'public.migrations_lock'],
  // These tables are updated after the audit log in the background.
  ...['public.audit_unsealed', 'public.audit_seals'],
  // Calls are counted in memory and written a few seconds later.
  'public.api_call_counts',
  'public.queue_counts',
  'public.ingress_refusals',
  // Written once a day by the schedule.
  'public.tenant_health_snapshots',
  // The queue notes here which scheduled jobs it has started.
  ...['graphile_worker._private_known_crontabs', 'graphile_worker._private_job_queues'],
]);
/** Conditions for rows that no request writes, or that are written shortly after it, such as refusals in the audit log. */
const LATE_ROWS: Record<string, string> = {
  'public.audit_entries':
    "t.outcome <> 'success' or t.action ~ '(restricted_read|relationship_read|exported|log\\.read)'",
  'graphile_worker._private_jobs': "t.payload::jsonb ? '_cron'",
  'public.search_tokens': "t.entity = 'audit_target'",
};
/** Columns with times of use, which are updated after requests at most once a minute. */
const USAGE_COLUMNS = ['last_used_at', 'last_used_ip', 'last_active_at'];

export class Inspector {
  readonly #client: pg.Client;
  #digest: string | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<Inspector> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // The digest of all tables takes longer to plan than to run.
    await client.query('set plan_cache_mode = force_generic_plan');
    return new Inspector(client);
  }

  async query<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.#client.query(text, values)).rows as T[];
  }

  /** Returns the tables that belong to workspaces, which are those with a column tenant_id. */
  async tenantTables(): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not a.attisdropped
       order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Returns the row count and a digest of the rows of each table, including the queue; equal results mean no writes.
   * @param tenantId restricts the rows to one workspace
   */
  async fingerprint(tenantId?: string): Promise<Record<string, string>> {
    this.#digest ??= await this.#writeDigest();
    const { rows } = await this.#client.query<{ name: string; digest: string }>({
      name: 'digest',
      text: this.#digest,
      values: [tenantId ?? null],
    });
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #writeDigest(): Promise<string> {
    const tables = await this.query<{ name: string; columns: string[] }>(
      `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') group by 1 order by 1`,
    );
    return tables
      .filter(({ name }) => !IGNORED_TABLES.has(name))
      .map(
        ({ name, columns }) =>
          `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(${rowKey(columns)}, 0)), 0) as digest
           from ${name} t
           where ($1::uuid is null or ${columns.includes('tenant_id') ? 't.tenant_id = $1' : 'false'}) and not (${LATE_ROWS[name] ?? 'false'})`,
      )
      .join('\nunion all\n');
  }
}

/**
 * Returns an expression that changes whenever a row is written: its version in storage, or its content without the times
 * of use.
 */
function rowKey(columns: readonly string[]): string {
  if (!columns.some((name) => USAGE_COLUMNS.includes(name))) return `t.ctid::text || t.xmin::text`;
  return `(to_jsonb(t)${USAGE_COLUMNS.map((name) => ` - '${name}'`).join('')})::text`;
}
