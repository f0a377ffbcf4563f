// Projects: their contacts, partners, members and milestones, and the deals that led to them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table projects (
      number text not null check (length(number) between 1 and 64),
      name text not null check (length(name) between 1 and 200),
      company_id uuid not null,
      -- A copy of the name of the company, because lists search it.
      company_name text,
      description text check (length(description) <= 50000),
      status text not null default 'planned' check (status in ('planned', 'active', 'on_hold', 'completed', 'cancelled')),
      status_reason text check (length(status_reason) between 1 and 2000),
      health_override text check (health_override in ('on_track', 'at_risk', 'off_track')),
      health_reason text check (length(health_reason) between 1 and 2000),
      start_date date,
      due_date date,
      completed_at timestamptz(3),
      -- Since when it is on hold, for the option that moves its tasks by the pause.
      held_since timestamptz(3),
      owner_user_id uuid references users,
      billing_type text not null default 'none' check (billing_type in ('none', 'fixed_fee', 'time_and_materials', 'hours_cap')),
      budget_amount numeric(20, 4) check (budget_amount >= 0),
      budget_minutes int check (budget_minutes > 0),
      bill_rate numeric(20, 4) check (bill_rate >= 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      working_calendar jsonb not null,
      auto_schedule boolean not null default true,
      enforce_dependencies text not null default 'warn' check (enforce_dependencies in ('off', 'warn', 'block')),
      board jsonb not null,
      template_id uuid,
      template_version int,
      -- Follows from the tasks; stored because lists sort by it.
      progress_percent int not null default 0 check (progress_percent between 0 and 100),
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      check (start_date <= due_date),
      check (billing_type <> 'hours_cap' or budget_minutes is not null),
      check ((status = 'completed') = (completed_at is not null)),
      check (health_override is null or health_reason is not null)
    );
    call make_record_table('projects', 'project', array['name', 'number', 'company_name']);
    call link_records('projects', 'company_id', 'companies');
    create unique index projects_number on projects (tenant_id, number);
    call sort_records('projects', array['name', 'number', 'status'], array['start_date', 'due_date', 'progress_percent']);
    create index projects_owner on projects (tenant_id, owner_user_id) where owner_user_id is not null;
    create index projects_company_all on projects (tenant_id, company_id);
    create index projects_tags on projects using gin (tags);

    create function copy_company_name() returns trigger language plpgsql as $$
    begin
      select c.name into new.company_name from companies c where c.tenant_id = new.tenant_id and c.id = new.company_id;
      return new;
    end $$;
    create trigger projects_company_name before insert or update of company_id on projects for each row
      execute function copy_company_name();
    create function rename_company_of_projects() returns trigger language plpgsql as $$
    begin
      update projects p set company_name = new.name where p.tenant_id = new.tenant_id and p.company_id = new.id;
      return null;
    end $$;
    create trigger companies_renamed_in_projects after update of name on companies for each row
      when (new.name is distinct from old.name) execute function rename_company_of_projects();

    create table project_contacts (
      tenant_id uuid not null references tenants,
      project_id uuid not null,
      contact_id uuid not null,
      role text not null default 'stakeholder' check (role in ('sponsor', 'decision_maker', 'technical', 'billing', 'stakeholder')),
      is_primary boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, project_id, contact_id)
    );
    alter table project_contacts add foreign key (tenant_id, project_id) references projects on delete cascade;
    alter table project_contacts add foreign key (tenant_id, contact_id) references contacts;
    create index project_contacts_contact on project_contacts (tenant_id, contact_id);
    create unique index project_contacts_primary on project_contacts (tenant_id, project_id) where is_primary;
    call protect_tenant_table('project_contacts');
    create trigger project_contacts_contact_id_merged after insert or update of contact_id on project_contacts for each row when (new.contact_id is not null)
      execute function refuse_merged('contact_id', 'contacts');

    create table project_partners (
      tenant_id uuid not null references tenants,
      project_id uuid not null,
      company_id uuid not null,
      contact_id uuid,
      role text not null default 'other' check (role in ('subcontractor', 'vendor', 'agency', 'consultant', 'other')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, project_id, company_id)
    );
    alter table project_partners add foreign key (tenant_id, project_id) references projects on delete cascade;
    alter table project_partners add foreign key (tenant_id, company_id) references companies;
    alter table project_partners add foreign key (tenant_id, contact_id) references contacts;
    create index project_partners_company on project_partners (tenant_id, company_id);
    create index project_partners_contact on project_partners (tenant_id, contact_id) where contact_id is not null;
    call protect_tenant_table('project_partners');
    create trigger project_partners_company_id_merged after insert or update of company_id on project_partners for each row when (new.company_id is not null)
      execute function refuse_merged('company_id', 'companies');
    create trigger project_partners_contact_id_merged after insert or update of contact_id on project_partners for each row when (new.contact_id is not null)
      execute function refuse_merged('contact_id', 'contacts');

    create table project_members (
      tenant_id uuid not null references tenants,
      project_id uuid not null,
      user_id uuid not null references users,
      role text not null default 'contributor' check (role in ('manager', 'contributor', 'viewer')),
      allocation_percent int not null default 100 check (allocation_percent between 0 and 100),
      bill_rate numeric(20, 4) check (bill_rate >= 0),
      cost_rate numeric(20, 4) check (cost_rate >= 0),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, project_id, user_id)
    );
    alter table project_members add foreign key (tenant_id, project_id) references projects on delete cascade;
    create index project_members_user on project_members (tenant_id, user_id);
    call protect_tenant_table('project_members');

    create table milestones (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      project_id uuid not null,
      name text not null check (length(name) between 1 and 200),
      due_date date,
      status text not null default 'open' check (status in ('open', 'completed')),
      completed_at timestamptz(3),
      billing_amount numeric(20, 4) check (billing_amount >= 0),
      billing_percent numeric(7, 4) check (billing_percent > 0 and billing_percent <= 100),
      -- The live invoice that bills it; set and cleared by the invoice.
      invoice_id uuid,
      invoice_line_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      check (billing_amount is null or billing_percent is null),
      check ((status = 'completed') = (completed_at is not null))
    );
    alter table milestones add foreign key (tenant_id, project_id) references projects on delete cascade;
    create index milestones_project on milestones (tenant_id, project_id, due_date, id) where deleted_at is null;
    create index milestones_invoice on milestones (tenant_id, invoice_id) where invoice_id is not null;
    call protect_tenant_table('milestones');

    alter table deals add foreign key (tenant_id, project_id) references projects;
    create index deals_project on deals (tenant_id, project_id) where project_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update deals set project_id = null where project_id is not null;
    drop index deals_project;
    alter table deals drop constraint deals_tenant_id_project_id_fkey;
    drop table milestones, project_members, project_partners, project_contacts;
    drop trigger companies_renamed_in_projects on companies;
    call drop_record_table('projects', 'project');
    drop function rename_company_of_projects, copy_company_name;
  `);
}
