// Rows of project-management imports: the values of derived rows, and the rows of a kind in their order.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table import_rows add parts jsonb;
    create index import_rows_kind on import_rows (tenant_id, import_id, kind, status, row_number) where kind is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index import_rows_kind; alter table import_rows drop column parts');
}
