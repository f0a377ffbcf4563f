// The ground of every workspace: the application role, row-level security, people, credentials, the record of changes.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ begin
      create role platform_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end $$;

    -- Who made the role may give it to itself; where an administrator has made and given it, there is nothing to do.
    do $$ begin
      execute format('grant platform_app to %I', current_user);
    exception when insufficient_privilege then null;
    end $$;

    grant usage on schema public to platform_app;

    -- The workspace of this transaction; null, and so no row, when nobody set it.
    create function current_tenant() returns uuid language sql stable parallel safe
      as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

    create function current_app_user() returns uuid language sql stable parallel safe
      as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

    create function current_secret_hash() returns text language sql stable parallel safe
      as $$ select nullif(current_setting('app.secret_hash', true), '') $$;

    -- Every table with a tenant_id goes through here; a test reads the system catalogue for one that did not.
    create procedure protect_tenant_table(name text, rights text default 'select, insert, update, delete') language plpgsql as $$
    begin
      execute format('alter table %I enable row level security', name);
      execute format('alter table %I force row level security', name);
      execute format('create policy tenant on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
      execute format('grant %s on %I to platform_app', rights, name);
    end $$;

    create table tenants (
      id uuid primary key,
      name text not null check (length(name) between 1 and 255),
      slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
      status text not null default 'active' check (status in ('active', 'suspended', 'pending_deletion', 'deleted')),
      locale text not null default 'en',
      time_zone text not null default 'UTC',
      currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
      country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
      modules jsonb not null default '{}',
      automation_enabled boolean not null default false,
      version int not null default 1,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    grant select, insert, update on tenants to platform_app;

    create table users (
      id uuid primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      password_hash text,
      status text not null default 'active' check (status in ('active', 'invited', 'suspended', 'erased')),
      is_operator boolean not null default false,
      locale text not null default 'en',
      time_zone text not null default 'UTC',
      last_sign_in_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    grant select, insert, update on users to platform_app;

    create table roles (
      tenant_id uuid not null references tenants,
      id uuid not null,
      key text not null,
      name text not null,
      description text not null default '',
      is_system boolean not null default false,
      grants text[] not null default '{}',
      version int not null default 1,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, key)
    );
    call protect_tenant_table('roles');

    create table memberships (
      tenant_id uuid not null references tenants,
      id uuid not null,
      user_id uuid not null references users,
      -- null: every module of the workspace.
      module_access text[],
      status text not null default 'active' check (status in ('invited', 'active', 'deactivated', 'removed')),
      joined_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, user_id)
    );
    create index memberships_user on memberships (user_id);
    call protect_tenant_table('memberships');
    create policy own on memberships for select using (user_id = current_app_user());

    create table membership_roles (
      tenant_id uuid not null,
      membership_id uuid not null,
      role_id uuid not null,
      primary key (tenant_id, membership_id, role_id),
      foreign key (tenant_id, membership_id) references memberships on delete cascade,
      foreign key (tenant_id, role_id) references roles
    );
    call protect_tenant_table('membership_roles');

    -- One sign-in of one person on one device; the refresh family of platform.md section 4.
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users,
      active_tenant_id uuid references tenants,
      auth_time timestamptz(3) not null,
      amr text[] not null,
      user_agent text,
      ip inet,
      created_at timestamptz(3) not null,
      last_used_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      revoke_reason text
    );
    create index sessions_user on sessions (user_id) where revoked_at is null;
    create index sessions_expiry on sessions (expires_at);
    grant select, insert, update, delete on sessions to platform_app;

    create table refresh_tokens (
      hash text primary key,
      session_id uuid not null references sessions on delete cascade,
      created_at timestamptz(3) not null,
      spent_at timestamptz(3),
      -- The successor, sealed, so that a repeat within the grace period gets the same one.
      successor text
    );
    create index refresh_tokens_session on refresh_tokens (session_id);
    grant select, insert, update, delete on refresh_tokens to platform_app;

    create table api_tokens (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      kind text not null check (kind in ('service', 'agent')),
      role_id uuid not null,
      owner_user_id uuid references users,
      scopes text[] not null,
      -- null: every module of the workspace.
      modules text[],
      secret_hash text not null unique,
      prefix text not null,
      last_four text not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, role_id) references roles
    );
    call protect_tenant_table('api_tokens');
    create policy by_secret on api_tokens for select using (secret_hash = current_secret_hash());

    -- Keys that sign the access tokens; the private half is sealed with SECRET_KEY.
    create table signing_keys (
      kid text primary key,
      public_jwk jsonb not null,
      sealed_private_jwk text not null,
      created_at timestamptz(3) not null,
      retired_at timestamptz(3)
    );
    grant select, insert, update on signing_keys to platform_app;
  `);

  await knex.raw(`
    create table audit_entries (
      tenant_id uuid not null references tenants,
      id uuid not null,
      seq bigint generated always as identity,
      occurred_at timestamptz(3) not null,
      actor jsonb not null,
      action text not null,
      operation text,
      surface text not null,
      target_type text,
      target_id uuid,
      target_label text,
      outcome text not null check (outcome in ('success', 'denied', 'failed')),
      error_code text,
      changes jsonb not null default '[]',
      risk text,
      request_id text,
      ip inet,
      user_agent text,
      primary key (tenant_id, id)
    );
    create index audit_entries_target on audit_entries (tenant_id, target_type, target_id, occurred_at desc);
    create index audit_entries_time on audit_entries (tenant_id, occurred_at desc, id desc);
    -- Append-only: nobody who serves a request can change or remove a line.
    call protect_tenant_table('audit_entries', 'select, insert');

    create table activities (
      tenant_id uuid not null references tenants,
      id uuid not null,
      type text not null,
      subject text not null,
      occurred_at timestamptz(3) not null,
      actor jsonb not null,
      source text not null check (source in ('user', 'service', 'system', 'visitor')),
      event text,
      created_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    call protect_tenant_table('activities');

    create table activity_links (
      tenant_id uuid not null,
      entity text not null,
      entity_id uuid not null,
      occurred_at timestamptz(3) not null,
      activity_id uuid not null,
      primary key (tenant_id, entity, entity_id, occurred_at, activity_id),
      foreign key (tenant_id, activity_id) references activities on delete cascade
    );
    create index activity_links_activity on activity_links (tenant_id, activity_id);
    call protect_tenant_table('activity_links');

    -- The transactional outbox: an event stands if and only if its change stands.
    create table events (
      tenant_id uuid not null references tenants,
      id uuid not null,
      type text not null,
      occurred_at timestamptz(3) not null,
      actor jsonb not null,
      request_id text,
      object_type text not null,
      object_id uuid not null,
      data jsonb not null,
      primary key (tenant_id, id)
    );
    create index events_age on events (occurred_at);
    call protect_tenant_table('events', 'select, insert');

    create table idempotency_keys (
      tenant_id uuid not null references tenants,
      principal_id uuid not null,
      operation text not null,
      key text not null,
      fingerprint text not null,
      status int not null,
      -- json, not jsonb: a replay repeats the first answer to the letter.
      body json not null,
      headers jsonb not null default '{}',
      request_id text not null,
      created_at timestamptz(3) not null,
      primary key (tenant_id, principal_id, operation, key)
    );
    create index idempotency_keys_age on idempotency_keys (created_at);
    call protect_tenant_table('idempotency_keys');

    -- Counters of the rate limiter; unlogged, because losing them in a crash only forgives.
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    grant select, insert, update, delete on rate_limits to platform_app;

    create extension if not exists unaccent;
    -- unaccent() itself is only stable, because its dictionary could change.
    create function fold(text) returns text language sql immutable parallel safe strict
      as $$ select lower(public.unaccent('public.unaccent', normalize($1, NFKC))) $$;

    -- Word tokens of a text, folded; what prefix search matches.
    create function search_words(variadic texts text[]) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct left(word, 60)), '{}')
      from unnest(texts) as t(value), regexp_split_to_table(fold(coalesce(value, '')), '[^[:alnum:]]+') as word
      where word <> ''
    $$;

    create table search_tokens (
      tenant_id uuid not null references tenants,
      entity text not null,
      token text not null collate "C",
      record_id uuid not null,
      primary key (tenant_id, entity, record_id, token)
    );
    create index search_tokens_prefix on search_tokens (tenant_id, entity, token, record_id);
    call protect_tenant_table('search_tokens');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table search_tokens;
    drop function search_words;
    drop function fold;
    drop extension unaccent;
    drop table rate_limits, idempotency_keys, events, activity_links, activities, audit_entries, signing_keys, api_tokens,
      refresh_tokens, sessions, membership_roles, memberships, roles, users, tenants;
    drop procedure protect_tenant_table;
    drop function current_tenant, current_app_user, current_secret_hash;
    revoke usage on schema public from platform_app;
  `);
}
