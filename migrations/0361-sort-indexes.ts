// Indexes of the sort keys of lists that grow: activities, action items, time entries, clients, and the board position of tasks.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    call sort_records('activities', '{}', array['created_at']);
    call sort_records('action_items', '{}', array['created_at']);
    call sort_records('time_entries', '{}', array['minutes', 'created_at']);
    -- Most companies are no clients, and have no client status.
    create index clients_by_status on companies (tenant_id, client_status, id) where deleted_at is null and client_id is not null;
    -- The former index sorted by a collation that the list does not use.
    drop index tasks_by_position;
    call sort_records('tasks', '{}', array['position']);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index tasks_by_position;
    call sort_records('tasks', array['position']);
    drop index activities_by_created_at, action_items_by_created_at, time_entries_by_minutes, time_entries_by_created_at, clients_by_status;
  `);
}
