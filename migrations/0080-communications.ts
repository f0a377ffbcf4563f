// Communications, their participants and threads; suppressed addresses; events of providers.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table communication_threads (
      subject text,
      channel text not null,
      message_count int not null default 0,
      last_message_id uuid,
      last_message_at timestamptz(3),
      waiting text not null default 'none' check (waiting in ('us', 'them', 'none')),
      company_id uuid,
      deal_id uuid,
      -- Their tables come later; the service checks that they exist.
      project_id uuid,
      room_id uuid
    );
    call make_record_table('communication_threads', 'communication_thread');
    call link_records('communication_threads', 'company_id', 'companies');
    call link_records('communication_threads', 'deal_id', 'deals');
    create index communication_threads_company on communication_threads (tenant_id, company_id) where company_id is not null;
    create index communication_threads_last on communication_threads (tenant_id, last_message_at desc, id desc)
      where deleted_at is null;

    create table communications (
      channel text not null check (channel in ('email', 'sms', 'chat', 'social', 'letter', 'video', 'in_person')),
      direction text not null check (direction in ('inbound', 'outbound', 'internal')),
      purpose text not null check (purpose in ('general', 'relationship', 'deal', 'support', 'campaign')),
      status text not null check (status in ('draft', 'scheduled', 'queued', 'sent', 'delivered', 'bounced', 'failed', 'logged',
        'received')),
      subject text check (length(subject) <= 998),
      body_text text check (length(body_text) <= 200000),
      body_html text check (length(body_html) <= 500000),
      snippet text,
      -- What global search shows and finds first; never null, because the name of a record is always searched.
      search_title text not null generated always as (coalesce(nullif(subject, ''), nullif(snippet, ''), 'untitled')) stored,
      thread_id uuid not null,
      in_reply_to uuid,
      -- The Message-ID of mail, without angle brackets.
      message_id text,
      company_id uuid,
      deal_id uuid,
      -- Their tables come later; the service checks that they exist.
      project_id uuid,
      room_id uuid,
      occurred_at timestamptz(3),
      scheduled_at timestamptz(3),
      sent_at timestamptz(3),
      connector_id uuid,
      is_auto_reply boolean not null default false,
      attachments jsonb not null default '[]',
      failure_reason text,
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      -- Its line on timelines.
      activity_id uuid,
      -- The unsubscribe token of a message of a sequence.
      unsubscribe_token text,
      -- The state of sending: attempts made, when the next is due, who sends, and since when the server may have the message.
      attempts int not null default 0,
      next_attempt_at timestamptz(3),
      claim_id uuid,
      claimed_until timestamptz(3),
      handed_over_at timestamptz(3)
    );
    call make_record_table('communications', 'communication', array['search_title', 'body_text']);
    call sort_records('communications', '{}', array['scheduled_at']);
    call link_records('communications', 'company_id', 'companies');
    call link_records('communications', 'deal_id', 'deals');
    alter table communications add foreign key (tenant_id, thread_id) references communication_threads;
    alter table communications add foreign key (tenant_id, in_reply_to) references communications;
    alter table communications add foreign key (tenant_id, activity_id) references activities;
    create index communications_company on communications (tenant_id, company_id) where company_id is not null;
    create index communications_occurred on communications (tenant_id, occurred_at desc, id desc) where deleted_at is null;
    create index communications_thread on communications (tenant_id, thread_id, occurred_at, id) where deleted_at is null;
    create index communications_reply on communications (tenant_id, in_reply_to) where in_reply_to is not null;
    create index communications_activity on communications (tenant_id, activity_id) where activity_id is not null;
    create unique index communications_message on communications (tenant_id, message_id) where message_id is not null;
    -- What the minutely check looks at.
    create index communications_due on communications (tenant_id, coalesce(next_attempt_at, scheduled_at))
      where status in ('scheduled', 'queued') and deleted_at is null;

    create table communication_participants (
      tenant_id uuid not null references tenants,
      id uuid not null,
      communication_id uuid not null,
      position int not null,
      role text not null check (role in ('from', 'to', 'cc', 'bcc')),
      address text,
      name text,
      contact_id uuid,
      user_id uuid,
      delivery_state text check (delivery_state in ('queued', 'sent', 'delivered', 'bounced', 'failed')),
      delivery_at timestamptz(3),
      delivery_reason text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    alter table communication_participants add foreign key (tenant_id, communication_id) references communications on delete cascade;
    alter table communication_participants add foreign key (tenant_id, contact_id) references contacts;
    create index communication_participants_message on communication_participants (tenant_id, communication_id, position);
    create index communication_participants_contact on communication_participants (tenant_id, contact_id)
      where contact_id is not null;
    create trigger communication_participants_merged after insert or update of contact_id on communication_participants
      for each row when (new.contact_id is not null) execute function refuse_merged('contact_id', 'contacts');
    call protect_tenant_table('communication_participants');
    call keep_search_words('communication', 'communication_participants', array['address', 'name'], 'communication_id');

    -- The contacts of a communication: those that it is linked to, and those of its participants.
    create table communication_contacts (
      tenant_id uuid not null references tenants,
      communication_id uuid not null,
      contact_id uuid not null,
      is_link boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, communication_id, contact_id)
    );
    alter table communication_contacts add foreign key (tenant_id, communication_id) references communications on delete cascade;
    alter table communication_contacts add foreign key (tenant_id, contact_id) references contacts;
    create index communication_contacts_contact on communication_contacts (tenant_id, contact_id, communication_id);
    create trigger communication_contacts_merged after insert or update of contact_id on communication_contacts
      for each row execute function refuse_merged('contact_id', 'contacts');
    call protect_tenant_table('communication_contacts');

    -- Makes the summary of a thread equal to its messages; the caller holds the lock of the thread.
    create function summarize_thread(tenant uuid, thread uuid, at_time timestamptz) returns void language sql as $$
      with messages as (
        select c.*, coalesce(c.occurred_at, c.created_at) as at,
          c.status in ('draft', 'scheduled', 'queued', 'failed') as is_unsent,
          c.direction <> 'internal' and c.purpose <> 'campaign'
            and (select count(*) from communication_contacts k where k.tenant_id = c.tenant_id and k.communication_id = c.id) <= 1
            as is_one_to_one
        from communications c where c.tenant_id = tenant and c.thread_id = thread and c.deleted_at is null
      ), latest as (select * from messages order by is_unsent, at desc, id desc limit 1)
      update communication_threads t set
        subject = coalesce((select m.subject from messages m where m.subject is not null order by m.at, m.id limit 1), null),
        channel = coalesce((select l.channel from latest l), t.channel),
        message_count = (select count(*) from messages),
        last_message_id = (select l.id from latest l),
        last_message_at = (select l.at from latest l),
        company_id = (select m.company_id from messages m where m.company_id is not null order by m.at desc, m.id desc limit 1),
        deal_id = (select m.deal_id from messages m where m.deal_id is not null order by m.at desc, m.id desc limit 1),
        project_id = (select m.project_id from messages m where m.project_id is not null order by m.at desc, m.id desc limit 1),
        room_id = (select m.room_id from messages m where m.room_id is not null order by m.at desc, m.id desc limit 1),
        waiting = coalesce((
          select case when m.direction = 'outbound' then 'them' when m.is_auto_reply then 'none' else 'us' end
          from messages m where m.is_one_to_one and not m.is_unsent order by m.at desc, m.id desc limit 1), 'none'),
        updated_at = at_time,
        deleted_at = case when exists (select from messages) then null else at_time end
      where t.tenant_id = tenant and t.id = thread
    $$;

    alter table suppressions drop constraint if exists suppressions_reason_check;
    alter table suppressions add constraint suppressions_reason_check
      check (reason in ('erased', 'bounced', 'complained', 'unsubscribed'));
    grant update, delete on suppressions to platform_app;

    alter table provider_keys add sealed_ingress_secret text;

    -- Events that providers have sent, so that a repeated one has no second effect.
    create table provider_events (
      tenant_id uuid not null references tenants,
      provider text not null,
      connection_id uuid not null,
      event_id text not null,
      type text not null,
      created_at timestamptz(3) not null,
      primary key (tenant_id, provider, connection_id, event_id)
    );
    create index provider_events_age on provider_events (tenant_id, created_at);
    call protect_tenant_table('provider_events');

    -- The workspace of a connection, for events that come without one: two ids and nothing else, so it needs no row security.
    create table provider_key_workspaces (
      provider_key_id uuid primary key,
      workspace_id uuid not null references tenants
    );
    grant select, insert on provider_key_workspaces to platform_app;
    create function keep_provider_key_workspace() returns trigger language plpgsql as $$
    begin
      insert into provider_key_workspaces (provider_key_id, workspace_id) values (new.id, new.tenant_id) on conflict do nothing;
      return null;
    end $$;
    create trigger provider_keys_workspace after insert on provider_keys
      for each row execute function keep_provider_key_workspace();
    do $$
    declare
      tenant uuid;
    begin
      for tenant in select id from tenants loop
        execute format('set local app.tenant_id = %L', tenant);
        insert into provider_key_workspaces (provider_key_id, workspace_id)
          select id, tenant_id from provider_keys where tenant_id = tenant;
      end loop;
    end $$;
    set local app.tenant_id = '';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger provider_keys_workspace on provider_keys;
    drop function keep_provider_key_workspace, summarize_thread;
    drop table provider_events, provider_key_workspaces;
    alter table provider_keys drop sealed_ingress_secret;
    revoke update, delete on suppressions from platform_app;
    drop table communication_contacts;
    call forget_search_words('communication');
    drop table communication_participants;
    drop table communications, communication_threads;
  `);
}
