// Rate limits of single workspaces, in place of those of the platform.
import type { Knex } from 'knex';

const COLUMNS = `'00000000-0000-7000-8000-000000000001'::uuid as tenant_id, t.id, t.version, t.name, t.slug,
        t.status as state, t.region, t.support_tier, t.delete_after, t.early_deletion_by, s.plan_key,
        s.status as subscription_status,
        (select max(c.day) from api_call_counts c where c.tenant_id = t.id) as last_called_on, t.created_at, t.updated_at`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Requests in the window of a policy: {"tenant": 6000, "tenant-write": 1200}.
    alter table tenants add rate_limits jsonb not null default '{}';
    create or replace view platform_tenants with (security_invoker = true) as
      select ${COLUMNS}, t.rate_limits
      from tenants t left join subscriptions s on s.tenant_id = t.id where t.status <> 'platform';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view platform_tenants;
    create view platform_tenants with (security_invoker = true) as
      select ${COLUMNS}
      from tenants t left join subscriptions s on s.tenant_id = t.id where t.status <> 'platform';
    grant select on platform_tenants to platform_app;
    alter table tenants drop rate_limits;
  `);
}
