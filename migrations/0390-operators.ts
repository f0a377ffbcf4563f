// Operators of the platform: the workspace that they act in, who they are, and what row-level security shows them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table tenants drop constraint tenants_status_check;
    alter table tenants add constraint tenants_status_check
      check (status in ('active', 'suspended', 'pending_deletion', 'deleted', 'platform'));
    -- The workspace of the platform itself: its records, audit and idempotency keys are those of the operators.
    insert into tenants (id, name, slug, status, created_at, updated_at)
    values ('00000000-0000-7000-8000-000000000001', 'Platform', 'operators-of-the-platform', 'platform',
      '2026-01-01', '2026-01-01');
    create unique index tenants_platform on tenants (status) where status = 'platform';

    create table operators (
      user_id uuid not null references users,
      role text not null check (role in ('support', 'engineer', 'administrator')),
      -- A grant takes effect once a second operator has repeated it.
      state text not null check (state in ('awaiting_second', 'active')),
      requested_by uuid references users,
      confirmed_by uuid references users check (confirmed_by <> requested_by),
      confirmed_at timestamptz(3)
    );
    call make_record_table('operators', 'operator');
    alter table operators add constraint operators_of_platform
      check (tenant_id = '00000000-0000-7000-8000-000000000001');
    create unique index operators_user on operators (tenant_id, user_id) where deleted_at is null;

    insert into operators (tenant_id, id, user_id, role, state, created_at, updated_at, created_by, updated_by)
    select t.id, gen_random_uuid(), u.id, 'administrator', 'active', u.created_at, u.updated_at, a.actor, a.actor
    from users u, tenants t, (values ('{"type": "system", "id": null, "label": "system"}'::jsonb)) as a(actor)
    where u.is_operator and t.status = 'platform';

    -- The role in effect, kept with the account because every request reads it.
    alter table users add operator_role text check (operator_role in ('support', 'engineer', 'administrator'));
    update users set operator_role = 'administrator' where is_operator;
    alter table users drop column is_operator;

    create function keep_operator_role() returns trigger language plpgsql as $$
    begin
      update users set operator_role = case when new.deleted_at is null and new.state = 'active' then new.role end
      where id = new.user_id;
      return null;
    end $$;
    create trigger operators_role after insert or update on operators
      for each row execute function keep_operator_role();

    create function is_operator_session() returns boolean language sql stable parallel safe
      as $$ select current_setting('app.operator', true) = 'on' $$;

    -- Shows the rows of all workspaces to operators; they change them only with the visibility of one workspace.
    create procedure show_to_operators(name text) language plpgsql as $$
    begin
      execute format('create policy operators on %I for select using (is_operator_session())', name);
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop procedure show_to_operators;
    drop function is_operator_session;
    alter table users add is_operator boolean not null default false;
    update users set is_operator = true where operator_role is not null;
    alter table users drop column operator_role;
    call drop_record_table('operators', 'operator');
    drop function keep_operator_role;
    delete from tenants where status = 'platform';
    drop index tenants_platform;
    alter table tenants drop constraint tenants_status_check;
    alter table tenants add constraint tenants_status_check
      check (status in ('active', 'suspended', 'pending_deletion', 'deleted'));
  `);
}
