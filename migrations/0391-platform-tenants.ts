// Workspaces as operators see them: support, region, how a deletion is scheduled, and the history of their states.
import type { Knex } from 'knex';

const PLATFORM = `'00000000-0000-7000-8000-000000000001'::uuid`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table tenants
      add region text check (length(region) between 1 and 60),
      add support_tier text not null default 'standard' check (support_tier in ('standard', 'priority', 'dedicated')),
      -- The state to which a cancelled deletion returns.
      add state_before_deletion text check (state_before_deletion in ('active', 'suspended')),
      add delete_after timestamptz(3),
      -- Who asked not to wait for that time; a second operator makes it take place.
      add early_deletion_by uuid references users,
      add constraint tenants_deletion
        check ((status = 'pending_deletion') = (state_before_deletion is not null and delete_after is not null));
    create index tenants_to_delete on tenants (delete_after) where status = 'pending_deletion';
    create index tenants_recent on tenants (updated_at desc, id desc);

    create table tenant_state_changes (
      tenant_id uuid not null references tenants check (tenant_id = ${PLATFORM}),
      id uuid not null,
      workspace_id uuid not null references tenants,
      from_state text not null,
      to_state text not null,
      reason text check (length(reason) <= 500),
      actor jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    create index tenant_state_changes_workspace on tenant_state_changes (tenant_id, workspace_id, created_at);
    call protect_tenant_table('tenant_state_changes', 'select, insert');

    call show_to_operators('subscriptions');
    call show_to_operators('api_call_counts');
    create view platform_tenants with (security_invoker = true) as
      select ${PLATFORM} as tenant_id, t.id, t.version, t.name, t.slug, t.status as state, t.region, t.support_tier,
        t.delete_after, t.early_deletion_by, s.plan_key, s.status as subscription_status,
        (select max(c.day) from api_call_counts c where c.tenant_id = t.id) as last_called_on,
        t.created_at, t.updated_at
      from tenants t left join subscriptions s on s.tenant_id = t.id
      where t.status <> 'platform';
    grant select on platform_tenants to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view platform_tenants;
    drop policy operators on subscriptions;
    drop policy operators on api_call_counts;
    drop table tenant_state_changes;
    drop index tenants_recent;
    alter table tenants drop constraint tenants_deletion, drop region, drop support_tier, drop state_before_deletion,
      drop delete_after, drop early_deletion_by;
  `);
}
