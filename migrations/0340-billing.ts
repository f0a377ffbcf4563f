// Billing: plans, the subscription of each workspace, what was used of it, checkouts, and the events of payment providers.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await createPlans(knex);
  await createSubscriptions(knex);
  await createUsage(knex);
  await createCheckouts(knex);
  await knex.raw(`
    alter table provider_keys drop constraint provider_keys_provider_check, add check (provider in ('openai_compatible',
      'anthropic_compatible', 'email_smtp', 'transcription', 'enrichment', 'storage', 'stripe', 'custom'));
  `);
}

/** Limits that are null do not bind; amounts are decimals of one seat and one interval. */
async function createPlans(knex: Knex): Promise<void> {
  await knex.raw(`
    create table plans (
      key text primary key check (key ~ '^[a-z][a-z0-9_-]{0,39}$'),
      name text not null check (length(name) between 1 and 120),
      version int not null default 1,
      position int not null,
      status text not null default 'active' check (status in ('draft', 'active', 'retired')),
      public boolean not null default true,
      prices jsonb not null,
      limits jsonb not null,
      modules text[] not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      -- Whoever cannot reach billing could never leave a plan.
      check ('billing' = any (modules))
    );
    grant select on plans to platform_app;
    insert into plans (key, name, position, prices, limits, modules) values
      ('free', 'Free', 1,
        '[{"interval": "month", "currency": "EUR", "amount": "0.00"}, {"interval": "year", "currency": "EUR", "amount": "0.00"}]',
        '{"seats": 3, "contacts": 500, "storage_gb": 1, "api_calls": 5000, "envelopes": 5, "automation_runs": 100}',
        '{crm,deals,communications,rooms,delivery,commercial,imports,signing,support,billing,webhooks,agent,assistant}'),
      ('starter', 'Starter', 2,
        '[{"interval": "month", "currency": "EUR", "amount": "19.00"}, {"interval": "year", "currency": "EUR", "amount": "190.00"}]',
        '{"seats": 10, "contacts": 10000, "storage_gb": 20, "api_calls": 100000, "envelopes": 50, "automation_runs": 5000}',
        '{crm,deals,communications,rooms,delivery,commercial,imports,signing,support,billing,webhooks,agent,assistant,competitors,content}'),
      ('growth', 'Growth', 3,
        '[{"interval": "month", "currency": "EUR", "amount": "49.00"}, {"interval": "year", "currency": "EUR", "amount": "490.00"}]',
        '{"seats": 50, "contacts": 100000, "storage_gb": 200, "api_calls": 1000000, "envelopes": 500, "automation_runs": 50000}',
        '{crm,deals,communications,campaigns,pulse,competitors,content,rooms,delivery,commercial,imports,signing,support,billing,webhooks,agent,assistant}'),
      ('scale', 'Scale', 4,
        '[{"interval": "month", "currency": "EUR", "amount": "99.00"}, {"interval": "year", "currency": "EUR", "amount": "990.00"}]',
        '{"seats": null, "contacts": null, "storage_gb": null, "api_calls": null, "envelopes": null, "automation_runs": null}',
        '{crm,deals,communications,campaigns,pulse,competitors,content,rooms,delivery,commercial,imports,signing,support,billing,webhooks,agent,assistant}');
  `);
}

