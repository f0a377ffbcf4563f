// Jobs that their requesters follow (delivery.md section 6.2).
import type { Knex } from 'knex';

/** Work that goes on after the answer of its request. The queue runs it; this is what people see of it. */
async function createJobs(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      kind text not null check (kind in
        ('import_execute', 'import_rollback', 'export', 'batch', 'pdf_render', 'seal', 'reschedule')),
      state text not null default 'queued'
        check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelling', 'cancelled')),
      processed int not null default 0 check (processed >= 0),
      total int check (total >= 0),
      attempts int not null default 0 check (attempts >= 0),
      error jsonb,
      result jsonb,
      requested_by jsonb not null,
      requester_id uuid generated always as ((requested_by ->> 'id')::uuid) stored,
      -- Until then the worker that runs it is taken to be alive.
      lease_until timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      primary key (tenant_id, id),
      check ((state in ('running', 'cancelling')) = (lease_until is not null)),
      check ((state in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
      check ((state = 'failed') = (error is not null)),
      check (state = 'succeeded' or result is null)
    );
    create index jobs_time on jobs (tenant_id, created_at desc, id desc);
    create index jobs_requester on jobs (tenant_id, requester_id, created_at desc, id desc);
    create index jobs_end on jobs (tenant_id, finished_at);
    call protect_tenant_table('jobs');
  `);
}

export async function up(knex: Knex): Promise<void> {
  await createJobs(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table jobs');
}
