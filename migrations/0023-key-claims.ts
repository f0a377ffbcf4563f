// A claim of an idempotency key that is taken fails its transaction, so that what was sent behind it does nothing.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function refuse_taken_key() returns boolean language plpgsql as $$
    begin
      raise 'the idempotency key is taken' using errcode = 'IK001';
    end $$`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function refuse_taken_key()');
}
