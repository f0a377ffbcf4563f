// Foreign keys to the workspace that another key implies: each is a look-up and a row lock for every row that is written.
import type { Knex } from 'knex';

/** Their composite foreign key leads to a row that refers to the workspace itself. */
const CHILDREN = ['company_identifiers', 'client_numbers', 'contact_methods', 'contact_companies'];
/** Written by triggers alone, with the workspace of the row that holds the words. */
const DERIVED = ['search_tokens'];

export async function up(knex: Knex): Promise<void> {
  for (const table of [...CHILDREN, ...DERIVED])
    await knex.raw('alter table ?? drop constraint ??', [table, `${table}_tenant_id_fkey`]);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of [...CHILDREN, ...DERIVED])
    await knex.raw('alter table ?? add constraint ?? foreign key (tenant_id) references tenants', [
      table,
      `${table}_tenant_id_fkey`,
    ]);
}
