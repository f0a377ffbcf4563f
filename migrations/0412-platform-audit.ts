// What operators did, in one view over all workspaces; banners for people; times of maintenance.
import type { Knex } from 'knex';

const PLATFORM = `'00000000-0000-7000-8000-000000000001'::uuid`;
const BY_OPERATORS = `(tenant_id = ${PLATFORM} or actor ->> 'type' = 'operator' or jsonb_exists(actor, 'impersonator'))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    call show_to_operators('api_tokens');
    create index audit_entries_of_operators on audit_entries (occurred_at desc, id desc) where ${BY_OPERATORS};
    create view platform_audit_entries with (security_invoker = true) as
      select ${PLATFORM} as tenant_id, e.tenant_id as workspace_id, e.id, e.occurred_at, e.actor, e.action, e.operation, e.surface,
        e.target_type, e.target_id, e.target_label, e.outcome, e.error_code, e.changes, e.risk, e.request_id, e.ip, e.user_agent
      from audit_entries e where ${BY_OPERATORS.replaceAll('tenant_id', 'e.tenant_id').replaceAll('actor', 'e.actor')};
    grant select on platform_audit_entries to platform_app;

    create table incident_banners (
      title text not null check (length(title) between 1 and 120),
      body text not null check (length(body) between 1 and 500),
      severity text not null check (severity in ('info', 'degraded', 'outage', 'maintenance')),
      -- The workspaces that see it; null for all.
      workspace_ids uuid[] check (cardinality(workspace_ids) between 1 and 1000),
      starts_at timestamptz(3) not null,
      ends_at timestamptz(3) check (ends_at > starts_at)
    );
    call make_record_table('incident_banners', 'incident_banner');
    alter table incident_banners add constraint incident_banners_of_platform check (tenant_id = ${PLATFORM});

    -- Read into the memory of every process, which no row-level security could decide on.
    create table maintenance_windows (
      id uuid primary key,
      -- The workspace that it concerns; null for the whole platform.
      workspace_id uuid references tenants,
      mode text not null check (mode in ('read_only', 'full')),
      message text check (length(message) between 1 and 500),
      starts_at timestamptz(3) not null,
      ends_at timestamptz(3) check (ends_at > starts_at),
      created_at timestamptz(3) not null
    );
    create index maintenance_windows_scope on maintenance_windows (workspace_id, starts_at);
    grant select, insert, update, delete on maintenance_windows to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table maintenance_windows;
    call drop_record_table('incident_banners', 'incident_banner');
    drop view platform_audit_entries;
    drop index audit_entries_of_operators;
    drop policy operators on api_tokens;
  `);
}
