// Deals: pipelines with their stages, deals, who takes part in them, and every stage that they went through.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table deal_pipelines (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      -- What integrations know it by; it stays when the name changes.
      key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
      name text not null check (length(name) between 1 and 120),
      is_default boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      check (deleted_at is null or not is_default)
    );
    create unique index deal_pipelines_key on deal_pipelines (tenant_id, key) where deleted_at is null;
    create unique index deal_pipelines_default on deal_pipelines (tenant_id) where is_default;

    create table deal_stages (
      -- The pipeline, deal or stage that a row refers to refers to the workspace.
      tenant_id uuid not null,
      id uuid not null,
      pipeline_id uuid not null,
      key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
      label text not null check (length(label) between 1 and 60),
      probability int not null check (probability between 0 and 100),
      category text not null check (category in ('open', 'won', 'lost')),
      rotting_days int check (rotting_days between 1 and 3650),
      position int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, pipeline_id, key),
      -- The two closed stages are the same in every pipeline (crm.md section 6).
      constraint deal_stages_closed check (case category
        when 'won' then key = 'closed_won' and probability = 100 and rotting_days is null
        when 'lost' then key = 'closed_lost' and probability = 0 and rotting_days is null
        else key not in ('closed_won', 'closed_lost') end)
    );
    alter table deal_stages add foreign key (tenant_id, pipeline_id) references deal_pipelines;
    create index deal_stages_order on deal_stages (tenant_id, pipeline_id, position);

    create table deals (
      tenant_id uuid not null,
      id uuid not null,
      version int not null default 1,
      name text not null check (length(name) between 1 and 255),
      company_id uuid,
      value numeric(20, 4) check (value >= 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      pipeline_id uuid not null,
      stage text not null,
      status text not null check (status in ('open', 'won', 'lost')),
      probability int not null check (probability between 0 and 100),
      probability_override boolean not null default false,
      kind text not null default 'new_business' check (kind in ('new_business', 'renewal', 'expansion', 'other')),
      expected_close_on date,
      stage_entered_at timestamptz(3) not null,
      closed_at timestamptz(3),
      lost_reason text check (lost_reason in
        ('price', 'product_fit', 'competitor', 'no_budget', 'no_decision', 'timing', 'lost_contact', 'duplicate', 'other')),
      lost_note text check (length(lost_note) between 1 and 2000),
      next_step text check (length(next_step) <= 500),
      owner_user_id uuid references users,
      source text not null check (source in ('manual', 'import', 'api', 'agent', 'client_create', 'email', 'enrichment')),
      predecessor_deal_id uuid,
      -- Set by the hand-off; the table of projects adds the key.
      project_id uuid,
      contract_model text check (contract_model in
        ('fixed_price', 'time_and_materials', 'retainer', 'subscription', 'milestone', 'usage_based', 'hybrid')),
      billing_frequency text check (billing_frequency in
        ('one_time', 'weekly', 'monthly', 'quarterly', 'semi_annual', 'annual', 'per_milestone', 'on_completion')),
      pricing_basis text check (pricing_basis in
        ('flat_fee', 'per_hour', 'per_day', 'per_unit', 'per_seat', 'per_milestone', 'tiered', 'percentage')),
      revenue_recognition text check (revenue_recognition in
        ('point_in_time', 'straight_line', 'percentage_of_completion', 'as_invoiced', 'on_milestone')),
      value_basis text check (value_basis in ('total_contract', 'annual', 'monthly', 'estimate', 'not_to_exceed')),
      has_overages boolean,
      includes_pass_through_costs boolean,
      unit_label text check (length(unit_label) between 1 and 40),
      unit_price numeric(20, 4) check (unit_price >= 0),
      unit_quantity numeric(20, 4) check (unit_quantity >= 0),
      term_length int check (term_length between 1 and 1200),
      term_unit text check (term_unit in ('day', 'week', 'month', 'year')),
      term_start_on date,
      term_end_on date,
      auto_renews boolean,
      renewal_notice_days int check (renewal_notice_days between 0 and 3650),
      overage_rate numeric(20, 4) check (overage_rate >= 0),
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      custom_fields jsonb not null default '{}',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      check (predecessor_deal_id <> id),
      check (term_end_on >= term_start_on),
      -- Status, stage and what closing leaves behind say the same (crm.md section 6).
      constraint deals_status check (case status
        when 'won' then stage = 'closed_won' and probability = 100 and company_id is not null and value is not null
        when 'lost' then stage = 'closed_lost' and probability = 0
        else stage not in ('closed_won', 'closed_lost') end),
      constraint deals_closed check ((status = 'open') = (closed_at is null)),
      constraint deals_lost check ((status = 'lost') = (lost_reason is not null)
        and (lost_note is null or status = 'lost') and (lost_reason <> 'other' or lost_note is not null)),
      constraint deals_override check (status = 'open' or not probability_override)
    );
    alter table deals add foreign key (tenant_id, company_id) references companies;
    alter table deals add foreign key (tenant_id, pipeline_id) references deal_pipelines;
    alter table deals add foreign key (tenant_id, stage, pipeline_id) references deal_stages (tenant_id, key, pipeline_id);
    alter table deals add foreign key (tenant_id, predecessor_deal_id) references deals;
    create index deals_recent on deals (tenant_id, updated_at desc, id desc) where deleted_at is null;
    create index deals_name on deals (tenant_id, name, id) where deleted_at is null;
    create index deals_created on deals (tenant_id, created_at, id) where deleted_at is null;
    create index deals_company on deals (tenant_id, company_id, updated_at desc, id desc) where deleted_at is null;
    create index deals_company_open on deals (tenant_id, company_id) where deleted_at is null and status = 'open';
    create index deals_board on deals (tenant_id, pipeline_id, stage, stage_entered_at desc, id desc) where deleted_at is null;
    -- The foreign key of a stage looks at deleted deals too.
    create index deals_stage on deals (tenant_id, pipeline_id, stage);
    create index deals_forecast on deals (tenant_id, expected_close_on) where deleted_at is null and status = 'open';
    create index deals_won on deals (tenant_id, closed_at) where deleted_at is null and status = 'won';
    create index deals_predecessor on deals (tenant_id, predecessor_deal_id, updated_at desc, id desc) where predecessor_deal_id is not null;
    create index deals_owner on deals (tenant_id, owner_user_id) where owner_user_id is not null;
    create index deals_tags on deals using gin (tags);

    create table deal_contacts (
      tenant_id uuid not null,
      id uuid not null,
      deal_id uuid not null,
      contact_id uuid not null,
      role text not null check (role in
        ('decision_maker', 'champion', 'influencer', 'economic_buyer', 'user', 'blocker', 'legal', 'other')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      -- Follows the deal: the list of a contact shows live deals.
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      unique (tenant_id, deal_id, contact_id)
    );
    alter table deal_contacts add foreign key (tenant_id, deal_id) references deals on delete cascade;
    alter table deal_contacts add foreign key (tenant_id, contact_id) references contacts;
    create index deal_contacts_contact on deal_contacts (tenant_id, contact_id, created_at desc, id desc);

    create table deal_stage_entries (
      tenant_id uuid not null,
      id uuid not null,
      deal_id uuid not null,
      -- As it was then: a stage may be renamed or deleted since.
      pipeline_id uuid not null,
      stage text not null,
      label text not null,
      status text not null check (status in ('open', 'won', 'lost')),
      entered_at timestamptz(3) not null,
      left_at timestamptz(3),
      seconds_in_stage bigint generated always as (floor(extract(epoch from left_at - entered_at))::bigint) stored,
      actor jsonb not null,
      reason text check (length(reason) between 1 and 500),
      lost_reason text,
      lost_note text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      check (left_at >= entered_at)
    );
    alter table deal_stage_entries add foreign key (tenant_id, deal_id) references deals on delete cascade;
    create unique index deal_stage_entries_open on deal_stage_entries (tenant_id, deal_id) where left_at is null;
    create index deal_stage_entries_deal on deal_stage_entries (tenant_id, deal_id, entered_at, id);

    call keep_search_words('deal', 'deals', array['name', 'next_step']);

    -- The pipeline of the workspaces that stand; row-level security comes after it, which would hide them from here.
    insert into deal_pipelines (tenant_id, id, key, name, is_default, created_at, updated_at, created_by, updated_by)
      select t.id, gen_random_uuid(), 'sales', 'Sales', true, now(), now(), by.system, by.system
      from tenants t, (select '{"type": "system", "id": null, "label": "system"}'::jsonb as system) by;
    insert into deal_stages (tenant_id, id, pipeline_id, key, label, probability, category, rotting_days, position, created_at, updated_at)
      select p.tenant_id, gen_random_uuid(), p.id, s.key, s.label, s.probability, s.category, s.rotting_days, s.position, now(), now()
      from deal_pipelines p, (values
        ('prospecting', 'Prospecting', 10, 'open', 30, 1),
        ('qualification', 'Qualification', 20, 'open', 21, 2),
        ('discovery', 'Discovery', 35, 'open', 21, 3),
        ('proposal', 'Proposal', 50, 'open', 14, 4),
        ('negotiation', 'Negotiation', 75, 'open', 14, 5),
        ('closed_won', 'Closed won', 100, 'won', null, 6),
        ('closed_lost', 'Closed lost', 0, 'lost', null, 7)
      ) as s(key, label, probability, category, rotting_days, position);

    call protect_tenant_table('deal_pipelines');
    call protect_tenant_table('deal_stages');
    call protect_tenant_table('deals');
    call protect_tenant_table('deal_contacts');
    call protect_tenant_table('deal_stage_entries');

    alter table notes add deal_id uuid;
    alter table notes drop constraint notes_one_subject;
    alter table notes add constraint notes_one_subject check (num_nonnulls(company_id, contact_id, deal_id) = 1);
    alter table notes add foreign key (tenant_id, deal_id) references deals;
    create index notes_deal on notes (tenant_id, deal_id, created_at desc, id desc) where deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    call forget_search_words('deal');
    delete from notes where deal_id is not null;
    alter table notes drop constraint notes_one_subject, drop column deal_id;
    alter table notes add constraint notes_one_subject check (num_nonnulls(company_id, contact_id) = 1);
    drop table deal_stage_entries, deal_contacts, deals, deal_stages, deal_pipelines;
  `);
}
