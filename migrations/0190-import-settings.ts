// The settings of a workspace for imports.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table tenants add imports_four_eyes boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table tenants drop imports_four_eyes');
}
