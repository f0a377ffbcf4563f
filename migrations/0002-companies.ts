// Companies and their identifiers: the canonical organization record (service.md 2.2, 2.3).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table companies (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      name text not null check (length(name) between 1 and 255),
      legal_name text check (length(legal_name) <= 255),
      -- The primary identifiers, kept equal to company_identifiers by the service and checked by a trigger there.
      website text,
      domain text,
      client_id text check (client_id ~ '^[A-Z0-9][A-Z0-9._/-]{0,31}$'),
      client_status text check (client_status in ('onboarding', 'active', 'at_risk', 'paused', 'churned', 'former')),
      company_type text not null default 'prospect'
        check (company_type in ('prospect', 'client', 'partner', 'vendor', 'investor', 'competitor', 'other')),
      industry text,
      description text,
      phone text,
      linkedin_url text,
      address jsonb,
      employee_count int check (employee_count between 0 and 10000000),
      annual_revenue numeric(20, 4) check (annual_revenue >= 0),
      revenue_currency text check (revenue_currency ~ '^[A-Z]{3}$'),
      owner_user_id uuid references users,
      parent_company_id uuid,
      source text not null check (source in ('manual', 'import', 'api', 'agent', 'client_create', 'email', 'enrichment')),
      merged_into_id uuid,
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      custom_fields jsonb not null default '{}',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      check ((annual_revenue is null) = (revenue_currency is null)),
      check (parent_company_id <> id)
    );
    alter table companies add foreign key (tenant_id, parent_company_id) references companies;
    alter table companies add foreign key (tenant_id, merged_into_id) references companies;
    create unique index companies_client_number on companies (tenant_id, client_id) where deleted_at is null;
    create index companies_recent on companies (tenant_id, updated_at desc, id desc) where deleted_at is null;
    create index companies_name on companies (tenant_id, name, id) where deleted_at is null;
    create index companies_created on companies (tenant_id, created_at, id) where deleted_at is null;
    create index companies_parent on companies (tenant_id, parent_company_id) where parent_company_id is not null;
    create index companies_owner on companies (tenant_id, owner_user_id) where owner_user_id is not null;
    create index companies_tags on companies using gin (tags);
    call protect_tenant_table('companies');

    create table company_identifiers (
      tenant_id uuid not null references tenants,
      id uuid not null,
      company_id uuid not null,
      identifier_type text not null check (identifier_type in ('website', 'email_domain')),
      value text not null check (length(value) <= 253),
      value_unicode text not null,
      label text check (length(label) <= 60),
      is_primary boolean not null,
      source text not null check (source in ('manual', 'api', 'import', 'client_create', 'merge', 'enrichment', 'compat_field')),
      metadata jsonb not null default '{}',
      -- Follows the company: a deleted company holds no value (crm.md section 0).
      live boolean not null default true,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    alter table company_identifiers add foreign key (tenant_id, company_id) references companies on delete cascade;
    create unique index company_identifiers_value on company_identifiers (tenant_id, identifier_type, value) where live;
    create unique index company_identifiers_primary on company_identifiers (tenant_id, company_id, identifier_type) where is_primary;
    create index company_identifiers_company on company_identifiers (tenant_id, company_id, created_at, id);
    call protect_tenant_table('company_identifiers');

    -- A number once issued never goes to another company except by merge (crm.md section 2).
    create table client_numbers (
      tenant_id uuid not null references tenants,
      number text not null,
      company_id uuid not null,
      issued_at timestamptz(3) not null,
      primary key (tenant_id, number)
    );
    alter table client_numbers add foreign key (tenant_id, company_id) references companies;
    create index client_numbers_company on client_numbers (tenant_id, company_id);
    call protect_tenant_table('client_numbers');

    create function check_primary_identifiers() returns trigger language plpgsql as $$
    declare
      company uuid;
      tenant uuid := coalesce(new.tenant_id, old.tenant_id);
      fault text;
    begin
      -- Branches, not an expression: the row types differ, and only the branch that runs is planned.
      if tg_table_name = 'companies' then company := new.id;
      elsif tg_op = 'DELETE' then company := old.company_id;
      else company := new.company_id;
      end if;
      select case
        when exists (
          select from company_identifiers i where i.tenant_id = tenant and i.company_id = company
          group by i.identifier_type having count(*) filter (where i.is_primary) <> 1
        ) then 'one identifier of each type must be primary'
        when c.website is distinct from (
          select i.value from company_identifiers i
          where i.tenant_id = tenant and i.company_id = company and i.identifier_type = 'website' and i.is_primary
        ) then 'website must equal the primary website'
        when c.domain is distinct from (
          select i.value from company_identifiers i
          where i.tenant_id = tenant and i.company_id = company and i.identifier_type = 'email_domain' and i.is_primary
        ) then 'domain must equal the primary email domain'
      end into fault
      from companies c where c.tenant_id = tenant and c.id = company;
      if fault is not null then
        raise exception using errcode = 'check_violation', message = fault, table = 'company_identifiers',
          constraint = 'company_identifiers_in_step';
      end if;
      return null;
    end $$;
    -- Deferred: a change of primary passes through states that do not hold.
    create constraint trigger company_identifiers_in_step after insert or update or delete on company_identifiers
      deferrable initially deferred for each row execute function check_primary_identifiers();
    create constraint trigger companies_in_step after insert or update of website, domain on companies
      deferrable initially deferred for each row execute function check_primary_identifiers();

    -- What finds a record: the words of its own fields and of its identifiers. New rows add words, a statement at a
    -- time; a change or removal makes the stored words equal to what they should be.
    create function company_words(c companies) returns text[] language sql stable as $$
      select case when c.deleted_at is not null then '{}' else search_words(variadic
        array[c.name, c.legal_name, c.client_id] || (
          select coalesce(array_agg(written), '{}') from company_identifiers k, unnest(array[k.value, k.value_unicode]) as written
          where k.tenant_id = c.tenant_id and k.company_id = c.id)) end
    $$;
    create function add_company_words() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'companies' then
        insert into search_tokens (tenant_id, entity, token, record_id)
          select n.tenant_id, 'company', word, n.id from added n, unnest(search_words(n.name, n.legal_name, n.client_id)) as word
          where n.deleted_at is null on conflict do nothing;
      else
        insert into search_tokens (tenant_id, entity, token, record_id)
          select n.tenant_id, 'company', word, n.company_id from added n, unnest(search_words(n.value, n.value_unicode)) as word
          where n.live on conflict do nothing;
      end if;
      return null;
    end $$;
    create function set_company_words() returns trigger language plpgsql as $$
    declare
      company companies;
      fresh text[];
    begin
      if tg_table_name = 'companies' then company := new;
      else select * into company from companies c where c.tenant_id = old.tenant_id and c.id = old.company_id;
      end if;
      -- Removed together with its record, whose words go by themselves.
      if company.id is null then return null; end if;
      fresh := company_words(company);
      delete from search_tokens s
        where s.tenant_id = company.tenant_id and s.entity = 'company' and s.record_id = company.id and s.token <> all (fresh);
      insert into search_tokens (tenant_id, entity, token, record_id)
        select company.tenant_id, 'company', word, company.id from unnest(fresh) as word on conflict do nothing;
      return null;
    end $$;
    create trigger companies_words_added after insert on companies referencing new table as added
      for each statement execute function add_company_words();
    create trigger company_identifiers_words_added after insert on company_identifiers referencing new table as added
      for each statement execute function add_company_words();
    create trigger companies_words_set after update of name, legal_name, client_id, deleted_at on companies
      for each row execute function set_company_words();
    create trigger company_identifiers_words_set after update of value or delete on company_identifiers
      for each row execute function set_company_words();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function company_words;
    drop table client_numbers, company_identifiers, companies;
    drop function check_primary_identifiers, add_company_words, set_company_words;
  `);
}
