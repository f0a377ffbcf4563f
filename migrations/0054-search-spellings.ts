// Words are stored in every spelling that people use (ü, ue, u), and telephone numbers with each of their endings.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(SPELLINGS);
  await knex.raw(`
    -- As before, and another spelling of a name is another token.
    create or replace function search_words_of(source search_sources, alias text) returns text language sql stable as $$
      select format('select left(word, 60) from unnest(search_words(%s)) as word where word <> ''''', string_agg(format('coalesce(%I.%I, '''')', alias, name), ' || '' '' || '))
        || case when source.record_key = 'id' then format(' union all select unnest(search_names(%I.%I))', alias, source.columns[1]) else '' end
      from unnest(source.columns) as name
    $$;
    ${WRITE_FUNCTIONS}
    ${KEEP_WORDS}
  `);
  for (const kind of await kinds(knex)) await knex.raw('call write_search_functions(?)', [kind]);
  await onEveryWorkspace(knex, addSpellings);
}

const SPELLINGS = `
  -- Some capitals are only folded as small letters. ASCII has nothing to fold.
  create or replace function fold(text) returns text language plpgsql immutable parallel safe strict as $$
  begin
    if octet_length($1) = length($1) then return lower($1); end if;
    return lower(public.unaccent('public.unaccent', lower(normalize($1, NFKC))));
  end $$;

  -- A folded text in which ae, oe and ue became a, o and u.
  create function contract_umlauts(folded text) returns text language sql immutable parallel safe strict
    return regexp_replace(folded, '([aou])e', '\\1', 'g');

  -- Whether a text has a letter that is also written with an e: ä, ö, ü, ø.
  create function has_umlauts(written text) returns boolean language plpgsql immutable parallel safe strict as $$
  begin
    return octet_length(written) > length(written) and normalize(written, NFKC) ~* '[äöüø]';
  end $$;

  -- The folded spellings of a text: "Müller" is muller and mueller, "Mueller" is mueller and muller.
  create function spellings(written text) returns text[] language plpgsql immutable parallel safe strict as $$
  declare
    folded text := fold(written);
    found text[] := array[folded];
  begin
    if has_umlauts(written) then
      found := found || fold(replace(replace(replace(replace(lower(normalize(written, NFKC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'));
    end if;
    if folded ~ '[aou]e' then found := found || contract_umlauts(folded); end if;
    return found;
  end $$;

  -- The spelling in which a text is searched for. Every stored text with an umlaut, or with the two letters that stand
  -- for one, also has its contracted spelling.
  create function searched_spelling(written text) returns text language plpgsql immutable parallel safe strict as $$
  begin
    return case when has_umlauts(written) then contract_umlauts(fold(written)) else fold(written) end;
  end $$;

  -- The words of a folded text. Signs of writing without spaces stand alone. Words may repeat, and be empty at both ends.
  create function split_words(folded text) returns text[] language plpgsql immutable parallel safe strict as $$
  begin
    if octet_length(folded) > length(folded) then
      folded := regexp_replace(folded, '([\\u2e80-\\u312f\\u31a0-\\ua4cf\\uf900-\\ufaff\\U00020000-\\U0003ffff])', ' \\1 ', 'g');
    end if;
    return regexp_split_to_array(folded, '[^[:alnum:]]+');
  end $$;

  -- What is stored of a text: its words in all spellings, and the endings of the telephone numbers in it, because people
  -- write these without the country or the area.
  create or replace function search_words(written text) returns text[] language plpgsql immutable parallel safe strict as $$
  declare
    spelling text;
    digits text;
    words text[] := '{}';
  begin
    foreach spelling in array spellings(written) loop
      words := words || split_words(spelling);
    end loop;
    if strpos(written, '+') > 0 then
      for digits in select number[1] from regexp_matches(written, '(\\?:^|\\s)\\+(\\d{7,15})(\\?!\\S)', 'g') as number loop
        words := words || array(select substr(digits, start) from generate_series(2, length(digits) - 3) as start);
      end loop;
    end if;
    return words;
  end $$;

  -- As before, in the spelling that is searched for.
  create or replace function search_name(name text) returns text language sql immutable parallel safe
    as $$ select '=' || left(searched_spelling(name), 60) $$;

  -- The beginnings of a name in all spellings, as stored.
  create function search_names(name text) returns text[] language sql immutable parallel safe
    as $$ select array(select distinct '=' || left(spelling, 60) from unnest(spellings(name)) as spelling) $$;

  -- As before, in the spelling that is searched for.
  create or replace function search_prefixes(written text) returns text[] language plpgsql immutable parallel safe strict as $$
  declare
    prefixes text[];
  begin
    if length(btrim(written)) > 1 then
      prefixes := array(
        select distinct left(word, 60) from unnest(split_words(searched_spelling(written))) as word where word <> '');
    end if;
    if cardinality(prefixes) > 0 then return prefixes; end if;
    return array[search_name(btrim(written))];
  end $$;

  -- The prefixes of a text; for a telephone number, its digits if a record has them. "numbers" are its possible forms.
  create function search_prefixes(tenant uuid, kinds text[], written text, numbers text[]) returns text[] language plpgsql stable as $$
  declare
    number text;
  begin
    foreach number in array coalesce(numbers, '{}') loop
      if exists (
        select from search_tokens s
        where s.tenant_id = tenant and s.entity = any (kinds) and s.token >= number and s.token < number || chr(1114111)) then
        return array[number];
      end if;
    end loop;
    return search_prefixes(written);
  end $$;

  -- Whether a text has a word that begins with one of the prefixes, or is the name that they say.
  create or replace function search_matches(written text, prefixes text[]) returns boolean language plpgsql immutable parallel safe as $$
  begin
    return exists (
      select from unnest(search_words(written) || search_names(written)) as word, unnest(prefixes) as prefix
      where starts_with(word, prefix));
  end $$;
`;

