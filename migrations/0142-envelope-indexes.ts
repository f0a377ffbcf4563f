// The index for merges of companies that have envelopes, deleted ones too.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index envelopes_company_all on envelopes (tenant_id, company_id) where company_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index envelopes_company_all');
}
