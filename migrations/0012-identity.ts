// Identity: second factors, password resets, invitations, and memberships as records that are never without an owner.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      add email_verified_at timestamptz(3),
      add avatar_url text check (length(avatar_url) <= 2048),
      add mfa_enabled boolean not null default false,
      -- Sealed; one that is not enabled yet waits for its first code.
      add mfa_secret text,
      -- The step of time whose code was taken last: no code is taken twice, by whichever process.
      add mfa_last_step bigint,
      add constraint users_mfa check (mfa_secret is not null or not mfa_enabled);

    create table recovery_codes (
      user_id uuid not null references users,
      hash text not null,
      used_at timestamptz(3),
      created_at timestamptz(3) not null,
      primary key (user_id, hash)
    );
    grant select, insert, update, delete on recovery_codes to platform_app;

    create table password_resets (
      hash text primary key,
      user_id uuid not null references users,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    );
    create index password_resets_user on password_resets (user_id, created_at);
    create index password_resets_age on password_resets (expires_at);
    grant select, insert, update, delete on password_resets to platform_app;

    alter table memberships
      add version int not null default 1,
      add invited_by jsonb,
      add created_by jsonb not null default '{"type": "system", "id": null, "label": "system"}',
      add updated_by jsonb not null default '{"type": "system", "id": null, "label": "system"}',
      add deleted_at timestamptz(3),
      add constraint memberships_removed check ((status = 'removed') = (deleted_at is not null));

    create table invitations (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      email text not null check (email = lower(email)),
      -- null: every module of the workspace.
      module_access text[],
      status text not null default 'open' check (status in ('open', 'accepted', 'revoked')),
      token_hash text not null unique,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      constraint invitations_ended check ((status = 'open') = (deleted_at is null))
    );
    create unique index invitations_open on invitations (tenant_id, email) where status = 'open';
    call protect_tenant_table('invitations');
    create policy by_secret on invitations for select using (token_hash = current_secret_hash());

    -- What an open invitation promises; a role that is promised is in use.
    create table invitation_roles (
      tenant_id uuid not null,
      invitation_id uuid not null,
      role_id uuid not null,
      primary key (tenant_id, invitation_id, role_id),
      foreign key (tenant_id, invitation_id) references invitations on delete cascade,
      foreign key (tenant_id, role_id) references roles
    );
    call protect_tenant_table('invitation_roles');

    -- Members and open invitations, as one list.
    create view members with (security_invoker = true) as
      select m.tenant_id, m.id, m.version, m.user_id, u.email, u.name, u.avatar_url, m.status, m.module_access,
        held.role_ids, held.roles, m.joined_at, m.invited_by, null::timestamptz(3) as expires_at,
        m.created_at, m.updated_at, m.created_by, m.updated_by, m.deleted_at
      from memberships m
      join users u on u.id = m.user_id
      cross join lateral (
        select coalesce(array_agg(r.id order by r.key), '{}') as role_ids, coalesce(array_agg(r.key order by r.key), '{}') as roles
        from membership_roles mr join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
        where mr.tenant_id = m.tenant_id and mr.membership_id = m.id
      ) held
      where m.status <> 'removed'
      union all
      select i.tenant_id, i.id, i.version, null, i.email, null, null, 'invited', i.module_access,
        promised.role_ids, promised.roles, null, i.created_by, i.expires_at,
        i.created_at, i.updated_at, i.created_by, i.updated_by, i.deleted_at
      from invitations i
      cross join lateral (
        select coalesce(array_agg(r.id order by r.key), '{}') as role_ids, coalesce(array_agg(r.key order by r.key), '{}') as roles
        from invitation_roles ir join roles r on r.tenant_id = ir.tenant_id and r.id = ir.role_id
        where ir.tenant_id = i.tenant_id and ir.invitation_id = i.id
      ) promised
      where i.status = 'open';
    grant select on members to platform_app;

    -- Changes of who owns a workspace take turns: two that each leave an owner could together leave none.
    create function lock_owners(tenant uuid) returns void language sql
      as $$ select pg_advisory_xact_lock(hashtextextended('owners:' || tenant, 0)) $$;

    create function keep_an_owner() returns trigger language plpgsql as $$
    declare
      was_owner boolean;
    begin
      if tg_table_name = 'membership_roles' then
        was_owner := exists (select from roles r where r.tenant_id = old.tenant_id and r.id = old.role_id and r.key = 'owner');
      else
        was_owner := old.status = 'active' and exists (
          select from membership_roles mr join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
          where mr.tenant_id = old.tenant_id and mr.membership_id = old.id and r.key = 'owner');
      end if;
      if not was_owner then return null; end if;
      perform lock_owners(old.tenant_id);
      if not exists (
        select from memberships m
        join membership_roles mr on mr.tenant_id = m.tenant_id and mr.membership_id = m.id
        join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
        where m.tenant_id = old.tenant_id and m.status = 'active' and r.key = 'owner'
      ) and exists (select from tenants t where t.id = old.tenant_id and t.status <> 'deleted') then
        raise exception using errcode = 'check_violation', message = 'a workspace has at least one active owner',
          table = 'memberships', constraint = 'memberships_owner';
      end if;
      return null;
    end $$;
    -- At the end of the transaction, so that ownership can change hands within it.
    create constraint trigger memberships_owner after update or delete on memberships
      deferrable initially deferred for each row execute function keep_an_owner();
    create constraint trigger membership_roles_owner after update or delete on membership_roles
      deferrable initially deferred for each row execute function keep_an_owner();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger membership_roles_owner on membership_roles;
    drop trigger memberships_owner on memberships;
    drop function keep_an_owner, lock_owners;
    drop view members;
    drop table invitation_roles, invitations, password_resets, recovery_codes;
    alter table memberships
      drop constraint memberships_removed,
      drop version, drop invited_by, drop created_by, drop updated_by, drop deleted_at;
    alter table users
      drop constraint users_mfa,
      drop email_verified_at, drop avatar_url, drop mfa_enabled, drop mfa_secret, drop mfa_last_step;
  `);
}
