// Feature flags of the platform, and what operators have set for single workspaces.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table feature_flags (
      key text not null check (key ~ '^[a-z][a-z0-9_.-]{0,59}$'),
      description text not null check (length(description) <= 500),
      kind text not null check (kind in ('boolean', 'percentage', 'module')),
      -- The module that a flag of that kind switches.
      module text check ((kind = 'module') = (module is not null)),
      default_value boolean not null default false,
      -- Percent of the workspaces for which it is on.
      rollout int check (rollout between 0 and 100),
      -- Only workspaces with one of these plans have it; empty for all.
      plans text[] not null default '{}',
      archived boolean not null default false
    );
    call make_record_table('feature_flags', 'feature_flag');
    alter table feature_flags add check ((kind = 'percentage') = (rollout is not null));
    create unique index feature_flags_key on feature_flags (tenant_id, key);
    create unique index feature_flags_module on feature_flags (tenant_id, module) where kind = 'module' and not archived;
    -- The switches of modules that are not archived, which every request reads, while only operators see flags.
    create table module_switches (
      module text primary key,
      flag_key text not null unique,
      default_value boolean not null,
      plans text[] not null
    );
    grant select, insert, update, delete on module_switches to platform_app;
    create function keep_module_switch() returns trigger language plpgsql as $$
    begin
      if new.archived then
        delete from module_switches where flag_key = new.key;
      else
        insert into module_switches (module, flag_key, default_value, plans)
          values (new.module, new.key, new.default_value, new.plans)
          on conflict (module) do update set default_value = excluded.default_value, plans = excluded.plans;
      end if;
      return null;
    end $$;
    create trigger feature_flags_switch after insert or update on feature_flags
      for each row when (new.kind = 'module') execute function keep_module_switch();

    create table tenant_flags (
      tenant_id uuid not null references tenants,
      flag_key text not null,
      value boolean not null,
      reason text not null check (length(reason) <= 500),
      expires_at timestamptz(3),
      set_by jsonb not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, flag_key)
    );
    create index tenant_flags_flag on tenant_flags (flag_key);
    call protect_tenant_table('tenant_flags');
    call show_to_operators('tenant_flags');

    create view platform_flags with (security_invoker = true) as
      select f.tenant_id, f.id, f.version, f.key, f.description, f.kind, f.module, f.default_value, f.rollout, f.plans,
        f.archived, (select count(*)::int from tenant_flags o where o.flag_key = f.key) as override_count,
        f.created_at, f.updated_at
      from feature_flags f;
    grant select on platform_flags to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view platform_flags;
    drop table tenant_flags;
    call drop_record_table('feature_flags', 'feature_flag');
    drop function keep_module_switch;
    drop table module_switches;
  `);
}
