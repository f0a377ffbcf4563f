// The index for the envelopes that wait for somebody, by the address of the recipient.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index envelope_recipients_email on envelope_recipients (tenant_id, email) where status in ('sent', 'viewed');
    create index imports_validated on imports (tenant_id, updated_at, id) where status = 'validated';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index imports_validated, envelope_recipients_email');
}