const WRITE_FUNCTIONS = `
  -- Writes the functions that compute and store the words of one kind of record, from its current sources.
  create or replace procedure write_search_functions(kind text) language plpgsql as $$
  declare
    source search_sources;
    records text;
    words text;
  begin
    select s.table_name into records from search_sources s where s.entity = kind order by position limit 1;
    select string_agg(
        case when s.record_key = 'id' then search_words_of(s, 'subject')
          else format('select word from %I n, lateral (%s) as words (word) where n.tenant_id = subject.tenant_id and n.%I = subject.id',
            s.table_name, search_words_of(s, 'n'), s.record_key) end,
        ' union all ' order by s.position)
      into words from search_sources s where s.entity = kind;
    execute format($body$
      create or replace function %1$I(subject %2$I) returns text[] language plpgsql stable as $made$
      begin
        return array(select distinct word from (%3$s) as words (word));
      end $made$ $body$, kind || '_words', records, words);
    execute format($body$
      create or replace function %1$I(subject %2$I) returns void language plpgsql as $made$
      declare
        fresh text[] := %3$I(subject);
        wanted text := case when subject.deleted_at is null then %4$L else %5$L end;
      begin
        delete from search_tokens s
          where s.tenant_id = subject.tenant_id and s.entity in (%4$L, %5$L) and s.record_id = subject.id
            and (s.entity <> wanted or s.token <> all (fresh));
        insert into search_tokens (tenant_id, entity, token, record_id)
          select subject.tenant_id, wanted, word, subject.id from unnest(fresh) as word on conflict do nothing;
      end $made$ $body$, 'set_' || kind || '_words', records, kind || '_words', kind, kind || '.deleted');
    for source in select * from search_sources s where s.entity = kind loop
      execute format($body$
        create or replace function %1$I() returns trigger language plpgsql as $made$
        begin
          insert into search_tokens (tenant_id, entity, token, record_id)
            select n.tenant_id, %2$L, word, n.%3$I from added n, lateral (%4$s) as words (word)%5$s on conflict do nothing;
          return null;
        end $made$ $body$, 'add_' || source.table_name || '_words', kind, source.record_key, search_words_of(source, 'n'),
        case when source.record_key = 'id' then ' where n.deleted_at is null' end);
    end loop;
  end $$;
`;

/** keep_search_words without the function for added rows, which write_search_functions now writes. */
const KEEP_WORDS = `
  create or replace procedure keep_search_words(entity text, table_name text, columns text[], record_key text default 'id') language plpgsql as $$
  declare
    records text;
  begin
    insert into search_sources (entity, table_name, record_key, columns) values ($1, $2, $4, $3);
    select s.table_name into records from search_sources s where s.entity = $1 order by position limit 1;
    call write_search_functions($1);

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
`;

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${FORMER_FUNCTIONS}
    create or replace function search_words_of(source search_sources, alias text) returns text language sql stable as $$
      select format('select left(word, 60) from unnest(search_words(%s)) as word where word <> ''''', string_agg(format('coalesce(%I.%I, '''')', alias, name), ' || '' '' || '))
        || case when source.record_key = 'id' then format(' union all select search_name(%I.%I)', alias, source.columns[1]) else '' end
      from unnest(source.columns) as name
    $$;
    ${WRITE_FUNCTIONS}
  `);
  for (const kind of await kinds(knex)) await knex.raw('call write_search_functions(?)', [kind]);
  await knex.raw(`
    ${FORMER_PROCEDURES}
    drop function spellings, searched_spelling, contract_umlauts, has_umlauts, split_words, search_names,
      search_prefixes(uuid, text[], text, text[]);
  `);
  await onEveryWorkspace(knex, removeSpellings);
}

const FORMER_FUNCTIONS = `
  create or replace function fold(text) returns text language plpgsql immutable parallel safe strict
    as $$ begin return lower(public.unaccent('public.unaccent', normalize($1, NFKC))); end $$;
  create or replace function search_words(written text) returns text[] language plpgsql immutable parallel safe strict as $$
  declare
    folded text := fold(written);
  begin
    if octet_length(folded) > length(folded) then
      folded := regexp_replace(folded, '([\\u2e80-\\u312f\\u31a0-\\ua4cf\\uf900-\\ufaff\\U00020000-\\U0003ffff])', ' \\1 ', 'g');
    end if;
    return regexp_split_to_array(folded, '[^[:alnum:]]+');
  end $$;
  create or replace function search_name(name text) returns text language sql immutable parallel safe as $$
    select '=' || left(fold(name), 60)
  $$;
  create or replace function search_prefixes(written text) returns text[] language plpgsql immutable parallel safe strict as $$
  declare
    prefixes text[];
  begin
    if length(btrim(written)) > 1 then
      prefixes := array(select distinct left(word, 60) from unnest(search_words(written)) as word where word <> '');
    end if;
    if cardinality(prefixes) > 0 then return prefixes; end if;
    return array[search_name(btrim(written))];
  end $$;
  create or replace function search_matches(written text, prefixes text[]) returns boolean language plpgsql immutable parallel safe as $$
  begin
    return exists (
      select from unnest(search_words(written) || search_name(written)) as word, unnest(prefixes) as prefix
      where starts_with(word, prefix));
  end $$;
