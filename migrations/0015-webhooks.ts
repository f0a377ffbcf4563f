// Webhooks: subscriptions, what was delivered to them and how, and the queue of what waits.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhooks (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      name text not null check (length(name) between 1 and 120),
      url text not null check (length(url) <= 2000),
      event_types text[] not null check (cardinality(event_types) between 1 and 50),
      filter jsonb not null default '{}',
      status text not null default 'active' check (status in
        ('active', 'paused', 'disabled_failing', 'disabled_gone', 'disabled_operator')),
      signature text not null check (signature in ('v1', 'v1a')),
      -- What receivers verify v1a with; it is no secret.
      public_key text,
      sealed_secret text not null,
      sealed_previous_secret text,
      previous_secret_expires_at timestamptz(3),
      api_version text not null,
      -- Values are sealed; their names are told.
      header_names text[] not null default '{}' check (cardinality(header_names) <= 5),
      sealed_headers text,
      max_in_flight int not null default 5 check (max_in_flight between 1 and 20),
      -- Since when it takes part: time before that counts as no failure.
      activated_at timestamptz(3) not null,
      last_success_at timestamptz(3),
      -- The first failure since the last success.
      first_failure_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      check ((signature = 'v1a') = (public_key is not null)),
      check ((sealed_previous_secret is null) = (previous_secret_expires_at is null))
    );
    -- Asked by every event; see TRACES in src/events/emit.ts.
    create index webhooks_active on webhooks (tenant_id) where status = 'active' and deleted_at is null;
    create index webhooks_recent on webhooks (tenant_id, updated_at desc, id desc) where deleted_at is null;

    create table webhook_deliveries (
      tenant_id uuid not null,
      id uuid not null,
      webhook_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      -- json, not jsonb: every attempt and every replay sends the same text.
      payload json not null,
      state text not null check (state in
        ('pending', 'delivering', 'succeeded', 'retrying', 'held', 'failed', 'cancelled')),
      attempt_count int not null default 0,
      -- Attempts of the schedule that runs; a replay begins a new one.
      schedule_attempts int not null default 0,
      next_attempt_at timestamptz(3),
      last_attempt_at timestamptz(3),
      last_status_code int,
      last_error text check (last_error in ('timeout', 'dns', 'tls', 'refused', 'blocked', 'http')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, webhook_id, event_id)
    );
    alter table webhook_deliveries add foreign key (tenant_id, webhook_id) references webhooks;
    create index webhook_deliveries_recent on webhook_deliveries (tenant_id, webhook_id, created_at desc, id desc);
    create index webhook_deliveries_age on webhook_deliveries (tenant_id, created_at);

    create table webhook_attempts (
      tenant_id uuid not null,
      id uuid not null,
      delivery_id uuid not null,
      webhook_id uuid not null,
      number int not null,
      at timestamptz(3) not null,
      status_code int,
      duration_ms int not null,
      error text check (error in ('timeout', 'dns', 'tls', 'refused', 'blocked', 'http')),
      response text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    alter table webhook_attempts add foreign key (tenant_id, delivery_id) references webhook_deliveries on delete cascade;
    create index webhook_attempts_delivery on webhook_attempts (tenant_id, delivery_id, number);
    create index webhook_attempts_rate on webhook_attempts (tenant_id, webhook_id, at) include (error);

    call protect_tenant_table('webhooks');
    call protect_tenant_table('webhook_deliveries');
    call protect_tenant_table('webhook_attempts');

    -- The queue, which like that of the jobs holds ids and times and nothing of the workspaces: one look finds the work of
    -- all of them, which row-level security would hide from it.

    -- Events of workspaces with a webhook that have not been fanned out: written with the event, deleted with its
    -- deliveries. Rows and not a cursor over the events: a transaction that commits late cannot be skipped, one that hangs
    -- holds up nobody, and a workspace without webhooks writes nothing.
    create table webhook_outbox (
      workspace_id uuid not null,
      event_id uuid not null,
      primary key (workspace_id, event_id)
    );
    grant select, insert, update, delete on webhook_outbox to platform_app;

    -- How many requests to an endpoint may be under way at once; less than its max_in_flight after it was overloaded.
    create table webhook_lanes (
      webhook_id uuid primary key,
      workspace_id uuid not null,
      capacity int not null check (capacity between 1 and 20)
    );
    grant select, insert, update, delete on webhook_lanes to platform_app;

    create table webhook_queue (
      delivery_id uuid primary key,
      webhook_id uuid not null references webhook_lanes on delete cascade,
      workspace_id uuid not null,
      -- When it may be tried; while an attempt is under way, when whoever makes it is given up.
      due_at timestamptz(3) not null,
      -- The attempt under way.
      lease uuid
    );
    create index webhook_queue_lane on webhook_queue (webhook_id, due_at);
    create index webhook_queue_due on webhook_queue (due_at);
    create index webhook_queue_leased on webhook_queue (webhook_id) where lease is not null;
    grant select, insert, update, delete on webhook_queue to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table webhook_queue, webhook_lanes, webhook_outbox, webhook_attempts, webhook_deliveries, webhooks;
  `);
}
