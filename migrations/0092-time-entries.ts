// Time entries and running timers, and the settings of a workspace that concern them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table time_entries (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      user_id uuid not null references users,
      task_id uuid not null,
      project_id uuid,
      company_id uuid,
      work_date date not null,
      minutes int not null check (minutes between 0 and 1440),
      note text check (length(note) between 1 and 5000),
      billable boolean not null,
      -- Per hour, in the currency; null while no rate is known.
      rate numeric(20, 4) check (rate >= 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'rejected', 'invoiced')),
      decision_note text check (length(decision_note) between 1 and 2000),
      approved_by uuid,
      approved_at timestamptz(3),
      started_at timestamptz(3),
      running boolean not null default false,
      auto_stopped boolean not null default false,
      -- The live invoice that bills it; set and cleared by the invoice.
      invoice_id uuid,
      invoice_line_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      check (minutes > 0 or running),
      check (not running or (started_at is not null and status = 'draft'))
    );
    alter table time_entries add foreign key (tenant_id, task_id) references tasks;
    alter table time_entries add foreign key (tenant_id, project_id) references projects;
    alter table time_entries add foreign key (tenant_id, company_id) references companies;
    create unique index time_entries_running on time_entries (tenant_id, user_id) where running and deleted_at is null;
    create index time_entries_started on time_entries (started_at) where running and deleted_at is null;
    create index time_entries_day on time_entries (tenant_id, user_id, work_date, id) where deleted_at is null;
    create index time_entries_task on time_entries (tenant_id, task_id) where deleted_at is null;
    create index time_entries_project on time_entries (tenant_id, project_id, work_date, id) where deleted_at is null;
    create index time_entries_company on time_entries (tenant_id, company_id, work_date, id) where deleted_at is null;
    create index time_entries_company_all on time_entries (tenant_id, company_id) where company_id is not null;
    create index time_entries_recent on time_entries (tenant_id, work_date desc, id desc) where deleted_at is null;
    create index time_entries_invoice on time_entries (tenant_id, invoice_id) where invoice_id is not null;
    call protect_tenant_table('time_entries');
    create trigger time_entries_company_id_merged after insert or update of company_id on time_entries for each row when (new.company_id is not null)
      execute function refuse_merged('company_id', 'companies');

    alter table tenants add delivery jsonb not null default '{}';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table tenants drop delivery; drop table time_entries');
}
