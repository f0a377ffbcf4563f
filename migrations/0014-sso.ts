// Single sign-on: the identity provider of a workspace, sign-ins under way, and who a person is there.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table tenants add column sso_enforced boolean not null default false;

    -- The workspace whose provider vouched for the person; such a session enters no other one.
    alter table sessions add column sso_tenant_id uuid;
    alter table sessions add constraint sessions_sso_tenant_id_fkey foreign key (sso_tenant_id) references tenants not valid;
    alter table sessions validate constraint sessions_sso_tenant_id_fkey;

    create table sso_connections (
      tenant_id uuid not null references tenants,
      id uuid not null,
      enabled boolean not null,
      issuer text,
      client_id text,
      -- Sealed with SECRET_KEY.
      client_secret text,
      -- Endpoints as discovered and verified when the connection was set.
      metadata jsonb,
      domains text[] not null default '{}',
      proven_domains text[] not null default '{}',
      default_role_id uuid,
      version int not null default 1,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id),
      foreign key (tenant_id, default_role_id) references roles,
      check (not enabled or (issuer is not null and client_id is not null and metadata is not null)),
      check (proven_domains <@ domains)
    );
    call protect_tenant_table('sso_connections');

    create table sso_group_roles (
      tenant_id uuid not null references tenants,
      group_name text not null check (length(group_name) between 1 and 200),
      role_id uuid not null,
      primary key (tenant_id, group_name),
      foreign key (tenant_id, role_id) references roles
    );
    call protect_tenant_table('sso_group_roles');

    create table sso_attempts (
      tenant_id uuid not null references tenants,
      state_hash text not null,
      nonce text not null,
      -- Sealed with SECRET_KEY.
      code_verifier text not null,
      redirect_uri text not null,
      max_age int check (max_age >= 0),
      created_at timestamptz(3) not null,
      primary key (tenant_id, state_hash)
    );
    create index sso_attempts_age on sso_attempts (tenant_id, created_at);
    call protect_tenant_table('sso_attempts');

    create table sso_identities (
      tenant_id uuid not null references tenants,
      issuer text not null,
      subject text not null,
      user_id uuid not null references users,
      created_at timestamptz(3) not null,
      last_used_at timestamptz(3) not null,
      primary key (tenant_id, issuer, subject)
    );
    create index sso_identities_user on sso_identities (tenant_id, user_id);
    call protect_tenant_table('sso_identities');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table sso_identities, sso_attempts, sso_group_roles, sso_connections;
    alter table sessions drop column sso_tenant_id;
    alter table tenants drop column sso_enforced;
  `);
}
