// Contacts, the ways to reach them, the companies they belong to (service.md 2.5, 2.6; crm.md section 4).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table contacts (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      prefix text,
      first_name text,
      middle_name text,
      last_name text,
      suffix text,
      display_name text not null,
      -- The primary methods, kept equal to contact_methods by the service and checked by a trigger there.
      email text,
      phone text,
      title text,
      department text,
      timezone text,
      locale text,
      address jsonb,
      linkedin_url text,
      company_id uuid,
      company_link text check (company_link in ('manual', 'auto_domain')),
      owner_user_id uuid references users,
      source text not null check (source in ('manual', 'import', 'api', 'agent', 'email', 'enrichment')),
      status text not null default 'active' check (status in ('active', 'inactive', 'left_company', 'erased')),
      do_not_contact boolean not null default false,
      consent jsonb not null default '{}',
      relationship_intent text check (length(relationship_intent) <= 2000),
      interests text[] check (cardinality(interests) <= 30),
      context_notes text check (length(context_notes) <= 20000),
      desired_cadence_days int check (desired_cadence_days between 1 and 730),
      preferred_channel text check (preferred_channel in ('email', 'phone', 'sms', 'chat', 'video', 'in_person', 'social')),
      steward_user_id uuid references users,
      merged_into_id uuid,
      tags text[] not null default '{}' check (cardinality(tags) <= 50),
      custom_fields jsonb not null default '{}',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id)
    );
    alter table contacts add foreign key (tenant_id, company_id) references companies;
    alter table contacts add foreign key (tenant_id, merged_into_id) references contacts;
    create index contacts_recent on contacts (tenant_id, updated_at desc, id desc) where deleted_at is null;
    create index contacts_name on contacts (tenant_id, display_name, id) where deleted_at is null;
    create index contacts_created on contacts (tenant_id, created_at, id) where deleted_at is null;
    create index contacts_company on contacts (tenant_id, company_id, updated_at desc, id desc) where deleted_at is null;
    create index contacts_owner on contacts (tenant_id, owner_user_id) where owner_user_id is not null;
    create index contacts_steward on contacts (tenant_id, steward_user_id) where steward_user_id is not null;
    create index contacts_tags on contacts using gin (tags);
    call protect_tenant_table('contacts');

    create table contact_methods (
      tenant_id uuid not null references tenants,
      id uuid not null,
      contact_id uuid not null,
      kind text not null check (kind in ('email', 'phone', 'profile')),
      value text not null,
      -- What was typed, where normalization changed it.
      original text,
      label text check (label in ('work', 'home', 'mobile', 'other')),
      network text,
      is_primary boolean not null,
      is_valid boolean not null default true,
      is_shared boolean not null default false,
      -- Follows the contact: a deleted contact holds no address.
      live boolean not null default true,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    alter table contact_methods add foreign key (tenant_id, contact_id) references contacts on delete cascade;
    create unique index contact_methods_email on contact_methods (tenant_id, value) where kind = 'email' and live and not is_shared;
    create unique index contact_methods_once on contact_methods (tenant_id, contact_id, kind, value);
    create unique index contact_methods_primary on contact_methods (tenant_id, contact_id, kind) where is_primary;
    create index contact_methods_contact on contact_methods (tenant_id, contact_id, created_at, id);
    create index contact_methods_value on contact_methods (tenant_id, kind, value);
    call protect_tenant_table('contact_methods');

    create table contact_companies (
      tenant_id uuid not null references tenants,
      contact_id uuid not null,
      company_id uuid not null,
      role text check (length(role) <= 120),
      title text check (length(title) <= 120),
      is_primary boolean not null default false,
      started_on date,
      ended_on date,
      source text not null default 'manual' check (source in ('manual', 'import', 'api', 'agent', 'auto_domain', 'domain_match', 'merge')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, contact_id, company_id),
      check (ended_on >= started_on)
    );
    alter table contact_companies add foreign key (tenant_id, contact_id) references contacts on delete cascade;
    alter table contact_companies add foreign key (tenant_id, company_id) references companies;
    create unique index contact_companies_primary on contact_companies (tenant_id, contact_id) where is_primary;
    create index contact_companies_company on contact_companies (tenant_id, company_id, contact_id);
    call protect_tenant_table('contact_companies');

    create function check_contact_primaries() returns trigger language plpgsql as $$
    declare
      contact uuid;
      tenant uuid := coalesce(new.tenant_id, old.tenant_id);
      fault text;
    begin
      -- Branches, not an expression: the row types differ, and only the branch that runs is planned.
      if tg_table_name = 'contacts' then contact := new.id;
      elsif tg_op = 'DELETE' then contact := old.contact_id;
      else contact := new.contact_id;
      end if;
      select case
        when exists (
          select from contact_methods m where m.tenant_id = tenant and m.contact_id = contact
          group by m.kind having count(*) filter (where m.is_primary) <> 1
        ) then 'one method of each kind must be primary'
        when c.email is distinct from (
          select m.value from contact_methods m
          where m.tenant_id = tenant and m.contact_id = contact and m.kind = 'email' and m.is_primary
        ) then 'email must equal the primary email'
        when c.phone is distinct from (
          select m.value from contact_methods m
          where m.tenant_id = tenant and m.contact_id = contact and m.kind = 'phone' and m.is_primary
        ) then 'phone must equal the primary phone'
        when c.company_id is distinct from (
          select a.company_id from contact_companies a
          where a.tenant_id = tenant and a.contact_id = contact and a.is_primary
        ) then 'company_id must equal the primary company'
      end into fault
      from contacts c where c.tenant_id = tenant and c.id = contact;
      if fault is not null then
        raise exception using errcode = 'check_violation', message = fault, table = 'contacts', constraint = 'contacts_in_step';
      end if;
      return null;
    end $$;
    create constraint trigger contact_methods_in_step after insert or update or delete on contact_methods
      deferrable initially deferred for each row execute function check_contact_primaries();
    create constraint trigger contact_companies_in_step after insert or update or delete on contact_companies
      deferrable initially deferred for each row execute function check_contact_primaries();
    create constraint trigger contacts_in_step after insert or update of email, phone, company_id on contacts
      deferrable initially deferred for each row execute function check_contact_primaries();

    -- What finds a record: the words of its own fields and of its methods. New rows add words, a statement at a
    -- time; a change or removal makes the stored words equal to what they should be.
    create function contact_words(c contacts) returns text[] language sql stable as $$
      select case when c.deleted_at is not null then '{}' else search_words(variadic
        array[c.display_name, c.middle_name, c.title] || (
          select coalesce(array_agg(written), '{}') from contact_methods k, unnest(array[k.value]) as written
          where k.tenant_id = c.tenant_id and k.contact_id = c.id)) end
    $$;
    create function add_contact_words() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'contacts' then
        insert into search_tokens (tenant_id, entity, token, record_id)
          select n.tenant_id, 'contact', word, n.id from added n, unnest(search_words(n.display_name, n.middle_name, n.title)) as word
          where n.deleted_at is null on conflict do nothing;
      else
        insert into search_tokens (tenant_id, entity, token, record_id)
          select n.tenant_id, 'contact', word, n.contact_id from added n, unnest(search_words(n.value)) as word
          where n.live on conflict do nothing;
      end if;
      return null;
    end $$;
    create function set_contact_words() returns trigger language plpgsql as $$
    declare
      contact contacts;
      fresh text[];
    begin
      if tg_table_name = 'contacts' then contact := new;
      else select * into contact from contacts c where c.tenant_id = old.tenant_id and c.id = old.contact_id;
      end if;
      -- Removed together with its record, whose words go by themselves.
      if contact.id is null then return null; end if;
      fresh := contact_words(contact);
      delete from search_tokens s
        where s.tenant_id = contact.tenant_id and s.entity = 'contact' and s.record_id = contact.id and s.token <> all (fresh);
      insert into search_tokens (tenant_id, entity, token, record_id)
        select contact.tenant_id, 'contact', word, contact.id from unnest(fresh) as word on conflict do nothing;
      return null;
    end $$;
    create trigger contacts_words_added after insert on contacts referencing new table as added
      for each statement execute function add_contact_words();
    create trigger contact_methods_words_added after insert on contact_methods referencing new table as added
      for each statement execute function add_contact_words();
    create trigger contacts_words_set after update of display_name, middle_name, title, deleted_at on contacts
      for each row execute function set_contact_words();
    create trigger contact_methods_words_set after update of value or delete on contact_methods
      for each row execute function set_contact_words();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function contact_words;
    drop table contact_companies, contact_methods, contacts;
    drop function check_contact_primaries, add_contact_words, set_contact_words;
  `);
}
