// Tasks with their hierarchy, board positions, checklists and series, and the links between them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tasks (
      title text not null check (length(title) between 1 and 500),
      project_id uuid,
      company_id uuid,
      parent_id uuid,
      status text not null default 'todo'
        check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'blocked', 'done', 'cancelled')),
      -- Lists sort statuses and priorities by these.
      status_order int generated always as
        (array_position(array['backlog', 'todo', 'in_progress', 'in_review', 'blocked', 'done', 'cancelled'], status)) stored,
      priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
      priority_order int generated always as (array_position(array['low', 'normal', 'high', 'urgent'], priority)) stored,
      -- A rank between those of its neighbours on the board; ranks compare by bytes.
      position text collate "C" not null,
      assignee_ids uuid[] not null default '{}' check (cardinality(assignee_ids) <= 10),
      start_date date,
      due_date date,
      due_time time(0),
      schedule_mode text not null default 'auto' check (schedule_mode in ('auto', 'manual')),
      estimate_minutes int check (estimate_minutes >= 0),
      milestone_id uuid,
      description text check (length(description) <= 50000),
      checklist jsonb not null default '[]',
      recurrence text check (length(recurrence) between 1 and 500),
      series_id uuid,
      occurrence int check (occurrence > 0),
      next_task_id uuid,
      deal_id uuid,
      contact_id uuid,
      ticket_id uuid,
      blocked_reason text check (length(blocked_reason) between 1 and 2000),
      completed_at timestamptz(3),
      -- The task whose deletion took this one along.
      deleted_with uuid,
      -- When the event of its lateness was written.
      overdue_at timestamptz(3),
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      check ((status = 'done') = (completed_at is not null)),
      check ((status = 'blocked') = (blocked_reason is not null)),
      check ((series_id is null) = (occurrence is null))
    );
    call make_record_table('tasks', 'task', array['title']);
    call link_records('tasks', 'project_id', 'projects');
    call link_records('tasks', 'company_id', 'companies');
    call link_records('tasks', 'parent_id', 'tasks');
    call link_records('tasks', 'deal_id', 'deals');
    call link_records('tasks', 'contact_id', 'contacts');
    alter table tasks add foreign key (tenant_id, milestone_id) references milestones;
    create index tasks_board on tasks (tenant_id, project_id, status, position, id) where deleted_at is null;
    create index tasks_rank on tasks (tenant_id, project_id, position);
    call sort_records('tasks', array['title', 'position'], array['status_order', 'priority_order', 'start_date', 'due_date']);
    create index tasks_open_due on tasks (tenant_id, due_date) where deleted_at is null and status not in ('done', 'cancelled');
    create index tasks_milestone on tasks (tenant_id, milestone_id) where milestone_id is not null;
    create index tasks_deleted_with on tasks (tenant_id, deleted_with) where deleted_with is not null;
    create index tasks_company_all on tasks (tenant_id, company_id) where company_id is not null;
    create index tasks_contact_all on tasks (tenant_id, contact_id) where contact_id is not null;
    create index tasks_assignees on tasks using gin (assignee_ids);
    create index tasks_tags on tasks using gin (tags);
    create unique index tasks_series on tasks (tenant_id, series_id, occurrence) where series_id is not null;

    create table task_dependencies (
      tenant_id uuid not null references tenants,
      id uuid not null,
      predecessor_id uuid not null,
      successor_id uuid not null,
      type text not null default 'finish_to_start'
        check (type in ('finish_to_start', 'start_to_start', 'finish_to_finish', 'start_to_finish')),
      lag_days int not null default 0 check (lag_days between -365 and 365),
      -- Whether the tasks are in different projects.
      crosses boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, successor_id, predecessor_id),
      check (predecessor_id <> successor_id)
    );
    alter table task_dependencies add foreign key (tenant_id, predecessor_id) references tasks on delete cascade;
    alter table task_dependencies add foreign key (tenant_id, successor_id) references tasks on delete cascade;
    create index task_dependencies_predecessor on task_dependencies (tenant_id, predecessor_id);
    create index task_dependencies_crossing on task_dependencies (tenant_id) where crosses;
    call protect_tenant_table('task_dependencies');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table task_dependencies;
    call drop_record_table('tasks', 'task');
  `);
}