`;

/** The procedures of migration 0032. */
const FORMER_PROCEDURES = `
  create or replace procedure write_search_functions(kind text) language plpgsql as $$
  declare
    records text;
    words text;
  begin
    select s.table_name into records from search_sources s where s.entity = kind order by position limit 1;
    select string_agg(
        case when s.record_key = 'id' then search_words_of(s, 'subject')
          else format('select word from %I n, lateral (%s) as words (word) where n.tenant_id = subject.tenant_id and n.%I = subject.id',
            s.table_name, search_words_of(s, 'n'), s.record_key) end,
        ' union all ' order by s.position)
      into words from search_sources s where s.entity = kind;
    execute format($body$
      create or replace function %1$I(subject %2$I) returns text[] language plpgsql stable as $made$
      begin
        return array(select distinct word from (%3$s) as words (word));
      end $made$ $body$, kind || '_words', records, words);
    execute format($body$
      create or replace function %1$I(subject %2$I) returns void language plpgsql as $made$
      declare
        fresh text[] := %3$I(subject);
        wanted text := case when subject.deleted_at is null then %4$L else %5$L end;
      begin
        delete from search_tokens s
          where s.tenant_id = subject.tenant_id and s.entity in (%4$L, %5$L) and s.record_id = subject.id
            and (s.entity <> wanted or s.token <> all (fresh));
        insert into search_tokens (tenant_id, entity, token, record_id)
          select subject.tenant_id, wanted, word, subject.id from unnest(fresh) as word on conflict do nothing;
      end $made$ $body$, 'set_' || kind || '_words', records, kind || '_words', kind, kind || '.deleted');
  end $$;

  create or replace procedure keep_search_words(entity text, table_name text, columns text[], record_key text default 'id') language plpgsql as $$
  declare
    source search_sources;
    records text;
  begin
    insert into search_sources (entity, table_name, record_key, columns) values ($1, $2, $4, $3) returning * into source;
    select s.table_name into records from search_sources s where s.entity = $1 order by position limit 1;
    call write_search_functions($1);

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
`;

/** The kinds of records that keep words. */
async function kinds(knex: Knex): Promise<string[]> {
  return await knex('search_sources').distinct('entity').pluck('entity');
}

/** Adds the missing words of every record, and removes those with letters that are now folded. */
async function addSpellings(knex: Knex): Promise<void> {
  await knex.raw("delete from search_tokens where token ~ '[ʀƕƞɡɬɪʝʂᶎ]'");
  await addWords(knex);
  await knex.raw(`
    insert into search_tokens (tenant_id, entity, token, record_id)
    select distinct tenant_id, 'audit_target', left(word, 60), target_id
    from audit_entries, unnest(search_words(target_label)) as word
    where target_id is not null and target_label ~* '[äöüø]|[aou]e' and word <> ''
    on conflict do nothing`);
}

async function addWords(knex: Knex): Promise<void> {
  const sources = await knex('search_sources').where({ record_key: 'id' }).select('entity', 'table_name');
  for (const { entity, table_name: table } of sources)
    await knex.raw(
      `insert into search_tokens (tenant_id, entity, token, record_id)
       select r.tenant_id, ?::text || case when r.deleted_at is null then '' else '.deleted' end, word, r.id
       from ?? r, unnest(??(r)) as word on conflict do nothing`,
      [entity, table, `${entity}_words`],
    );
}

/** Stores the words of every record as the former functions compute them. */
async function removeSpellings(knex: Knex): Promise<void> {
  await knex.raw("delete from search_tokens where entity <> 'audit_target'");
  await addWords(knex);
}

/** Runs work that sees all workspaces: the owner of the tables is bound by row-level security too. */
async function onEveryWorkspace(knex: Knex, work: (knex: Knex) => Promise<void>): Promise<void> {
  const tables: string[] = [
    'search_tokens',
    'audit_entries',
    ...(await knex('search_sources').distinct('table_name').pluck('table_name')),
  ];
  for (const table of tables) await knex.raw('alter table ?? no force row level security', [table]);
  await work(knex);
  for (const table of tables) await knex.raw('alter table ?? force row level security', [table]);
}
