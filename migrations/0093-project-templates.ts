// Project templates: structures from which projects are made.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table project_templates (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      name text not null check (length(name) between 1 and 200),
      description text check (length(description) <= 20000),
      status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
      calendar jsonb not null,
      structure jsonb not null,
      task_count int generated always as (jsonb_array_length(structure -> 'tasks')) stored,
      milestone_count int generated always as (jsonb_array_length(structure -> 'milestones')) stored,
      duration_days int not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id)
    );
    create index project_templates_recent on project_templates (tenant_id, updated_at desc, id desc) where deleted_at is null;
    create index project_templates_created on project_templates (tenant_id, created_at, id) where deleted_at is null;
    call sort_records('project_templates', array['name']);
    call protect_tenant_table('project_templates');
    call keep_search_words('project_template', 'project_templates', array['name']);
    alter table projects add foreign key (tenant_id, template_id) references project_templates;
    create index projects_template on projects (tenant_id, template_id) where template_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table projects drop constraint projects_tenant_id_template_id_fkey;
    drop index projects_template;
    call forget_search_words('project_template');
    drop table project_templates;
  `);
}
