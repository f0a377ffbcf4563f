// Outreach: sequences, enrolments of contacts, and the steps that were taken.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outreach_sequences (
      name text not null check (length(name) between 1 and 120),
      description text check (length(description) <= 5000),
      status text not null check (status in ('draft', 'active', 'paused', 'archived')),
      steps jsonb not null default '[]',
      sending_window jsonb not null,
      connector_id uuid,
      owner_user_id uuid not null references users
    );
    call make_record_table('outreach_sequences', 'outreach_sequence', array['name']);
    call sort_records('outreach_sequences', array['name']);
    create index outreach_sequences_owner on outreach_sequences (tenant_id, owner_user_id);

    create table outreach_enrolments (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      sequence_id uuid not null,
      contact_id uuid not null,
      deal_id uuid,
      state text not null check (state in ('active', 'paused', 'replied', 'completed', 'bounced', 'opted_out', 'stopped')),
      -- The index of the step that is due next; null once it has ended.
      current_step int,
      -- Null while the sequence is a draft, and once it has ended.
      next_step_at timestamptz(3),
      last_step_at timestamptz(3),
      ended_at timestamptz(3),
      reason text,
      -- The thread of its messages.
      thread_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      constraint outreach_enrolments_ended check ((state in ('active', 'paused')) = (ended_at is null))
    );
    alter table outreach_enrolments add foreign key (tenant_id, sequence_id) references outreach_sequences;
    alter table outreach_enrolments add foreign key (tenant_id, contact_id) references contacts;
    alter table outreach_enrolments add foreign key (tenant_id, deal_id) references deals;
    alter table outreach_enrolments add foreign key (tenant_id, thread_id) references communication_threads;
    create index outreach_enrolments_sequence on outreach_enrolments (tenant_id, sequence_id, updated_at desc, id desc);
    create index outreach_enrolments_contact on outreach_enrolments (tenant_id, contact_id);
    create index outreach_enrolments_deal on outreach_enrolments (tenant_id, deal_id) where deal_id is not null;
    create index outreach_enrolments_due on outreach_enrolments (tenant_id, next_step_at) where state = 'active';
    -- A contact is in one sequence at a time.
    create unique index outreach_enrolments_live on outreach_enrolments (tenant_id, contact_id)
      where state in ('active', 'paused');
    create trigger outreach_enrolments_contact_id_merged after insert or update of contact_id on outreach_enrolments
      for each row execute function refuse_merged('contact_id', 'contacts');
    call protect_tenant_table('outreach_enrolments');

    -- A step of an enrolment is taken once, whatever happens to the process.
    create table outreach_steps_taken (
      tenant_id uuid not null references tenants,
      enrolment_id uuid not null,
      step_id uuid not null,
      -- The message of an email step.
      communication_id uuid,
      created_at timestamptz(3) not null,
      primary key (tenant_id, enrolment_id, step_id)
    );
    alter table outreach_steps_taken add foreign key (tenant_id, enrolment_id) references outreach_enrolments on delete cascade;
    alter table outreach_steps_taken add foreign key (tenant_id, communication_id) references communications;
    create index outreach_steps_taken_message on outreach_steps_taken (tenant_id, communication_id)
      where communication_id is not null;
    call protect_tenant_table('outreach_steps_taken');

    -- The token is derived from the message and never stored.
    alter table communications drop column unsubscribe_token;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table communications add column unsubscribe_token text;
    drop table outreach_steps_taken, outreach_enrolments;
    call drop_record_table('outreach_sequences', 'outreach_sequence');
  `);
}
