// Notifications of people, their preferences, and the records that they watch or mute.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications (
      tenant_id uuid not null references tenants,
      id uuid not null,
      user_id uuid not null,
      category text not null check (category ~ '^[a-z_]{1,40}$'),
      title text not null check (length(title) between 1 and 255),
      body text not null check (length(body) between 1 and 500),
      entity_type text not null check (entity_type ~ '^[a-z_]{1,40}$'),
      entity_id uuid not null,
      actor jsonb not null,
      priority text not null check (priority in ('low', 'normal', 'high')),
      state text not null default 'unread' check (state in ('unread', 'read', 'archived')),
      count int not null default 1 check (count > 0),
      -- False if the person only wants a mail for the category.
      in_app boolean not null,
      -- When a mail about it is sent.
      mail text not null check (mail in ('instant', 'hourly', 'daily', 'off')),
      mailed_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      read_at timestamptz(3),
      primary key (tenant_id, id),
      check ((state = 'unread') <= (read_at is null)),
      foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
    );
    create index notifications_recent on notifications (tenant_id, user_id, updated_at desc, id desc);
    create index notifications_unread on notifications (tenant_id, user_id, category, entity_type, entity_id, updated_at)
      where state = 'unread';
    create index notifications_unmailed on notifications (tenant_id, user_id, created_at)
      where mailed_at is null and mail <> 'off';
    create index notifications_old on notifications (created_at);
    call protect_tenant_table('notifications');

    create table notification_preferences (
      tenant_id uuid not null references tenants,
      user_id uuid not null,
      -- Channels by category, where they differ from the defaults.
      preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
      quiet_hours jsonb check (jsonb_typeof(quiet_hours) = 'object'),
      digest_time text not null default '08:00' check (digest_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      updated_at timestamptz(3) not null,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
    );
    call protect_tenant_table('notification_preferences');

    create table record_subscriptions (
      tenant_id uuid not null references tenants,
      user_id uuid not null,
      entity_type text not null check (entity_type ~ '^[a-z_]{1,40}$'),
      entity_id uuid not null,
      state text not null check (state in ('watching', 'muted')),
      created_at timestamptz(3) not null,
      primary key (tenant_id, user_id, entity_type, entity_id),
      foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
    );
    create index record_subscriptions_entity on record_subscriptions (tenant_id, entity_type, entity_id);
    call protect_tenant_table('record_subscriptions');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table record_subscriptions, notification_preferences, notifications');
}
