// Merges of companies and contacts with what an undo needs; the suppression list and the erasure of a person's traces.
import type { Knex } from 'knex';

/** The check of the primary rows of a contact, with further cases. */
function primaries(further: string): string {
  return `
    create or replace function check_contact_primaries() returns trigger language plpgsql as $$
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
        ${further}
      end into fault
      from contacts c where c.tenant_id = tenant and c.id = contact;
      if fault is not null then
        raise exception using errcode = 'check_violation', message = fault, table = 'contacts', constraint = 'contacts_in_step';
      end if;
      return null;
    end $$;`;
}

const COMPANY = `
        when c.company_id is distinct from (
          select a.company_id from contact_companies a
          where a.tenant_id = tenant and a.contact_id = contact and a.is_primary
        ) then 'company_id must equal the primary company'`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A row that was on its way to a record while that was merged away would be lost: the foreign key is content, since
    -- the row is still there. So the key asks once more, behind its own check, which has waited for the merge.
    create function refuse_merged() returns trigger language plpgsql as $$
    declare
      target uuid;
    begin
      -- Branches, not an expression: only the one that runs is planned, for the row type at hand.
      if tg_argv[0] = 'company_id' then target := new.company_id;
      elsif tg_argv[0] = 'contact_id' then target := new.contact_id;
      else target := (to_jsonb(new) ->> tg_argv[0])::uuid;
      end if;
      if tg_argv[1] = 'companies' then
        perform from companies c where c.tenant_id = new.tenant_id and c.id = target and c.merged_into_id is not null;
      else
        perform from contacts c where c.tenant_id = new.tenant_id and c.id = target and c.merged_into_id is not null;
      end if;
      if found then
        raise exception using errcode = 'foreign_key_violation', table = tg_table_name,
          constraint = tg_table_name || '_' || tg_argv[0] || '_merged', message = 'the record has been merged into another one';
      end if;
      return null;
    end $$;

    -- For every foreign key of a table to companies or contacts. Parts of a record (deleted with it) are written under
    -- its lock and need no second look. A test reads the system catalogue for a table that did not go through here.
    create procedure refuse_merged_references(name text) language plpgsql as $$
    declare
      reference record;
    begin
      for reference in
        select a.attname as field, con.confrelid::regclass::text as target from pg_constraint con
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[array_length(con.conkey, 1)]
        where con.contype = 'f' and con.conrelid = name::regclass and con.confdeltype <> 'c'
          and con.confrelid in ('companies'::regclass, 'contacts'::regclass) and a.attname <> 'merged_into_id'
      loop
        -- The name sorts behind those of PostgreSQL's own triggers, and so does the check.
        execute format('create trigger %I after insert or update of %I on %I for each row when (new.%I is not null)
          execute function refuse_merged(%L, %L)', name || '_' || reference.field || '_merged', reference.field, name,
          reference.field, reference.field, reference.target);
      end loop;
    end $$;

    do $$
    declare
      name text;
    begin
      for name in select distinct conrelid::regclass::text from pg_constraint
        where contype = 'f' and confrelid in ('companies'::regclass, 'contacts'::regclass)
      loop
        call refuse_merged_references(name);
      end loop;
    end $$;
  `);

  await knex.raw(`
    -- One check each for what can change apart, so that moving a contact to another company does not look at its
    -- addresses: a merge moves tens of thousands, and each is checked at the end of the transaction.
    drop trigger contact_companies_in_step on contact_companies;
    drop trigger contacts_in_step on contacts;
    ${primaries('')}
    create function check_contact_company() returns trigger language plpgsql as $$
    declare
      contact uuid;
      tenant uuid := coalesce(new.tenant_id, old.tenant_id);
    begin
      if tg_table_name = 'contacts' then contact := new.id;
      elsif tg_op = 'DELETE' then contact := old.contact_id;
      else contact := new.contact_id;
      end if;
      perform from contacts c
        left join contact_companies a on a.tenant_id = c.tenant_id and a.contact_id = c.id and a.is_primary
        where c.tenant_id = tenant and c.id = contact and c.company_id is distinct from a.company_id;
      if found then
        raise exception using errcode = 'check_violation', message = 'company_id must equal the primary company',
          table = 'contacts', constraint = 'contacts_in_step';
      end if;
      return null;
    end $$;
    create constraint trigger contacts_in_step after insert or update of email, phone on contacts
      deferrable initially deferred for each row execute function check_contact_primaries();
    create constraint trigger contact_companies_in_step after insert or update or delete on contact_companies
      deferrable initially deferred for each row execute function check_contact_company();
    create constraint trigger contacts_company_in_step after insert or update of company_id on contacts
      deferrable initially deferred for each row execute function check_contact_company();

    -- Every number that a company was ever known by finds it.
    call keep_search_words('company', 'client_numbers', array['number'], 'company_id');
  `);

  await knex.raw(`
    create table merges (
      tenant_id uuid not null references tenants,
      id uuid not null,
      -- The record that stayed and the one that went into it: two companies or two contacts.
      company_id uuid,
      duplicate_company_id uuid,
      contact_id uuid,
      duplicate_contact_id uuid,
      -- Field to {from, to}: what the merge wrote onto the record that stayed.
      filled jsonb not null,
      -- What the duplicate gave up: its own values, and its identifiers or ways to be reached as they were.
      released jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      undone_at timestamptz(3),
      undone_by jsonb,
      primary key (tenant_id, id),
      check (num_nonnulls(company_id, contact_id) = 1),
      check ((company_id is null) = (duplicate_company_id is null)),
      check ((contact_id is null) = (duplicate_contact_id is null)),
      check (company_id <> duplicate_company_id),
      check (contact_id <> duplicate_contact_id),
      check ((undone_at is null) = (undone_by is null))
    );
    alter table merges add foreign key (tenant_id, company_id) references companies;
    alter table merges add foreign key (tenant_id, duplicate_company_id) references companies;
    alter table merges add foreign key (tenant_id, contact_id) references contacts;
    alter table merges add foreign key (tenant_id, duplicate_contact_id) references contacts;
    create index merges_contact on merges (tenant_id, contact_id) where contact_id is not null;
    -- A record is merged away once at a time.
    create unique index merges_company_once on merges (tenant_id, duplicate_company_id) where undone_at is null;
    create unique index merges_contact_once on merges (tenant_id, duplicate_contact_id) where undone_at is null;
    call protect_tenant_table('merges', 'select, insert, update');

    -- Which rows of a table a merge moved, and which pairs it made one of.
    create table merge_moves (
      tenant_id uuid not null,
      merge_id uuid not null,
      -- table.column
      reference text not null,
      keys text[] not null default '{}',
      -- [{removed, kept, result}]: the row of the duplicate, that of the other record before and after.
      united jsonb not null default '[]',
      primary key (tenant_id, merge_id, reference),
      foreign key (tenant_id, merge_id) references merges on delete cascade
    );
    call protect_tenant_table('merge_moves');

    -- Addresses of erased people, as keyed digests: nobody reads them here, and a sender can ask whether one is among them.
    create table suppressions (
      tenant_id uuid not null references tenants,
      kind text not null check (kind in ('email', 'phone', 'profile')),
      digest text not null check (digest ~ '^[0-9a-f]{64}$'),
      reason text not null check (reason in ('erased')),
      created_at timestamptz(3) not null,
      primary key (tenant_id, kind, digest)
    );
    call protect_tenant_table('suppressions', 'select, insert');

    -- Audit entries and events are append-only for whoever serves a request. What they hold of an erased person goes by
    -- this one door, which opens for erased contacts only: that something happened stays, the values do not.
    create function erase_traces(contact_ids uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      erased uuid[];
      told uuid[];
      entries uuid[];
    begin
      select array_agg(c.id) into erased from contacts c
        where c.tenant_id = current_tenant() and c.id = any (contact_ids) and c.status = 'erased';
      -- What was written of them: notes, outcomes, activities on their timeline and the next steps out of these.
      with lines as (
        select l.activity_id as id from activity_links l
        where l.tenant_id = current_tenant() and l.entity = 'contact' and l.entity_id = any (erased)
      )
      select array_agg(id) into told from (
        select id from lines
        union all select i.id from action_items i where i.tenant_id = current_tenant() and i.activity_id in (select id from lines)
        union all select n.id from notes n where n.tenant_id = current_tenant() and n.contact_id = any (erased)
        union all select o.id from relationship_outcomes o where o.tenant_id = current_tenant() and o.contact_id = any (erased)
      ) as texts;
      select array_agg(e.id) into entries from audit_entries e
        where e.tenant_id = current_tenant() and (
          (e.target_type = 'contact' and e.target_id = any (erased))
          or e.target_type in ('note', 'activity', 'action_item', 'relationship_outcome') and e.target_id = any (told)
          -- A way to reach a contact that was removed is known by its line on the timeline alone.
          or e.id in (
            select m.id from activity_links l
            join activities a on a.tenant_id = l.tenant_id and a.id = l.activity_id
            join audit_entries m on m.tenant_id = a.tenant_id and m.occurred_at = a.occurred_at and m.action = a.event
            where l.tenant_id = current_tenant() and l.entity = 'contact' and l.entity_id = any (erased)
              and m.target_type = 'contact_method' and right(a.subject, length(m.target_label)) = m.target_label));
      update audit_entries e set
        target_label = null,
        changes = (select coalesce(jsonb_agg(jsonb_build_object('field', change -> 'field', 'from', '[erased]', 'to', '[erased]')), '[]')
          from jsonb_array_elements(e.changes) as change)
        where e.tenant_id = current_tenant() and e.id = any (entries);
      update events v set data = jsonb_build_object('object_type', v.object_type, 'object', jsonb_strip_nulls(jsonb_build_object(
          'id', v.data -> 'object' -> 'id', 'version', v.data -> 'object' -> 'version',
          'contact_id', v.data -> 'object' -> 'contact_id', 'erased', true)))
        where v.tenant_id = current_tenant() and (
          (v.object_type = 'contact' and v.object_id = any (erased))
          or (v.object_type in ('note', 'activity', 'action_item', 'relationship_outcome') and v.object_id = any (told))
          or v.data -> 'object' ->> 'contact_id' = any (erased::text[]));
    end $$;
    revoke execute on function erase_traces from public;
    grant execute on function erase_traces to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function erase_traces;
    drop table suppressions, merge_moves, merges;

    delete from search_sources where table_name = 'client_numbers';
    drop function add_client_numbers_words, change_client_numbers_words cascade;

    drop trigger contacts_company_in_step on contacts;
    drop trigger contact_companies_in_step on contact_companies;
    drop trigger contacts_in_step on contacts;
    drop function check_contact_company;
    ${primaries(COMPANY)}
    create constraint trigger contact_companies_in_step after insert or update or delete on contact_companies
      deferrable initially deferred for each row execute function check_contact_primaries();
    create constraint trigger contacts_in_step after insert or update of email, phone, company_id on contacts
      deferrable initially deferred for each row execute function check_contact_primaries();

    drop procedure refuse_merged_references;
    drop function refuse_merged cascade;
  `);
}
