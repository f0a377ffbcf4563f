// Support tickets with the clocks of their service level, the states they went through, and the policies of a workspace.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table support_tickets (
      number text not null check (length(number) between 1 and 64),
      audience text not null check (audience in ('client', 'platform')),
      subject text not null check (length(subject) between 1 and 255),
      status text not null default 'new' check (status in ('new', 'open', 'pending', 'on_hold', 'resolved', 'closed')),
      -- Lists sort statuses and priorities by these.
      status_order int generated always as
        (array_position(array['new', 'open', 'pending', 'on_hold', 'resolved', 'closed'], status)) stored,
      priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
      priority_order int generated always as (array_position(array['low', 'normal', 'high', 'urgent'], priority)) stored,
      channel text not null default 'api' check (channel in ('email', 'portal', 'phone', 'api', 'room')),
      company_id uuid,
      contact_id uuid,
      project_id uuid,
      assignee_user_id uuid,
      merged_into_id uuid,
      follow_up_of_id uuid,
      satisfaction int check (satisfaction between 1 and 5),
      first_responded_at timestamptz(3),
      -- Since when the requester has waited for the next answer.
      waiting_since timestamptz(3),
      last_message_at timestamptz(3),
      resolved_at timestamptz(3),
      -- When a resolved ticket that stays quiet is closed.
      closes_at timestamptz(3),
      closed_at timestamptz(3),
      -- Clocks: when each target ends, for those that run or have ended late.
      first_response_due_at timestamptz(3),
      next_response_due_at timestamptz(3),
      resolution_due_at timestamptz(3),
      -- The first of the running clocks: when it is at risk, and when it ends.
      risk_at timestamptz(3),
      breach_at timestamptz(3),
      -- How the resolution ended.
      sla_result text check (sla_result in ('met', 'breached')),
      -- The clocks that ended too late so far.
      sla_missed text[] not null default '{}',
      -- The warnings that were given, such as resolution:at_risk, and when the next one may be due.
      sla_warned text[] not null default '{}',
      sla_check_at timestamptz(3),
      -- The version of the policy that the clocks were computed by.
      sla_policy_version int not null default 0,
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      check (merged_into_id is null or status = 'closed'),
      check ((status = 'closed') = (closed_at is not null)),
      check ((status = 'resolved') = (closes_at is not null)),
      check (status <> 'resolved' or resolved_at is not null),
      check (audience = 'client' or (company_id is null and contact_id is null and project_id is null))
    );
    call make_record_table('support_tickets', 'ticket', array['subject', 'number']);
    call link_records('support_tickets', 'company_id', 'companies');
    call link_records('support_tickets', 'contact_id', 'contacts');
    call link_records('support_tickets', 'project_id', 'projects');
    alter table support_tickets add foreign key (tenant_id, merged_into_id) references support_tickets;
    alter table support_tickets add foreign key (tenant_id, follow_up_of_id) references support_tickets;
    call sort_records('support_tickets', array['subject', 'number'], array['status_order', 'priority_order', 'breach_at', 'last_message_at']);
    create unique index support_tickets_of_number on support_tickets (tenant_id, number);
    create index support_tickets_assignee on support_tickets (tenant_id, assignee_user_id, updated_at desc, id desc) where deleted_at is null;
    create index support_tickets_open on support_tickets (tenant_id, breach_at)
      where deleted_at is null and status in ('new', 'open', 'pending', 'on_hold');
    create index support_tickets_due on support_tickets (tenant_id, sla_check_at) where sla_check_at is not null and deleted_at is null;
    create index support_tickets_closing on support_tickets (tenant_id, closes_at) where closes_at is not null and deleted_at is null;
    create index support_tickets_merged on support_tickets (tenant_id, merged_into_id) where merged_into_id is not null;
    create index support_tickets_follow_up on support_tickets (tenant_id, follow_up_of_id) where follow_up_of_id is not null;
    create index support_tickets_company_all on support_tickets (tenant_id, company_id) where company_id is not null;
    create index support_tickets_contact_all on support_tickets (tenant_id, contact_id) where contact_id is not null;
    create index support_tickets_tags on support_tickets using gin (tags);
    alter table tasks add foreign key (tenant_id, ticket_id) references support_tickets;
    create index tasks_ticket on tasks (tenant_id, ticket_id) where ticket_id is not null;

    -- What the clocks of a ticket are computed from: since when it had which status.
    create table support_ticket_states (
      tenant_id uuid not null,
      ticket_id uuid not null,
      position int not null check (position >= 0),
      status text not null check (status in ('new', 'open', 'pending', 'on_hold', 'resolved', 'closed')),
      at timestamptz(3) not null,
      primary key (tenant_id, ticket_id, position),
      foreign key (tenant_id, ticket_id) references support_tickets on delete cascade
    );
    call protect_tenant_table('support_ticket_states', 'select, insert, delete');

    -- The targets and business hours of a workspace that has set them.
    create table sla_policies (
      tenant_id uuid not null references tenants,
      version int not null default 1,
      targets jsonb not null,
      -- Null where the clocks run around the clock.
      business_hours jsonb,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      updated_by jsonb not null,
      primary key (tenant_id)
    );
    call protect_tenant_table('sla_policies', 'select, insert, update');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table tasks drop constraint tasks_tenant_id_ticket_id_fkey;
    drop index tasks_ticket;
    drop table sla_policies;
    drop table support_ticket_states;
    call drop_record_table('support_tickets', 'ticket');
  `);
}
