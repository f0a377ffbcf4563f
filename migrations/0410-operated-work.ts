// What operators see of the work of all workspaces: jobs, webhooks and their deliveries.
import type { Knex } from 'knex';

const PLATFORM = `'00000000-0000-7000-8000-000000000001'::uuid`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The handler of a job and its input, so that a failed one can be started again; null for work that is enqueued later.
    alter table jobs add work jsonb;
    create index jobs_of_all on jobs (created_at desc, id desc);
    -- Succeeded deliveries are most of all, and nobody looks for them here.
    create index webhook_deliveries_of_all on webhook_deliveries (created_at desc, id desc) where state <> 'succeeded';
    call show_to_operators('jobs');
    call show_to_operators('webhooks');
    call show_to_operators('webhook_deliveries');
    call show_to_operators('webhook_attempts');

    create view platform_jobs with (security_invoker = true) as
      select ${PLATFORM} as tenant_id, j.tenant_id as workspace_id, j.id, j.kind, j.state, j.processed, j.total, j.attempts,
        j.error, j.requested_by, j.work ->> 'handler' as handler, coalesce((j.work ->> 'repeatable')::boolean, false) as repeatable,
        coalesce((select array_agg(key order by key) from jsonb_object_keys(j.work -> 'input') as key), '{}') as payload_keys,
        j.created_at, j.updated_at, j.started_at, j.finished_at
      from jobs j;
    create view platform_webhooks with (security_invoker = true) as
      select ${PLATFORM} as tenant_id, w.tenant_id as workspace_id, w.id, w.version, w.name,
        split_part(w.url, '/', 3) as host, w.event_types, w.status, w.last_success_at, w.first_failure_at,
        w.created_at, w.updated_at
      from webhooks w where w.deleted_at is null;
    create view platform_deliveries with (security_invoker = true) as
      select ${PLATFORM} as tenant_id, d.tenant_id as workspace_id, d.id, d.webhook_id,
        split_part(w.url, '/', 3) as host, d.event_id, d.event_type, d.state, d.attempt_count,
        d.last_status_code, d.last_error, d.last_attempt_at, d.next_attempt_at, d.created_at, d.updated_at
      from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id;
    -- What operators have set for the queues of jobs, which are those of the whole platform; absent ones run freely.
    create table queue_settings (
      name text primary key check (length(name) <= 100),
      paused boolean not null default false,
      -- The most jobs of the queue that one process runs at a time; null for as many as it has workers.
      concurrency int check (concurrency between 1 and 100),
      updated_at timestamptz(3) not null
    );
    -- How many jobs of each queue ended in each hour.
    create table queue_counts (
      name text not null,
      hour timestamptz(3) not null,
      succeeded bigint not null default 0,
      failed bigint not null default 0,
      primary key (name, hour)
    );
    create index queue_counts_age on queue_counts (hour);
    -- The rate limits that operators have set; absent ones are as the program says.
    create table rate_limit_policies (
      policy text primary key check (length(policy) <= 60),
      quota int not null check (quota > 0),
      window_seconds int not null check (window_seconds > 0),
      updated_at timestamptz(3) not null
    );
    grant select, insert, update, delete on rate_limit_policies to platform_app;
    grant select, insert, update on queue_settings to platform_app;
    grant select, insert, update, delete on queue_counts to platform_app;

    grant select on platform_jobs, platform_webhooks, platform_deliveries to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rate_limit_policies, queue_counts, queue_settings;
    drop view platform_jobs, platform_webhooks, platform_deliveries;
    drop policy operators on jobs;
    drop policy operators on webhooks;
    drop policy operators on webhook_deliveries;
    drop policy operators on webhook_attempts;
    drop index jobs_of_all, webhook_deliveries_of_all;
    alter table jobs drop work;
  `);
}
