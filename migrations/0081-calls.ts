// Calls, their participants, and call templates with their revisions.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table call_templates (
      name text not null check (length(name) between 1 and 120),
      purpose text not null check (purpose in ('discovery', 'demo', 'renewal', 'support', 'survey', 'other')),
      description text,
      sections jsonb not null,
      revision int not null default 1
    );
    call make_record_table('call_templates', 'call_template', array['name']);
    call sort_records('call_templates', array['name']);
    create table call_template_revisions (
      tenant_id uuid not null references tenants,
      template_id uuid not null,
      revision int not null,
      sections jsonb not null,
      created_at timestamptz(3) not null,
      primary key (tenant_id, template_id, revision)
    );
    alter table call_template_revisions add foreign key (tenant_id, template_id) references call_templates on delete cascade;
    call protect_tenant_table('call_template_revisions', 'select, insert');

    create table calls (
      subject text not null check (length(subject) between 1 and 300),
      direction text not null check (direction in ('inbound', 'outbound')),
      status text not null check (status in ('planned', 'in_progress', 'completed', 'cancelled')),
      outcome text check (outcome in ('connected', 'voicemail', 'no_answer', 'busy', 'wrong_number', 'refused')),
      started_at timestamptz(3) not null,
      duration_s int check (duration_s between 0 and 86400),
      company_id uuid,
      deal_id uuid,
      project_id uuid,
      room_id uuid,
      template_id uuid,
      template_revision int,
      summary text check (length(summary) <= 20000),
      provider_call_id text,
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      -- Its line on timelines, to which its next steps belong.
      activity_id uuid,
      -- What it was completed with, so that a repetition can be recognized.
      completed_with text,
      constraint calls_outcome check ((status = 'completed') = (outcome is not null))
    );
    call make_record_table('calls', 'call', array['subject']);
    call sort_records('calls', '{}', array['started_at']);
    call link_records('calls', 'company_id', 'companies');
    call link_records('calls', 'deal_id', 'deals');
    alter table calls add foreign key (tenant_id, template_id) references call_templates;
    alter table calls add foreign key (tenant_id, activity_id) references activities;
    create index calls_company on calls (tenant_id, company_id) where company_id is not null;
    create unique index calls_provider on calls (tenant_id, provider_call_id) where provider_call_id is not null;

    create table call_participants (
      tenant_id uuid not null references tenants,
      id uuid not null,
      call_id uuid not null,
      position int not null,
      role text not null check (role in ('from', 'to')),
      address text,
      name text,
      contact_id uuid,
      user_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    alter table call_participants add foreign key (tenant_id, call_id) references calls on delete cascade;
    alter table call_participants add foreign key (tenant_id, contact_id) references contacts;
    create index call_participants_call on call_participants (tenant_id, call_id, position);
    create index call_participants_contact on call_participants (tenant_id, contact_id) where contact_id is not null;
    create trigger call_participants_contact_id_merged after insert or update of contact_id on call_participants
      for each row when (new.contact_id is not null) execute function refuse_merged('contact_id', 'contacts');
    call protect_tenant_table('call_participants');

    -- The contacts of a call: those that it is linked to, and those of its participants.
    create table call_contacts (
      tenant_id uuid not null references tenants,
      call_id uuid not null,
      contact_id uuid not null,
      is_link boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, call_id, contact_id)
    );
    alter table call_contacts add foreign key (tenant_id, call_id) references calls on delete cascade;
    alter table call_contacts add foreign key (tenant_id, contact_id) references contacts;
    create index call_contacts_contact on call_contacts (tenant_id, contact_id, call_id);
    create trigger call_contacts_contact_id_merged after insert or update of contact_id on call_contacts
      for each row execute function refuse_merged('contact_id', 'contacts');
    call protect_tenant_table('call_contacts');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table call_contacts, call_participants;
    call drop_record_table('calls', 'call');
    drop table call_template_revisions;
    call drop_record_table('call_templates', 'call_template');
  `);
}
