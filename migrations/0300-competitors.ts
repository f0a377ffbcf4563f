// Competitors, the deals in which they are met, and the published versions of their battlecards.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table competitors (
      name text not null check (length(name) between 1 and 255),
      website text check (length(website) between 1 and 255),
      company_id uuid,
      status text not null default 'active' check (status in ('active', 'watch', 'archived')),
      threat_level text check (threat_level in ('low', 'medium', 'high')),
      -- Lists sort threats by this.
      threat_order int generated always as (array_position(array['low', 'medium', 'high'], threat_level)) stored,
      positioning text check (length(positioning) between 1 and 10000),
      strengths text[] not null default '{}' check (cardinality(strengths) <= 50),
      weaknesses text[] not null default '{}' check (cardinality(weaknesses) <= 50),
      pricing_notes text check (length(pricing_notes) between 1 and 10000),
      products text[] not null default '{}' check (cardinality(products) <= 50),
      differentiators text[] not null default '{}' check (cardinality(differentiators) <= 50),
      -- The sections as they will be published next; null before the first save.
      battlecard_draft jsonb
    );
    call make_record_table('competitors', 'competitor', array['name', 'website']);
    call link_records('competitors', 'company_id', 'companies');
    call sort_records('competitors', array['name'], array['threat_order']);
    create unique index competitors_name on competitors (tenant_id, lower(name)) where deleted_at is null;
    -- Merges of companies move the links of deleted competitors too.
    create index competitors_company_all on competitors (tenant_id, company_id) where company_id is not null;

    -- What the workspace says of itself, beside its competitors.
    alter table tenants add profile jsonb not null default '{}';

    create table deal_competitors (
      tenant_id uuid not null,
      deal_id uuid not null,
      competitor_id uuid not null,
      status text not null default 'in_play' check (status in ('in_play', 'beaten', 'lost_to')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, deal_id, competitor_id)
    );
    alter table deal_competitors add foreign key (tenant_id, deal_id) references deals on delete cascade;
    alter table deal_competitors add foreign key (tenant_id, competitor_id) references competitors;
    create index deal_competitors_competitor on deal_competitors (tenant_id, competitor_id);
    call protect_tenant_table('deal_competitors');

    create table battlecard_versions (
      tenant_id uuid not null,
      competitor_id uuid not null,
      number int not null check (number > 0),
      sections jsonb not null,
      published_at timestamptz(3) not null,
      published_by jsonb not null,
      primary key (tenant_id, competitor_id, number)
    );
    alter table battlecard_versions add foreign key (tenant_id, competitor_id) references competitors;
    call protect_tenant_table('battlecard_versions');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table tenants drop profile;
    drop table battlecard_versions, deal_competitors;
    call drop_record_table('competitors', 'competitor');
  `);
}
