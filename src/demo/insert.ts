// Inserts rows of the demo.
import type { Knex } from 'knex';
import type { Row } from './companies.ts';

/** Inserts all rows by one statement, with one JSON parameter. */
export async function insert(db: Knex, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ');
  await db.raw(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ?)`,
    [JSON.stringify(rows)],
  );
}
