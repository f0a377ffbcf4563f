// Campaigns: one message to many contacts, its members, and how far each of them got.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table campaigns (
      name text not null check (length(name) between 1 and 255),
      channel text not null check (channel in ('email', 'sms', 'event', 'post', 'social')),
      status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'paused', 'completed', 'cancelled')),
      subject text check (length(subject) between 1 and 998),
      body text check (length(body) between 1 and 200000),
      body_html text check (length(body_html) between 1 and 500000),
      from_connector_id uuid,
      scheduled_at timestamptz(3),
      -- Who is added at the launch, and who is not: {contactIds, savedViewId, tag}, {contactIds, tag}.
      audience jsonb not null default '{}',
      exclude jsonb not null default '{}',
      requires_opt_in boolean not null default false,
      -- Who has launched it: the values of the merge fields of user.
      launched_by_user_id uuid references users,
      started_at timestamptz(3),
      ended_at timestamptz(3),
      check (status <> 'scheduled' or scheduled_at is not null),
      constraint campaigns_ended check ((status in ('completed', 'cancelled')) = (ended_at is not null))
    );
    call make_record_table('campaigns', 'campaign', array['name', 'subject']);
    call sort_records('campaigns', array['name'], array['scheduled_at', 'started_at']);
    create index campaigns_status on campaigns (tenant_id, status, updated_at desc, id desc) where deleted_at is null;
    create index campaigns_launched_by on campaigns (launched_by_user_id) where launched_by_user_id is not null;
    -- What the minutely check looks at.
    create index campaigns_due on campaigns (tenant_id, scheduled_at) where status in ('scheduled', 'sending') and deleted_at is null;

    create table campaign_members (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      campaign_id uuid not null,
      contact_id uuid not null,
      -- Follows from the times: how far the member got.
      status text not null default 'pending' check (status in
        ('pending', 'skipped', 'sent', 'delivered', 'opened', 'clicked', 'replied', 'bounced', 'opted_out')),
      skip_reason text,
      -- Whether people have added it, or the audience of the campaign.
      source text not null check (source in ('added', 'audience')),
      -- The message, and the address that it went to.
      communication_id uuid,
      address text,
      sent_at timestamptz(3),
      delivered_at timestamptz(3),
      opened_at timestamptz(3),
      clicked_at timestamptz(3),
      replied_at timestamptz(3),
      bounced_at timestamptz(3),
      opted_out_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id)
    );
    alter table campaign_members add foreign key (tenant_id, campaign_id) references campaigns;
    alter table campaign_members add foreign key (tenant_id, contact_id) references contacts;
    alter table campaign_members add foreign key (tenant_id, communication_id) references communications;
    create unique index campaign_members_contact on campaign_members (tenant_id, contact_id, campaign_id);
    -- Nobody gets a campaign twice, by whichever contact.
    create unique index campaign_members_address on campaign_members (tenant_id, campaign_id, address) where address is not null;
    create unique index campaign_members_message on campaign_members (tenant_id, communication_id)
      where communication_id is not null;
    create index campaign_members_status on campaign_members (tenant_id, campaign_id, status, id) where deleted_at is null;
    create index campaign_members_recent on campaign_members (tenant_id, campaign_id, updated_at desc, id desc)
      where deleted_at is null;
    create trigger campaign_members_contact_id_merged after insert or update of contact_id on campaign_members
      for each row execute function refuse_merged('contact_id', 'contacts');
    call protect_tenant_table('campaign_members');

    create function set_campaign_member_status() returns trigger language plpgsql as $$
    begin
      new.status := case
        when new.opted_out_at is not null then 'opted_out'
        when new.replied_at is not null then 'replied'
        when new.clicked_at is not null then 'clicked'
        when new.opened_at is not null then 'opened'
        when new.bounced_at is not null then 'bounced'
        when new.delivered_at is not null then 'delivered'
        when new.sent_at is not null then 'sent'
        when new.skip_reason is not null then 'skipped'
        else 'pending' end;
      return new;
    end $$;
    create trigger campaign_members_status before insert or update on campaign_members
      for each row execute function set_campaign_member_status();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table campaign_members;
    drop function set_campaign_member_status;
    call drop_record_table('campaigns', 'campaign');
  `);
}
