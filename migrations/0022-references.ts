// What names a company or a contact is found by an index that holds deleted rows too: merges move those as well (crm.md §3).
import type { Knex } from 'knex';

const REFERENCES = [
  ['companies', 'merged_into_id'],
  ['contacts', 'merged_into_id'],
  ['contacts', 'company_id'],
  ['deals', 'company_id'],
  ['notes', 'company_id'],
  ['notes', 'contact_id'],
  ['relationship_outcomes', 'contact_id'],
];

export async function up(knex: Knex): Promise<void> {
  for (const [table, column] of REFERENCES) {
    await knex.raw(
      `create index ${table}_${column} on ${table} (tenant_id, ${column}) where ${column} is not null`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, column] of REFERENCES) await knex.raw(`drop index ${table}_${column}`);
}
