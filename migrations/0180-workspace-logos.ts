// The picture behind the logo address of each workspace, as it was fetched for the PDFs of documents.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tenant_logos (
      tenant_id uuid primary key references tenants,
      source_url text not null,
      file_id uuid,
      fetched_at timestamptz(3) not null
    );
    call protect_tenant_table('tenant_logos');
    call link_file('tenant_logos', 'file_id');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table tenant_logos');
}
