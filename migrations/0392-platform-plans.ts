// Versions of plans: a workspace keeps the version that it has, and what was negotiated for it.
import type { Knex } from 'knex';

const PLATFORM = `'00000000-0000-7000-8000-000000000001'::uuid`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table plans add id uuid not null default gen_random_uuid() unique;
    grant insert, update on plans to platform_app;

    create table plan_versions (
      plan_key text not null references plans,
      version int not null,
      prices jsonb not null,
      limits jsonb not null,
      modules text[] not null,
      primary key (plan_key, version)
    );
    grant select, insert on plan_versions to platform_app;
    insert into plan_versions (plan_key, version, prices, limits, modules)
      select key, version, prices, limits, modules from plans;
    create function keep_plan_version() returns trigger language plpgsql as $$
    begin
      insert into plan_versions (plan_key, version, prices, limits, modules)
        values (new.key, new.version, new.prices, new.limits, new.modules);
      return null;
    end $$;
    create trigger plans_version after insert or update of version on plans
      for each row execute function keep_plan_version();

    alter table subscriptions
      add plan_version int,
      -- Limits and modules that differ from those of the plan: {"limits": {"seats": 80}, "modules": ["pulse"]}.
      add override jsonb,
      add override_until timestamptz(3),
      add check (override is not null or override_until is null);
    update subscriptions s set plan_version = p.version from plans p where p.key = s.plan_key;
    alter table subscriptions alter plan_version set not null,
      add foreign key (plan_key, plan_version) references plan_versions;
    -- Another plan comes in its current version; what was negotiated holds until its end.
    create function take_plan_version() returns trigger language plpgsql as $$
    begin
      select version into new.plan_version from plans where key = new.plan_key;
      return new;
    end $$;
    create trigger subscriptions_plan before insert on subscriptions
      for each row execute function take_plan_version();
    create trigger subscriptions_other_plan before update of plan_key on subscriptions
      for each row when (old.plan_key <> new.plan_key) execute function take_plan_version();

    create view platform_plans with (security_invoker = true) as
      select ${PLATFORM} as tenant_id, p.id, p.version, p.key, p.name, p.status, p.public, p.position, p.prices, p.limits,
        p.modules, (select count(*)::int from subscriptions s where s.plan_key = p.key) as tenant_count,
        p.created_at, p.updated_at
      from plans p;
    grant select on platform_plans to platform_app;
    create index subscriptions_plan_key on subscriptions (plan_key);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index subscriptions_plan_key;
    drop view platform_plans;
    drop trigger subscriptions_other_plan on subscriptions;
    drop trigger subscriptions_plan on subscriptions;
    drop function take_plan_version;
    alter table subscriptions drop plan_version, drop override, drop override_until;
    drop trigger plans_version on plans;
    drop function keep_plan_version;
    drop table plan_versions;
    alter table plans drop id;
    revoke insert, update on plans from platform_app;
  `);
}
