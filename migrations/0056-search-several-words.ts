// Searches of several frequent words compare two lists of records instead of looking up each record.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Returns how many entries each prefix has in any of the kinds, counted to 20,000, the rarest first.
    create function search_counts(tenant uuid, kinds text[], prefixes text[]) returns table (prefix text, entries bigint) language sql stable as $$
      select p.prefix, (
        select count(*) from (
          select from search_tokens s
          where s.tenant_id = tenant and s.entity = any (kinds) and s.token >= p.prefix and s.token < p.prefix || chr(1114111)
          limit 20000) as reached) as entries
      from unnest(prefixes) as p (prefix) order by entries, length(p.prefix) desc
    $$;

    -- Returns the records that match every prefix; null if there are more than "most". A rare prefix is followed record by
    -- record. For frequent ones, reading two lists is faster: an entry of a list costs a tenth of a look-up.
    create or replace function search_ids(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
    declare
      last constant text := chr(1114111);
      rarest bigint;
      ids uuid[];
    begin
      if cardinality(prefixes) = 1 then
        ids := array(
          select s.record_id from search_tokens s
          where s.tenant_id = tenant and s.entity = kind and s.token >= prefixes[1] and s.token < prefixes[1] || last
          limit most * 2);
        return case when cardinality(ids) < most * 2 then array(select distinct id from unnest(ids) as id) end;
      end if;
      select array_agg(c.prefix), min(c.entries) into prefixes, rarest from search_counts(tenant, array[kind], prefixes) c;
      if rarest < 2000 then
        ids := array(
          select s.record_id from search_tokens s
          where s.tenant_id = tenant and s.entity = kind and s.token >= prefixes[1] and s.token < prefixes[1] || last);
        ids := array(
          select distinct id from unnest(ids) as id
          where not exists (
              select from unnest(prefixes[2:]) as prefix
              where not exists (
                select from search_tokens o
                where o.tenant_id = tenant and o.entity = kind and o.record_id = id and o.token >= prefix and o.token < prefix || last))
          limit most + 1);
      else
        ids := array(
          select id from search_both(tenant, kind, prefixes[1], prefixes[2]) as id
          where cardinality(prefixes) = 2 or not exists (
              select from unnest(prefixes[3:]) as prefix
              where not exists (
                select from search_tokens o
                where o.tenant_id = tenant and o.entity = kind and o.record_id = id and o.token >= prefix and o.token < prefix || last))
          limit most + 1);
      end if;
      return case when cardinality(ids) <= most then ids end;
    end $$;

    -- Returns the records that match every prefix by their own words or by those of a linked record; null if there are
    -- more than "most". Column "columns[n]" of the table "records" refers to a record of the kind "targets[n]". Two kinds
    -- are those of live and of deleted records. One letter is only looked for in the record itself. It is dynamic, because
    -- its tables depend on the kind.
    create or replace function search_linked_ids(tenant uuid, kinds text[], prefixes text[], most int, records text, columns text[], targets text[])
      returns uuid[] language plpgsql stable as $$
    declare
      range constant text := 's.token >= p.prefix and s.token < p.prefix || chr(1114111)';
      live constant text := case when cardinality(kinds) = 1 then ' and r.deleted_at is null' else '' end;
      own constant text := 'select s.record_id as id from search_tokens s where s.tenant_id = $1 and s.entity = any ($2) and ' || range;
      matching text := own;
      matches text := 'exists (select from search_tokens s where s.tenant_id = $1 and s.entity = any ($2) and s.record_id = r.id and ' || range || ')';
      rarest bigint;
      ids uuid[];
    begin
      for link in 1 .. cardinality(columns) loop
        matching := matching || format(' union all select r.id from search_tokens s join %I r on r.tenant_id = $1 and r.%I = s.record_id%s
            where search_is_linked(p.prefix) and s.tenant_id = $1 and s.entity = %L and %s',
          records, columns[link], live, targets[link], range);
        matches := matches || format(' or search_is_linked(p.prefix) and exists (
            select from search_tokens s where s.tenant_id = $1 and s.entity = %L and s.record_id = r.%I and %s)',
          targets[link], columns[link], range);
      end loop;
      if cardinality(prefixes) = 1 then
        execute format('select array(select found.id from unnest($3) as p (prefix), lateral (%s) as found limit $4)', matching)
          into ids using tenant, kinds, prefixes, most * 2;
        return case when cardinality(ids) < most * 2 then array(select distinct id from unnest(ids) as id) end;
      end if;
      select array_agg(c.prefix), min(c.entries) into prefixes, rarest from search_counts(tenant, kinds || targets, prefixes) c;
      if rarest < 1000 then
        execute format('select array(select distinct found.id from unnest($3[1:1]) as p (prefix), lateral (%s) as found)', matching)
          into ids using tenant, kinds, prefixes;
      else
        -- Set operations hash both lists, whatever the statistics say.
        if cardinality(prefixes) = 2 then
          execute format('select array(%s intersect %s limit $5)', replace(own, 'p.prefix', '$3'), replace(own, 'p.prefix', '$4'))
            into ids using tenant, kinds, prefixes[1], prefixes[2], most + 1;
          if cardinality(ids) > most then return null; end if;
        end if;
        execute format('select array((%s) intersect (%s) limit $5)', replace(matching, 'p.prefix', '$3'), replace(matching, 'p.prefix', '$4'))
          into ids using tenant, kinds, prefixes[1], prefixes[2], case when cardinality(prefixes) = 2 then most + 1 end;
        if cardinality(prefixes) = 2 then return case when cardinality(ids) <= most then ids end; end if;
      end if;
      execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.id = any ($4)
            and not exists (select from unnest($3) as p (prefix) where not (%s)) limit $5)', records, matches)
        into ids using tenant, kinds, prefixes[2:], ids, most + 1;
      return case when cardinality(ids) <= most then ids end;
    end $$;

    -- Whether a prefix is also looked for in the linked records: any but one letter or digit.
    create function search_is_linked(prefix text) returns boolean language sql immutable parallel safe
      return octet_length(ltrim(prefix, '=')) > 1;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function search_ids(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
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

    create or replace function search_linked_ids(tenant uuid, kinds text[], prefixes text[], most int, records text, columns text[], targets text[])
      returns uuid[] language plpgsql stable as $$
    declare
      range constant text := 's.token >= p.prefix and s.token < p.prefix || chr(1114111)';
      live constant text := case when cardinality(kinds) = 1 then ' and r.deleted_at is null' else '' end;
      own constant text := 'select s.record_id as id from search_tokens s where s.tenant_id = $1 and s.entity = any ($2) and ' || range;
      matching text := own;
      matches text := 'exists (select from search_tokens s where s.tenant_id = $1 and s.entity = any ($2) and s.record_id = r.id and ' || range || ')';
      first text;
      rest text;
      ids uuid[];
    begin
      for link in 1 .. cardinality(columns) loop
        matching := matching || format(' union all select r.id from search_tokens s join %I r on r.tenant_id = $1 and r.%I = s.record_id%s where s.tenant_id = $1 and s.entity = %L and %s',
          records, columns[link], live, targets[link], range);
        matches := matches || format(' or exists (select from search_tokens s where s.tenant_id = $1 and s.entity = %L and s.record_id = r.%I and %s)',
          targets[link], columns[link], range);
      end loop;
      first := format('select found.id from unnest($3[1:1]) as p (prefix), lateral (%s) as found', matching);
      if cardinality(prefixes) = 1 then
        execute format('select array(%s limit $4)', first) into ids using tenant, kinds, prefixes, most * 2;
        return case when cardinality(ids) < most * 2 then array(select distinct id from unnest(ids) as id) end;
      end if;

      -- The rarest prefix first: if few records have it, the others are checked for each of them.
      execute format('select array(select p.prefix from unnest($3) as p (prefix)
          order by (select count(*) from (%s limit $4) as reached), length(p.prefix) desc)', matching)
        into prefixes using tenant, kinds, prefixes, most * 2;
      rest := format('select r.id from candidates c join %I r on r.tenant_id = $1 and r.id = c.id
        where not exists (select from unnest($3[2:]) as p (prefix) where not (%s))', records, matches);
      execute format('with candidates as materialized (%s limit $4) select case when (select count(*) from candidates) < $4
          then array(select distinct id from (%s) as found) end', first, rest)
        into ids using tenant, kinds, prefixes, most * 2;
      if ids is not null then return ids; end if;

      -- Otherwise, if many of the first have the others too, there are too many to return.
      execute format('with candidates as materialized (%s limit $4) select array(%s limit $5)', first, rest)
        into ids using tenant, kinds, prefixes, most * 10, most * 2;
      if cardinality(ids) = most * 2 then return null; end if;

      -- Two long lists with few records in both.
      execute format('with candidates as materialized (
            %s intersect select found.id from unnest($3[2:2]) as p (prefix), lateral (%s) as found)
          select array(select id from (%s) as found limit $4)', first, matching, rest)
        into ids using tenant, kinds, prefixes, most + 1;
      return case when cardinality(ids) <= most then ids end;
    end $$;
    drop function search_is_linked, search_counts;
  `);
}
