// Finds the workspaces that allow an origin, for the preflights of browsers.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index tenants_allowed_origins on tenants using gin (allowed_origins)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index tenants_allowed_origins');
}
