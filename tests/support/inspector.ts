// Looks at a database as its owner, past row-level security: what a call left behind, in every table.
import pg from 'pg';

/** Counters, and bookkeeping that is no effect of a call. */
const PASSING = new Set([
  ...['public.rate_limits', 'public.migrations', 'public.migrations_lock'],
  // The chain follows the audit log by itself.
  ...['public.audit_unsealed', 'public.audit_seals'],
]);
/** Rows that are written beside a request, a moment later: refusals, reads and exports in the audit log. */
const BESIDE: Record<string, string> = {
  'public.audit_entries': "t.outcome <> 'success' or t.action ~ '(restricted_read|exported|log\\.read)'",
  'public.search_tokens': "t.entity = 'audit_target'",
};
/** Stamped beside requests, a minute apart at most. */
const STAMPS = ['last_used_at', 'last_used_ip', 'last_active_at'];

export class Inspector {
  readonly #client: pg.Client;
  #digest: string | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<Inspector> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new Inspector(client);
  }

  async query<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.#client.query(text, values)).rows as T[];
  }

  /** Tables of the service that belong to workspaces: those with a column tenant_id. */
  async tenantTables(): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not a.attisdropped
       order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Rows and a digest of their content for each table, queue included; two that are equal mean that nothing was written.
   * @param tenantId looks at the rows of one workspace only
   */
  async fingerprint(tenantId?: string): Promise<Record<string, string>> {
    this.#digest ??= await this.#writeDigest();
    const rows = await this.query<{ name: string; digest: string }>(this.#digest, [tenantId ?? null]);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #writeDigest(): Promise<string> {
    const tables = await this.query<{ name: string; owned: boolean }>(
      `select n.nspname || '.' || c.relname as name, exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as owned
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') order by 1`,
    );
    const stamps = STAMPS.map((name) => ` - '${name}'`).join('');
    return tables
      .filter(({ name }) => !PASSING.has(name))
      .map(
        ({ name, owned }) =>
          `select '${name}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(row, '' order by row)), '') as digest
           from (select (to_jsonb(t)${stamps})::text as row from ${name} t
                 where ($1::uuid is null or ${owned ? 't.tenant_id = $1' : 'false'}) and not (${BESIDE[name] ?? 'false'})) rows`,
      )
      .join('\nunion all\n');
  }
}
