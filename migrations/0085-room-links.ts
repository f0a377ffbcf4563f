// Messages, threads and calls belong to rooms, which exist now.
import type { Knex } from 'knex';

const TABLES = ['communications', 'communication_threads', 'calls'];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw(`
      alter table ${table} add constraint ${table}_room foreign key (tenant_id, room_id) references rooms not valid;
      alter table ${table} validate constraint ${table}_room;
      create index ${table}_room on ${table} (tenant_id, room_id) where room_id is not null;
    `);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw(`
      drop index ${table}_room;
      alter table ${table} drop constraint ${table}_room;
    `);
}
