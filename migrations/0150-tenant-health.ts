// The daily snapshots of the health of workspaces.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tenant_health_snapshots (
      tenant_id uuid not null references tenants,
      id uuid not null,
      -- The day in the time zone of the workspace.
      date date not null,
      -- The figures of all components; each reader sees those of the components that they may read.
      figures jsonb not null check (jsonb_typeof(figures) = 'object'),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, date)
    );
    create index tenant_health_snapshots_date on tenant_health_snapshots (tenant_id, date desc, id desc);
    create index tenant_health_snapshots_age on tenant_health_snapshots (tenant_id, created_at);
    call protect_tenant_table('tenant_health_snapshots');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table tenant_health_snapshots');
}
