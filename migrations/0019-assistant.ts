// Keys of outside providers, which model serves which purpose, the assistant; the root key that SECRET_KEY wraps.
import type { Knex } from 'knex';

const PURPOSES = `('assistant_chat', 'content_multiplex', 'content_adapt', 'summary', 'transcription', 'classification', 'embedding')`;
const CLASSES = `array['ordinary_crm', 'restricted_relationship', 'private_user_note']`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What every other key comes from, once for each SECRET_KEY that opens it.
    create table root_keys (
      -- Tells the SECRET_KEYs apart, and nothing about them.
      wrapped_by text primary key,
      sealed text not null,
      created_at timestamptz(3) not null
    );
    grant select, insert, delete on root_keys to platform_app;

    -- The key that seals the secrets of one workspace; itself sealed with the root key.
    create table data_keys (
      tenant_id uuid primary key references tenants,
      sealed text not null,
      created_at timestamptz(3) not null
    );
    call protect_tenant_table('data_keys', 'select, insert');

    -- Keys of calls that wait for somebody outside, and so hold no transaction that could lock them.
    create table idempotency_leases (
      tenant_id uuid not null references tenants,
      principal_id uuid not null,
      operation text not null,
      key text not null,
      until timestamptz(3) not null,
      primary key (tenant_id, principal_id, operation, key)
    );
    create index idempotency_leases_age on idempotency_leases (until);
    call protect_tenant_table('idempotency_leases');

    create table provider_keys (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      label text not null check (length(label) between 1 and 120),
      provider text not null check (provider in ('openai_compatible', 'anthropic_compatible', 'email_smtp',
        'transcription', 'enrichment', 'storage', 'custom')),
      base_url text check (length(base_url) <= 500),
      -- Erased with the key.
      sealed_secret text,
      last_four text check (length(last_four) = 4),
      status text not null check (status in ('unverified', 'active', 'invalid', 'disabled')),
      last_checked_at timestamptz(3),
      last_error text,
      is_default boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      constraint provider_keys_erased check ((deleted_at is null) = (sealed_secret is not null))
    );
    create unique index provider_keys_default on provider_keys (tenant_id, provider) where is_default and deleted_at is null;
    create index provider_keys_listed on provider_keys (tenant_id, updated_at desc, id desc) where deleted_at is null;
    call protect_tenant_table('provider_keys', 'select, insert, update');

    create table model_routes (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      purpose text not null check (purpose in ${PURPOSES}),
      -- Without a key the purpose is answered by rule.
      provider_key_id uuid,
      model text check (length(model) between 1 and 200),
      temperature numeric(3, 2) not null check (temperature between 0 and 1),
      max_output_tokens int not null check (max_output_tokens between 1 and 32000),
      timeout_ms int not null check (timeout_ms between 1000 and 60000),
      -- Tokens of a calendar month.
      monthly_budget bigint check (monthly_budget >= 0),
      fallback_purpose text,
      data_classes_allowed text[] not null check (data_classes_allowed <@ ${CLASSES}),
      last_success_at timestamptz(3),
      last_failure_at timestamptz(3),
      last_error text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      primary key (tenant_id, id),
      unique (tenant_id, purpose),
      constraint model_routes_whole check ((provider_key_id is null) = (model is null)),
      constraint model_routes_own_fallback check (fallback_purpose <> purpose)
    );
    alter table model_routes add foreign key (tenant_id, provider_key_id) references provider_keys;
    alter table model_routes add foreign key (tenant_id, fallback_purpose) references model_routes (tenant_id, purpose);
    create index model_routes_key on model_routes (tenant_id, provider_key_id) where provider_key_id is not null;
    call protect_tenant_table('model_routes', 'select, insert, update');

    -- What the models of a purpose took in a calendar month.
    create table model_spend (
      tenant_id uuid not null references tenants,
      purpose text not null check (purpose in ${PURPOSES}),
      month date not null check (extract(day from month) = 1),
      requests int not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      primary key (tenant_id, purpose, month)
    );
    call protect_tenant_table('model_spend', 'select, insert, update');
  `);

  await knex.raw(`
    -- One row a workspace, under the id of the workspace; without one the defaults hold.
    create table assistant_settings (
      tenant_id uuid not null references tenants,
      id uuid not null check (id = tenant_id),
      version int not null default 1,
      enabled boolean not null default true,
      retention_days int not null default 90 check (retention_days between 7 and 365),
      data_classes text[] not null default array['ordinary_crm'] check (data_classes <@ ${CLASSES}),
      allow_proposals boolean not null default true,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      primary key (tenant_id, id)
    );
    call protect_tenant_table('assistant_settings', 'select, insert, update');

    create table assistant_conversations (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      user_id uuid not null references users,
      title text not null check (length(title) between 1 and 120),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      primary key (tenant_id, id)
    );
    create index assistant_conversations_user on assistant_conversations (tenant_id, user_id, updated_at desc, id desc);
    create index assistant_conversations_age on assistant_conversations (tenant_id, updated_at);
    call protect_tenant_table('assistant_conversations');

    create table assistant_messages (
      tenant_id uuid not null references tenants,
      id uuid not null,
      conversation_id uuid not null,
      role text not null check (role in ('user', 'assistant')),
      text text not null,
      citations jsonb not null default '[]' check (jsonb_typeof(citations) = 'array'),
      proposals jsonb not null default '[]' check (jsonb_typeof(proposals) = 'array'),
      -- No model answered.
      by_rule boolean not null default false,
      model text,
      input_tokens int,
      output_tokens int,
      -- Governed fields that were read for it: who may not read them any more does not read the message.
      governed_fields text[] not null default '{}',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, conversation_id) references assistant_conversations on delete cascade
    );
    create index assistant_messages_conversation on assistant_messages (tenant_id, conversation_id, created_at, id);
    create index assistant_messages_age on assistant_messages (tenant_id, created_at);
    call protect_tenant_table('assistant_messages', 'select, insert, delete');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table assistant_messages, assistant_conversations, assistant_settings, model_spend, model_routes, provider_keys,
      idempotency_leases, data_keys, root_keys;
  `);
}
