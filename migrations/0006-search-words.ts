// The words that find a record: one way to keep them for any table (crm.md section 14, house.md section 4).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger companies_words_added on companies;
    drop trigger companies_words_set on companies;
    drop trigger company_identifiers_words_added on company_identifiers;
    drop trigger company_identifiers_words_set on company_identifiers;
    drop trigger contacts_words_added on contacts;
    drop trigger contacts_words_set on contacts;
    drop trigger contact_methods_words_added on contact_methods;
    drop trigger contact_methods_words_set on contact_methods;
    drop function add_company_words, set_company_words, company_words;
    drop function add_contact_words, set_contact_words, contact_words;
    drop function search_words;

    create extension if not exists pg_trgm schema public;

    -- As it was, in the language that PostgreSQL prepares once for a session and not for each statement.
    create or replace function fold(text) returns text language plpgsql immutable parallel safe strict
      as $$ begin return lower(public.unaccent('public.unaccent', normalize($1, NFKC))); end $$;

    -- The words of a text, folded; what prefix search matches. Signs of writing without spaces stand alone. Words may
    -- repeat, and be empty at both ends: who stores them drops that for many rows at once.
    create function search_words(written text) returns text[] language plpgsql immutable parallel safe strict as $$
    declare
      folded text := fold(written);
    begin
      if octet_length(folded) > length(folded) then
        folded := regexp_replace(folded, '([\\u2e80-\\u312f\\u31a0-\\ua4cf\\uf900-\\ufaff\\U00020000-\\U0003ffff])', ' \\1 ', 'g');
      end if;
      return regexp_split_to_array(folded, '[^[:alnum:]]+');
    end $$;

    -- The beginning of a name, as a token beside the words: no word begins with the sign, so words never match it.
    create function search_name(name text) returns text language sql immutable parallel safe as $$
      select '=' || left(fold(name), 60)
    $$;

    -- What a text asks for: the beginnings of words, or of a name where it is one sign or has no words.
    create function search_prefixes(written text) returns text[] language plpgsql immutable parallel safe strict as $$
    declare
      prefixes text[];
    begin
      if length(btrim(written)) > 1 then
        prefixes := array(select distinct left(word, 60) from unnest(search_words(written)) as word where word <> '');
      end if;
      if cardinality(prefixes) > 0 then return prefixes; end if;
      return array[search_name(btrim(written))];
    end $$;

    -- The records that have two prefixes, by reading both lists: the way where each is long and few records have both.
    create function search_both(tenant uuid, kind text, one text, two text) returns setof uuid language sql stable
      set enable_nestloop = off as $$
      select s.record_id from search_tokens s
        where s.tenant_id = tenant and s.entity = kind and s.token >= one and s.token < one || chr(1114111)
      intersect
      select s.record_id from search_tokens s
        where s.tenant_id = tenant and s.entity = kind and s.token >= two and s.token < two || chr(1114111)
    $$;

    -- The records that have every prefix; null where there are more than "most". Begins at the rarest prefix.
    create function search_ids(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
    declare
      last constant text := chr(1114111);
      ids uuid[];
    begin
      if cardinality(prefixes) > 1 then
        prefixes := array(
          select prefix from unnest(prefixes) as prefix
          order by (select count(*) from (
            select from search_tokens s
            where s.tenant_id = tenant and s.entity = kind and s.token >= prefix and s.token < prefix || last
            limit most * 2) as reached), length(prefix) desc);
      end if;
      ids := array(
        select s.record_id from search_tokens s
        where s.tenant_id = tenant and s.entity = kind and s.token >= prefixes[1] and s.token < prefixes[1] || last
        limit most * 2);
      if cardinality(ids) < most * 2 then
        return array(select distinct id from unnest(ids) as id where not exists (
            select from unnest(prefixes[2:]) as prefix
            where not exists (
              select from search_tokens o
              where o.tenant_id = tenant and o.entity = kind and o.record_id = id and o.token >= prefix and o.token < prefix || last)));
      end if;
      if cardinality(prefixes) = 1 then return null; end if;

      -- Two long lists: where many records have both, the first of the list soon show it.
      ids := array(
        select record_id from (
          select s.record_id from search_tokens s
          where s.tenant_id = tenant and s.entity = kind and s.token >= prefixes[1] and s.token < prefixes[1] || last
          limit most * 2) as first
        where not exists (
            select from unnest(prefixes[2:]) as prefix
            where not exists (
              select from search_tokens o
              where o.tenant_id = tenant and o.entity = kind and o.record_id = first.record_id and o.token >= prefix and o.token < prefix || last)));
      if cardinality(ids) > most / 4 then
        ids := array(
          select record_id from (
            select s.record_id from search_tokens s
            where s.tenant_id = tenant and s.entity = kind and s.token >= prefixes[1] and s.token < prefixes[1] || last
            limit most * 10) as first
          where not exists (
            select from unnest(prefixes[2:]) as prefix
            where not exists (
              select from search_tokens o
              where o.tenant_id = tenant and o.entity = kind and o.record_id = first.record_id and o.token >= prefix and o.token < prefix || last)) limit most * 2);
        if cardinality(ids) = most * 2 then return null; end if;
      end if;
      ids := array(
        select id from search_both(tenant, kind, prefixes[1], prefixes[2]) as id
        where not exists (
            select from unnest(prefixes[3:]) as prefix
            where not exists (
              select from search_tokens o
              where o.tenant_id = tenant and o.entity = kind and o.record_id = id and o.token >= prefix and o.token < prefix || last)) limit most + 1);
      return case when cardinality(ids) <= most then ids end;
    end $$;

    -- Whether a text has a word that begins with one of the prefixes, or is the name that they say.
    create function search_matches(written text, prefixes text[]) returns boolean language plpgsql immutable parallel safe as $$
    begin
      return exists (
        select from unnest(search_words(written) || search_name(written)) as word, unnest(prefixes) as prefix
        where starts_with(word, prefix));
    end $$;

    -- The records whose words are like the prefixes (trigrams, 0.3 and above) where none begins with them. Looks at the
    -- words that begin with the same two letters, a bounded number of them: an index on trigrams would be written with
    -- every record and be read ever longer as they grow.
    create function search_similar(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
    declare
      last constant text := chr(1114111);
      prefix text;
      seen text;
      near text[];
      kept uuid[];
    begin
      for prefix in select p from unnest(prefixes) as p order by length(p) desc loop
        if prefix !~ '^[[:alpha:]]{3}' then return '{}'; end if;
        seen := left(prefix, 2);
        near := '{}';
        for step in 1..2000 loop
          select s.token into seen from search_tokens s
            where s.tenant_id = tenant and s.entity = kind and s.token > seen and s.token < left(prefix, 2) || last
            order by s.token limit 1;
          exit when seen is null;
          if similarity(seen, prefix) >= 0.3 then near := near || seen; end if;
        end loop;
        near := array(select word from unnest(near) as word order by similarity(word, prefix) desc limit 10);
        if kept is null then
          kept := array(
            select found.record_id from unnest(near) with ordinality as n (word, nr), lateral (
              select s.record_id from search_tokens s
              where s.tenant_id = tenant and s.entity = kind and s.token = n.word limit most) as found
            order by nr limit most);
        else
          kept := array(
            select id from unnest(kept) as id
            where exists (
              select from search_tokens s
              where s.tenant_id = tenant and s.entity = kind and s.record_id = id and s.token = any (near)));
        end if;
      end loop;
      return kept;
    end $$;

    -- What is searchable: the columns of a record's own table, the name first, and those of tables that hang on it.
    create table search_sources (
      entity text not null,
      table_name text not null,
      -- The column that holds the id of the record.
      record_key text not null,
      columns text[] not null,
      position int not null generated always as identity,
      primary key (entity, table_name)
    );

    -- The words of one row of a source, as a query on the row of that name.
    create function search_words_of(source search_sources, alias text) returns text language sql stable as $$
      select format('select left(word, 60) from unnest(search_words(%s)) as word where word <> ''''', string_agg(format('coalesce(%I.%I, '''')', alias, name), ' || '' '' || '))
        || case when source.record_key = 'id' then format(' union all select search_name(%I.%I)', alias, source.columns[1]) else '' end
      from unnest(source.columns) as name
    $$;

    -- Keeps the words of a table in search_tokens. The first call for an entity names the table of its records; further
    -- ones name tables whose rows belong to a record, with the column that says to which.
    --   call keep_search_words('company', 'companies', array['name', 'legal_name'])
    --   call keep_search_words('company', 'company_identifiers', array['value'], 'company_id')
    -- New rows add their words, a statement at a time; a change makes the stored words equal to what they should be.
    create procedure keep_search_words(entity text, table_name text, columns text[], record_key text default 'id') language plpgsql as $$
    declare
      source search_sources;
      records text;
      words text;
    begin
      insert into search_sources (entity, table_name, record_key, columns) values ($1, $2, $4, $3) returning * into source;
      select s.table_name into records from search_sources s where s.entity = $1 order by position limit 1;
      select string_agg(
          case when s.record_key = 'id' then search_words_of(s, 'subject')
            else format('select word from %I n, lateral (%s) as words (word) where n.tenant_id = subject.tenant_id and n.%I = subject.id',
              s.table_name, search_words_of(s, 'n'), s.record_key) end,
          ' union all ' order by s.position)
        into words from search_sources s where s.entity = $1;

      execute format($body$
        create or replace function %1$I(subject %2$I) returns text[] language plpgsql stable as $made$
        begin
          if subject.deleted_at is not null then return '{}'; end if;
          return array(select distinct word from (%3$s) as words (word));
        end $made$ $body$, $1 || '_words', records, words);
      execute format($body$
        create or replace function %1$I(subject %2$I) returns void language plpgsql as $made$
        declare
          fresh text[] := %3$I(subject);
        begin
          delete from search_tokens s
            where s.tenant_id = subject.tenant_id and s.entity = %4$L and s.record_id = subject.id and s.token <> all (fresh);
          insert into search_tokens (tenant_id, entity, token, record_id)
            select subject.tenant_id, %4$L, word, subject.id from unnest(fresh) as word on conflict do nothing;
        end $made$ $body$, 'set_' || $1 || '_words', records, $1 || '_words', $1);

      execute format($body$
        create function %1$I() returns trigger language plpgsql as $made$
        begin
          insert into search_tokens (tenant_id, entity, token, record_id)
            select n.tenant_id, %2$L, word, n.%3$I from added n, lateral (%4$s) as words (word)%5$s on conflict do nothing;
          return null;
        end $made$ $body$, 'add_' || $2 || '_words', $1, $4, search_words_of(source, 'n'), case when $4 = 'id' then ' where n.deleted_at is null' end);
      execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function %I()',
        $2 || '_words_added', $2, 'add_' || $2 || '_words');
      execute format($body$
        create function %1$I() returns trigger language plpgsql as $made$
        begin
          perform %2$I(r) from %3$I r where r.tenant_id = old.tenant_id and r.id in (old.%4$I, new.%4$I);
          return null;
        end $made$ $body$, 'change_' || $2 || '_words', 'set_' || $1 || '_words', records, $4);
      if $4 = 'id' then columns := columns || 'deleted_at'::text; else columns := columns || $4; end if;
      execute format('create trigger %I after update on %I for each row when ((%s) is distinct from (%s)) execute function %I()',
        $2 || '_words_changed', $2, (select string_agg(format('old.%I', name), ', ') from unnest(columns) as name),
        (select string_agg(format('new.%I', name), ', ') from unnest(columns) as name), 'change_' || $2 || '_words');
      if $4 = 'id' then
        execute format('create trigger %I after delete on %I referencing old table as removed for each statement execute function remove_search_words(%L)',
          $2 || '_words_removed', $2, $1);
      else
        execute format('create trigger %I after delete on %I for each row execute function %I()',
          $2 || '_words_removed', $2, 'change_' || $2 || '_words');
      end if;
    end $$;

    create function remove_search_words() returns trigger language plpgsql as $$
    begin
      delete from search_tokens s using removed n
        where s.tenant_id = n.tenant_id and s.entity = tg_argv[0] and s.record_id = n.id;
      return null;
    end $$;

    -- For the way back of a migration, before its tables go.
    create procedure forget_search_words(entity text) language plpgsql as $$
    declare
      source search_sources;
    begin
      for source in delete from search_sources s where s.entity = $1 returning * loop
        execute format('drop function %I, %I cascade', 'add_' || source.table_name || '_words', 'change_' || source.table_name || '_words');
        execute format('drop trigger if exists %I on %I', source.table_name || '_words_removed', source.table_name);
      end loop;
      execute format('drop function %I, %I', 'set_' || $1 || '_words', $1 || '_words');
      delete from search_tokens s where s.entity = $1;
    end $$;

    call keep_search_words('company', 'companies', array['name', 'legal_name', 'client_id']);
    call keep_search_words('company', 'company_identifiers', array['value', 'value_unicode'], 'company_id');
    call keep_search_words('contact', 'contacts', array['display_name', 'middle_name', 'title']);
    call keep_search_words('contact', 'contact_methods', array['value'], 'contact_id');
  `);
  await knex.raw(onEveryWorkspace(REBUILD));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    call forget_search_words('company');
    call forget_search_words('contact');
    drop procedure keep_search_words, forget_search_words;
    drop function remove_search_words, search_words_of, search_similar, search_matches, search_ids, search_both, search_prefixes, search_name, search_words;
    drop table search_sources;
    drop extension pg_trgm;
    create or replace function fold(text) returns text language sql immutable parallel safe strict
      as $$ select lower(public.unaccent('public.unaccent', normalize($1, NFKC))) $$;

    -- Word tokens of a text, folded; what prefix search matches.
    create function search_words(variadic texts text[]) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct left(word, 60)), '{}')
      from unnest(texts) as t(value), regexp_split_to_table(fold(coalesce(value, '')), '[^[:alnum:]]+') as word
      where word <> ''
    $$;

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
  await knex.raw(onEveryWorkspace(REBUILD));
}

const REBUILD = `
  truncate search_tokens;
  insert into search_tokens (tenant_id, entity, token, record_id)
    select r.tenant_id, 'company', word, r.id from companies r, unnest(company_words(r)) as word;
  insert into search_tokens (tenant_id, entity, token, record_id)
    select r.tenant_id, 'contact', word, r.id from contacts r, unnest(contact_words(r)) as word;
`;

/** Lets the owner of the tables, whom row-level security binds too, see all rows for the time of a statement. */
function onEveryWorkspace(statement: string): string {
  const tables = ['search_tokens', 'companies', 'company_identifiers', 'contacts', 'contact_methods'];
  const forced = (word: string) =>
    tables.map((table) => `alter table ${table} ${word} row level security;`).join('\n');
  return `${forced('no force')} ${statement} ${forced('force')}`;
}
