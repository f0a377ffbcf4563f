// Messages that went to some of their recipients and wait for the others are due, too; enrolments are found by their thread.
import type { Knex } from 'knex';

const DUE = `create index communications_due on communications (tenant_id, coalesce(next_attempt_at, scheduled_at))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index communications_due;
    ${DUE} where deleted_at is null and (status = 'scheduled' or next_attempt_at is not null);
    create index outreach_enrolments_thread on outreach_enrolments (tenant_id, thread_id) where thread_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index outreach_enrolments_thread, communications_due;
    ${DUE} where status in ('scheduled', 'queued') and deleted_at is null;
  `);
}
