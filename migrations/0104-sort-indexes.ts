// Indexes of the sort keys of rooms and projects.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    call sort_records('rooms', array['title'], array['status', 'published_at', 'last_visited_at']);
    -- The former index sorted by a collation that the list does not use.
    drop index projects_by_status;
    call sort_records('projects', '{}', array['status']);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index rooms_by_title, rooms_by_status, rooms_by_published_at, rooms_by_last_visited_at;
    drop index projects_by_status;
    call sort_records('projects', array['status']);
  `);
}
