// Impersonations: sessions in which an operator acts as a member of one workspace.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Belongs to its session, which is read before any workspace is known; like sessions it is no table of a workspace.
    create table impersonations (
      id uuid primary key,
      session_id uuid not null unique,
      operator_id uuid not null references users,
      user_id uuid not null references users check (user_id <> operator_id),
      workspace_id uuid not null references tenants,
      mode text not null check (mode in ('read_only', 'read_write')),
      reason text not null check (length(reason) between 1 and 500),
      ticket text not null check (length(ticket) between 1 and 100),
      requests bigint not null default 0,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3),
      end_reason text check (end_reason in ('operator', 'expired', 'signed_out', 'support_access_off', 'access_lost')),
      -- When its end was written into the audit of the workspace.
      reported_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      check ((ended_at is null) = (end_reason is null))
    );
    create unique index impersonations_running on impersonations (operator_id) where ended_at is null;
    create index impersonations_time on impersonations (created_at desc, id desc);
    create index impersonations_unreported on impersonations (expires_at) where reported_at is null;
    create index impersonations_of_workspace on impersonations (workspace_id) where ended_at is null;
    grant select, insert, update on impersonations to platform_app;

    -- Whatever ends the session ends the impersonation.
    create function end_impersonation() returns trigger language plpgsql as $$
    begin
      update impersonations set ended_at = new.revoked_at, updated_at = new.revoked_at, end_reason = case
        when new.revoke_reason = 'ended_by_operator' then 'operator'
        when new.revoke_reason = 'support_access_off' then 'support_access_off'
        when new.revoke_reason in ('signed_out', 'revoked_by_user') then 'signed_out'
        else 'access_lost' end
      where session_id = new.id and ended_at is null;
      return null;
    end $$;
    create trigger sessions_end_impersonation after update of revoked_at on sessions
      for each row when (old.revoked_at is null and new.revoked_at is not null) execute function end_impersonation();

    create view platform_impersonations with (security_invoker = true) as
      select '00000000-0000-7000-8000-000000000001'::uuid as tenant_id, i.id, i.operator_id, o.name as operator_name,
        i.user_id, u.name as user_name, i.workspace_id, t.name as workspace_name, i.mode, i.reason, i.ticket, i.requests,
        i.expires_at, i.ended_at, i.end_reason, i.created_at, i.updated_at
      from impersonations i
      join users o on o.id = i.operator_id
      join users u on u.id = i.user_id
      join tenants t on t.id = i.workspace_id;
    grant select on platform_impersonations to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view platform_impersonations;
    drop trigger sessions_end_impersonation on sessions;
    drop function end_impersonation;
    drop table impersonations;
  `);
}
