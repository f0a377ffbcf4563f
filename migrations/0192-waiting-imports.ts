// Which executions of imports are in the queue; the others wait until one of these ends.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table imports add is_enqueued boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table imports drop is_enqueued');
}