async function createSubscriptions(knex: Knex): Promise<void> {
  await knex.raw(`
    create table subscriptions (
      tenant_id uuid primary key references tenants,
      id uuid not null,
      version int not null default 1,
      plan_key text not null references plans,
      status text not null check (status in ('trialing', 'incomplete', 'active', 'past_due', 'restricted', 'canceled')),
      "interval" text not null default 'month' check ("interval" in ('month', 'year')),
      currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
      seats int not null default 1 check (seats between 1 and 100000),
      period_start timestamptz(3) not null,
      period_end timestamptz(3) not null,
      trial_ends_at timestamptz(3),
      -- Since when the first payment is pending, or a renewal has failed.
      unpaid_since timestamptz(3),
      retries int not null default 0,
      cancel_at_period_end boolean not null default false,
      cancel_reason text check (length(cancel_reason) <= 1000),
      canceled_at timestamptz(3),
      pending_plan_key text references plans,
      pending_interval text check (pending_interval in ('month', 'year')),
      pending_seats int check (pending_seats between 1 and 100000),
      -- Null for a subscription that no provider charges for.
      provider text,
      provider_customer_id text,
      provider_subscription_id text,
      -- The newest event of the provider that was applied; older ones change nothing.
      event_created timestamptz(3),
      event_rank int not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      check (period_start < period_end),
      check (status <> 'trialing' or trial_ends_at is not null),
      check (status not in ('incomplete', 'past_due', 'restricted') or unpaid_since is not null),
      check ((status = 'canceled') = (canceled_at is not null)),
      check ((pending_plan_key is null) = (pending_interval is null) and (pending_plan_key is null) = (pending_seats is null))
    );
    create unique index subscriptions_provider on subscriptions (provider, provider_subscription_id)
      where provider_subscription_id is not null;
    create index subscriptions_customer on subscriptions (provider, provider_customer_id)
      where provider_customer_id is not null;
    -- Workspaces that exist keep everything that they had.
    insert into subscriptions (tenant_id, id, plan_key, status, period_start, period_end, created_at, updated_at)
      select id, gen_random_uuid(), 'scale', 'active', created_at, created_at + interval '1 month', created_at, created_at
      from tenants;
    call protect_tenant_table('subscriptions', 'select, insert, update');

    -- Which workspace an object of the provider belongs to, for its events, which name no workspace.
    create table billing_objects (
      provider text not null,
      object_id text not null check (length(object_id) between 1 and 200),
      workspace_id uuid not null references tenants,
      primary key (provider, object_id)
    );
    grant select, insert on billing_objects to platform_app;

    create table subscription_previews (
      tenant_id uuid not null references tenants,
      id uuid not null,
      change jsonb not null,
      subscription_version int not null,
      made_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    create index subscription_previews_age on subscription_previews (tenant_id, expires_at);
    call protect_tenant_table('subscription_previews');
  `);
}

async function createUsage(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What cannot be counted by records that exist: calls of the API, by day (UTC).
    create table api_call_counts (
      tenant_id uuid not null references tenants,
      day date not null,
      n bigint not null,
      primary key (tenant_id, day)
    );
    call protect_tenant_table('api_call_counts', 'select, insert, update');

    create table usage_alerts (
      tenant_id uuid not null references tenants,
      meter text not null,
      period_start timestamptz(3) not null,
      threshold int not null check (threshold in (80, 100)),
      at timestamptz(3) not null,
      primary key (tenant_id, meter, period_start, threshold)
    );
    call protect_tenant_table('usage_alerts', 'select, insert');
    create index agent_action_counts_day on agent_action_counts (tenant_id, counter, day);
  `);
}

async function createCheckouts(knex: Knex): Promise<void> {
  await knex.raw(`
    create table checkout_sessions (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      purpose text not null check (purpose in ('subscription', 'invoice')),
      status text not null default 'open' check (status in ('open', 'processing', 'completed', 'expired', 'failed')),
      plan_key text references plans,
      "interval" text check ("interval" in ('month', 'year')),
      seats int check (seats between 1 and 100000),
      invoice_id uuid,
      amount numeric(19, 4),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      connection_id uuid,
      url text not null,
      provider_session_id text not null,
      expires_at timestamptz(3) not null,
      completed_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      primary key (tenant_id, id),
      check ((purpose = 'subscription') = (plan_key is not null and "interval" is not null and seats is not null)),
      check ((purpose = 'invoice') = (invoice_id is not null and amount is not null))
    );
    create unique index checkout_sessions_invoice on checkout_sessions (tenant_id, invoice_id)
      where status = 'open' and invoice_id is not null;
    create unique index checkout_sessions_provider on checkout_sessions (tenant_id, provider_session_id);
    call protect_tenant_table('checkout_sessions', 'select, insert, update');

    -- Durable before the provider gets its answer; a parked event waits for its object.
    create table payment_events (
      provider text not null,
      connection text not null,
      event_id text not null check (length(event_id) between 1 and 200),
      type text not null check (length(type) between 1 and 200),
      workspace_id uuid references tenants,
      object_id text,
      created timestamptz(3) not null,
      state text not null check (state in ('waiting', 'applied', 'stale', 'parked', 'ignored', 'failed', 'dead')),
      body text,
      received_at timestamptz(3) not null,
      primary key (provider, connection, event_id)
    );
    create index payment_events_open on payment_events (received_at) where state in ('waiting', 'parked', 'failed');
    create index payment_events_age on payment_events (received_at) where body is not null;
    grant select, insert, update on payment_events to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_keys drop constraint provider_keys_provider_check, add check (provider in ('openai_compatible',
      'anthropic_compatible', 'email_smtp', 'transcription', 'enrichment', 'storage', 'custom'));
    drop index agent_action_counts_day;
    drop table payment_events, checkout_sessions, usage_alerts, api_call_counts, subscription_previews, billing_objects,
      subscriptions, plans;
  `);
}
