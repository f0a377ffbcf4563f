// Makes deleted records searchable: search_tokens has their words under a separate kind, such as `company.deleted`.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Creates the functions that compute and store the words of one kind of record from its current sources.
    create procedure write_search_functions(kind text) language plpgsql as $$
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

    -- As before, except that the procedure above creates the functions.
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

    create or replace function remove_search_words() returns trigger language plpgsql as $$
    begin
      delete from search_tokens s using removed n
        where s.tenant_id = n.tenant_id and s.entity in (tg_argv[0], tg_argv[0] || '.deleted') and s.record_id = n.id;
      return null;
    end $$;

    create or replace procedure forget_search_words(entity text) language plpgsql as $$
    declare
      source search_sources;
    begin
      for source in delete from search_sources s where s.entity = $1 returning * loop
        execute format('drop function %I, %I cascade', 'add_' || source.table_name || '_words', 'change_' || source.table_name || '_words');
        execute format('drop trigger if exists %I on %I', source.table_name || '_words_removed', source.table_name);
      end loop;
      execute format('drop function %I, %I', 'set_' || $1 || '_words', $1 || '_words');
      delete from search_tokens s where s.entity in ($1, $1 || '.deleted');
    end $$;

    -- Returns the records that match every prefix, including deleted ones; null if there are more than "most".
    create function search_ids_with_deleted(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
    declare
      live uuid[] := search_ids(tenant, kind, prefixes, most);
      deleted uuid[] := search_ids(tenant, kind || '.deleted', prefixes, most);
    begin
      return case when cardinality(live) + cardinality(deleted) <= most then live || deleted end;
    end $$;
  `);
  for (const kind of await kinds(knex)) await knex.raw('call write_search_functions(?)', [kind]);
  await onEveryWorkspace(knex, setWordsOfDeleted);
}

export async function down(knex: Knex): Promise<void> {
  await onEveryWorkspace(knex, async () => {
    await knex.raw(`delete from search_tokens where entity like '%.deleted'`);
  });
  await knex.raw(`
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
          if subject.deleted_at is not null then return '{}'; end if;
          return array(select distinct word from (%3$s) as words (word));
        end $made$ $body$, kind || '_words', records, words);
      execute format($body$
        create or replace function %1$I(subject %2$I) returns void language plpgsql as $made$
        declare
          fresh text[] := %3$I(subject);
        begin
          delete from search_tokens s
            where s.tenant_id = subject.tenant_id and s.entity = %4$L and s.record_id = subject.id and s.token <> all (fresh);
          insert into search_tokens (tenant_id, entity, token, record_id)
            select subject.tenant_id, %4$L, word, subject.id from unnest(fresh) as word on conflict do nothing;
        end $made$ $body$, 'set_' || kind || '_words', records, kind || '_words', kind);
    end $$;
  `);
  for (const kind of await kinds(knex)) await knex.raw('call write_search_functions(?)', [kind]);
  await knex.raw(`
    drop procedure write_search_functions;
    drop function search_ids_with_deleted;
    create or replace procedure keep_search_words(entity text, table_name text, columns text[], record_key text default 'id') language plpgsql as $$
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

    create or replace function remove_search_words() returns trigger language plpgsql as $$
    begin
      delete from search_tokens s using removed n
        where s.tenant_id = n.tenant_id and s.entity = tg_argv[0] and s.record_id = n.id;
      return null;
    end $$;

    create or replace procedure forget_search_words(entity text) language plpgsql as $$
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
  `);
}

/** The kinds of records that keep words. */
async function kinds(knex: Knex): Promise<string[]> {
  return await knex('search_sources').distinct('entity').pluck('entity');
}

async function setWordsOfDeleted(knex: Knex): Promise<void> {
  const sources = await knex('search_sources').where({ record_key: 'id' }).select('entity', 'table_name');
  for (const { entity, table_name: table } of sources)
    await knex.raw('select ??(r) from ?? r where r.deleted_at is not null', [`set_${entity}_words`, table]);
}

/** Runs work that sees all workspaces: the owner of the tables is bound by row-level security too. */
async function onEveryWorkspace(knex: Knex, work: (knex: Knex) => Promise<void>): Promise<void> {
  const tables: string[] = [
    'search_tokens',
    ...(await knex('search_sources').distinct('table_name').pluck('table_name')),
  ];
  for (const table of tables) await knex.raw('alter table ?? no force row level security', [table]);
  await work(knex);
  for (const table of tables) await knex.raw('alter table ?? force row level security', [table]);
}
