// The role of a contact in a deal becomes optional (crm.md sections 3 and 6).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table deal_contacts alter role drop not null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deal_contacts no force row level security;
    update deal_contacts set role = 'other' where role is null;
    alter table deal_contacts force row level security;
    alter table deal_contacts alter role set not null;
  `);
}
