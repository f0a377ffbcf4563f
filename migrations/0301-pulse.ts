// Pulse: dated signals about markets and accounts, the topics that are watched, and what the signals are about.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table pulse_topics (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      name text not null check (length(name) between 1 and 120),
      terms text[] not null default '{}' check (cardinality(terms) <= 20),
      company_id uuid,
      competitor_id uuid,
      is_muted boolean not null default false,
      archived_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id)
    );
    create unique index pulse_topics_name on pulse_topics (tenant_id, lower(name)) where archived_at is null and deleted_at is null;
    create index pulse_topics_recent on pulse_topics (tenant_id, updated_at desc, id desc) where deleted_at is null;
    alter table pulse_topics add foreign key (tenant_id, company_id) references companies;
    alter table pulse_topics add foreign key (tenant_id, competitor_id) references competitors;
    create index pulse_topics_company on pulse_topics (tenant_id, company_id) where company_id is not null;
    create index pulse_topics_competitor on pulse_topics (tenant_id, competitor_id) where competitor_id is not null;
    create trigger pulse_topics_company_merged after insert or update of company_id on pulse_topics for each row
      when (new.company_id is not null) execute function refuse_merged('company_id', 'companies');
    call protect_tenant_table('pulse_topics');

    create table pulse_items (
      title text not null check (length(title) between 1 and 300),
      summary text check (length(summary) between 1 and 2000),
      source_url text check (length(source_url) <= 2100),
      -- The address without what does not change the page: one signal is captured once.
      source_key text check (length(source_key) <= 2100),
      source_name text check (length(source_name) between 1 and 200),
      published_at timestamptz(3),
      kind text not null default 'other' check (kind in
        ('news', 'funding', 'leadership', 'product', 'hiring', 'pricing', 'review', 'regulation', 'social', 'other')),
      sentiment text check (sentiment in ('positive', 'neutral', 'negative')),
      relevance int check (relevance between 0 and 100),
      status text not null default 'new' check (status in ('new', 'read', 'used', 'dismissed')),
      topic_id uuid,
      check ((source_url is null) = (source_key is null))
    );
    call make_record_table('pulse_items', 'pulse_item', array['title', 'source_name']);
    call link_records('pulse_items', 'topic_id', 'pulse_topics');
    call sort_records('pulse_items', array['title'], array['published_at', 'relevance']);
    create unique index pulse_items_source on pulse_items (tenant_id, source_key) where deleted_at is null;
    create index pulse_items_status on pulse_items (tenant_id, status, updated_at desc, id desc) where deleted_at is null;

    create table pulse_item_companies (
      tenant_id uuid not null,
      pulse_item_id uuid not null,
      company_id uuid not null,
      primary key (tenant_id, pulse_item_id, company_id)
    );
    create table pulse_item_competitors (
      tenant_id uuid not null,
      pulse_item_id uuid not null,
      competitor_id uuid not null,
      primary key (tenant_id, pulse_item_id, competitor_id)
    );
    create table pulse_item_deals (
      tenant_id uuid not null,
      pulse_item_id uuid not null,
      deal_id uuid not null,
      primary key (tenant_id, pulse_item_id, deal_id)
    );
    alter table pulse_item_companies add foreign key (tenant_id, pulse_item_id) references pulse_items on delete cascade;
    alter table pulse_item_competitors add foreign key (tenant_id, pulse_item_id) references pulse_items on delete cascade;
    alter table pulse_item_deals add foreign key (tenant_id, pulse_item_id) references pulse_items on delete cascade;
    alter table pulse_item_companies add foreign key (tenant_id, company_id) references companies;
    alter table pulse_item_competitors add foreign key (tenant_id, competitor_id) references competitors;
    alter table pulse_item_deals add foreign key (tenant_id, deal_id) references deals on delete cascade;
    create index pulse_item_companies_company on pulse_item_companies (tenant_id, company_id);
    create index pulse_item_competitors_competitor on pulse_item_competitors (tenant_id, competitor_id);
    create index pulse_item_deals_deal on pulse_item_deals (tenant_id, deal_id);
    create trigger pulse_item_companies_merged after insert or update of company_id on pulse_item_companies for each row
      execute function refuse_merged('company_id', 'companies');
    call protect_tenant_table('pulse_item_companies');
    call protect_tenant_table('pulse_item_competitors');
    call protect_tenant_table('pulse_item_deals');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table pulse_item_companies, pulse_item_competitors, pulse_item_deals;
    call drop_record_table('pulse_items', 'pulse_item');
    drop table pulse_topics;
  `);
}
