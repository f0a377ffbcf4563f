// Messages that are no exchange with a person, such as campaigns and automatic replies, keep their own type on timelines.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table activities add column is_exchange boolean not null default true');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table activities drop column is_exchange');
}
