// Activities that people log, beside the lines that the system writes, and their action items (crm.md section 13).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table activities
      add version int not null default 1,
      add body text check (length(body) between 1 and 20000),
      add channel text
        check (channel in ('email', 'phone', 'sms', 'chat', 'social', 'letter', 'video', 'in_person', 'room')),
      add direction text check (direction in ('inbound', 'outbound', 'internal')),
      add status text check (status in ('planned', 'held', 'cancelled', 'no_show')),
      -- What a person says of it wins over the rule of crm.md section 5.
      add meaningful_override boolean,
      -- A line of the system is never written again: its actor and created_at say it all.
      add updated_at timestamptz(3),
      add created_by jsonb,
      add updated_by jsonb,
      add deleted_at timestamptz(3),
      add constraint activities_type check (type in ('note', 'call', 'email', 'message', 'meeting', 'event', 'task',
        'stage_change', 'field_change', 'merge', 'room', 'campaign', 'outcome', 'system')),
      add constraint activities_subject check (length(subject) >= 1),
      add constraint activities_writer check (source = 'system' or num_nulls(updated_at, created_by, updated_by) = 0),
      add constraint activities_system_stays check (source <> 'system' or (version = 1 and deleted_at is null));
    create index activities_time on activities (tenant_id, occurred_at desc, id desc) where deleted_at is null;

    -- A record has an activity on its timeline once. live: the activity is not deleted.
    -- is_interaction: it is something between us and the record, no line of the system. is_touch: it is a meaningful
    -- touch once its time has come (crm.md section 5). Both follow from the activity, by domains/activities/rules.ts.
    alter table activity_links
      drop constraint activity_links_pkey,
      add primary key (tenant_id, activity_id, entity, entity_id),
      add live boolean not null default true,
      add is_interaction boolean not null default false,
      add is_touch boolean not null default false,
      add constraint activity_links_touch check (is_interaction or not is_touch);
    drop index activity_links_activity;
    create index activity_links_timeline on activity_links
      (tenant_id, entity, entity_id, occurred_at desc, activity_id desc) include (live);
    -- The last touch, the next planned one, the last message and the counts of a contact: no line of the system between.
    create index activity_links_interactions on activity_links (tenant_id, entity, entity_id, occurred_at desc)
      include (activity_id, is_touch) where live and is_interaction;

    create table action_items (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      activity_id uuid not null,
      title text not null check (length(title) between 1 and 500),
      due_on date,
      assignee_user_id uuid,
      status text not null default 'open' check (status in ('open', 'done')),
      completed_at timestamptz(3),
      completed_by jsonb,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      constraint action_items_completion check (num_nulls(completed_at, completed_by) = case status when 'done' then 0 else 2 end)
    );
    alter table action_items add foreign key (tenant_id, activity_id) references activities;
    alter table action_items add foreign key (tenant_id, assignee_user_id) references memberships (tenant_id, user_id);
    create index action_items_activity on action_items (tenant_id, activity_id, created_at, id) where deleted_at is null;
    create index action_items_due on action_items (tenant_id, due_on, id) where deleted_at is null and status = 'open';
    create index action_items_assignee on action_items (tenant_id, assignee_user_id, due_on, id)
      where deleted_at is null and status = 'open';
    create index action_items_updated on action_items (tenant_id, updated_at desc, id desc) where deleted_at is null;
    call protect_tenant_table('action_items');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table action_items;
    delete from activities where deleted_at is not null;
    drop index activity_links_timeline, activity_links_interactions;
    alter table activity_links
      drop constraint activity_links_pkey,
      drop live, drop is_interaction, drop is_touch,
      add primary key (tenant_id, entity, entity_id, occurred_at, activity_id);
    create index activity_links_activity on activity_links (tenant_id, activity_id);
    drop index activities_time;
    alter table activities
      drop constraint activities_type, drop constraint activities_subject, drop constraint activities_writer,
      drop constraint activities_system_stays,
      drop version, drop body, drop channel, drop direction, drop status, drop meaningful_override,
      drop updated_at, drop created_by, drop updated_by, drop deleted_at;
  `);
}
