// Words that are alike, found by reading runs of the index instead of one word at a time (crm.md section 14).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The records whose words are like the prefixes (trigrams, 0.3 and above) where none begins with them. Looks at the
    -- words with the same three letters at the beginning, or with the third typed for nothing, and at a bounded number
    -- of them: an index on trigrams would be written with every record and be read ever longer as they grow.
    create or replace function search_similar(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
    declare
      last constant text := chr(1114111);
      run constant int := 500;
      prefix text;
      beginning text;
      start text;
      entries int;
      words text[];
      near text[];
      kept uuid[];
    begin
      for prefix in select p from unnest(prefixes) as p order by length(p) desc loop
        if prefix !~ '^[[:alpha:]]{3}' then return '{}'; end if;
        near := '{}';
        foreach beginning in array array[left(prefix, 3), left(prefix, 2) || substr(prefix, 4, 1)] loop
          start := beginning;
          for step in 1..6 loop
            select count(*), array_agg(distinct token) into entries, words from (
              select s.token from search_tokens s
              where s.tenant_id = tenant and s.entity = kind and s.token >= start and s.token < beginning || last
              order by s.token limit run) as entry;
            near := near || array(select word from unnest(words) as word where similarity(word, prefix) >= 0.3);
            exit when entries < run;
            -- Behind the last word, however many records have it.
            start := words[cardinality(words)] || chr(1);
          end loop;
        end loop;
        near := array(
          select word from unnest(near) as word group by word order by similarity(word, prefix) desc limit 10);
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
        exit when cardinality(kept) = 0;
      end loop;
      return kept;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function search_similar(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
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
  `);
}
