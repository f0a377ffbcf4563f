// Searches of frequent words stop as soon as it is certain that too many records match, and read the words of linked
// records before the records that refer to them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(FUNCTIONS);
  await knex.raw('drop function search_both(uuid, text, text, text)');
}

const FUNCTIONS = `
  -- Returns the distinct ids; null if there are more than "most".
  create function search_distinct(ids uuid[], most int) returns uuid[] language plpgsql immutable parallel safe as $$
  begin
    ids := array(select distinct id from unnest(ids) as id);
    return case when cardinality(ids) <= most then ids end;
  end $$;

  -- Returns the records with a word of their own that begins with the prefix; null if there are more than "most". Without
  -- "most" all, some of them repeatedly.
  create function search_own(tenant uuid, kinds text[], prefix text, most int) returns uuid[] language plpgsql stable as $$
  declare
    -- Most records have one such word, so this many entries usually tell.
    entries int := most + most / 4 + 1;
    ids uuid[];
  begin
    loop
      ids := array(
        select s.record_id from search_tokens s
        where s.tenant_id = tenant and s.entity = any (kinds) and s.token >= prefix and s.token < prefix || chr(1114111)
        limit entries);
      if most is null then return ids; end if;
      if entries is null or cardinality(ids) < entries or search_distinct(ids, most) is null then
        return search_distinct(ids, most);
      end if;
      entries := null;
    end loop;
  end $$;

  -- Returns those of the candidates that have a word of their own that begins with the prefix; null if there are more than
  -- "most". Few are looked up one by one, which "limit" keeps PostgreSQL from turning into a join with all entries of the
  -- prefix; among many, these entries are read.
  create function search_among(tenant uuid, kinds text[], prefix text, candidates uuid[], most int) returns uuid[] language plpgsql stable as $$
  declare
    entries int := most + most / 4 + 1;
    ids uuid[];
  begin
    if cardinality(candidates) <= 500 then
      ids := array(
        select id from unnest(candidates) as id
        where (
          select true from search_tokens s
          where s.tenant_id = tenant and s.entity = any (kinds) and s.record_id = id
            and s.token >= prefix and s.token < prefix || chr(1114111)
          limit 1));
      return case when most is null then ids else search_distinct(ids, most) end;
    end if;
    loop
      -- Dynamic, so that the candidates are a constant, for which a hash table is made; coalesce keeps them out of the
      -- condition on the index.
      execute 'select array(
          select s.record_id from search_tokens s
          where s.tenant_id = $1 and s.entity = any ($2) and s.token >= $3 and s.token < $3 || chr(1114111)
            and coalesce(s.record_id, s.tenant_id) = any ($4)
          limit $5)'
        into ids using tenant, kinds, prefix, candidates, entries;
      if most is null then return ids; end if;
      if entries is null or cardinality(ids) < entries or search_distinct(ids, most) is null then
        return search_distinct(ids, most);
      end if;
      entries := null;
    end loop;
  end $$;

  -- Returns the records that refer by "link" to a record of the kind "target" with a word that begins with the prefix, among
  -- the candidates if these are given; null if there are more than "most". Few candidates are looked up one by one.
  -- Dynamic, because its table depends on the kind.
  create function search_referring(tenant uuid, prefix text, candidates uuid[], most int, records text, link text, target text, is_live boolean)
    returns uuid[] language plpgsql stable as $$
  declare
    live text := case when is_live then ' and r.deleted_at is null' else '' end;
    referred uuid[];
    ids uuid[];
  begin
    if cardinality(candidates) <= 500 then
      execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.id = any ($2)%s and (
          select true from search_tokens s
          where s.tenant_id = $1 and s.entity = $3 and s.record_id = r.%I and s.token >= $4 and s.token < $4 || chr(1114111)
          limit 1))', records, live, link)
        into ids using tenant, candidates, target, prefix;
    else
      referred := search_own(tenant, array[target], prefix, null);
      if cardinality(referred) = 0 then return '{}'; end if;
      execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.%I = any ($2)%s%s limit $4)',
          records, link, live, case when candidates is not null then ' and coalesce(r.id, r.tenant_id) = any ($3)' else '' end)
        into ids using tenant, referred, candidates, most + 1;
    end if;
    return case when most is null or cardinality(ids) <= most then ids end;
  end $$;

  -- Whether more than "most" records can be expected to have both words, by the share of the first 200 records with the rarer
  -- word that have the other. Large numbers are not estimated: they are counted exactly.
  create function search_exceeds(tenant uuid, kinds text[], rarer text, other text, most int) returns boolean language plpgsql stable as $$
  declare
    sampled constant int := 200;
    rarest uuid[];
  begin
    if most > 2000 then return false; end if;
    rarest := array(
      select s.record_id from search_tokens s
      where s.tenant_id = tenant and s.entity = any (kinds) and s.token >= rarer and s.token < rarer || chr(1114111)
      limit most * 8);
    return cardinality(rarest) > greatest(most, sampled)
      and cardinality(search_among(tenant, kinds, other, rarest[:sampled], null)) * (cardinality(rarest) / sampled) > most;
  end $$;

  -- Returns the records that match every prefix by their own words or by those of a linked record; null if there are more
  -- than "most". Column "columns[n]" of the table "records" refers to a record of the kind "targets[n]". Two kinds are those
  -- of live and of deleted records. One letter is only looked for in the record itself.
  create or replace function search_linked_ids(tenant uuid, kinds text[], prefixes text[], most int, records text, columns text[], targets text[])
    returns uuid[] language plpgsql stable as $$
  declare
    candidates uuid[];
    ids uuid[];
    referring uuid[];
    reached int;
  begin
    if cardinality(prefixes) > 1 then
      select array_agg(c.prefix) into prefixes from search_counts(tenant, kinds || targets, prefixes) c;
      if cardinality(prefixes) = 2 and search_exceeds(tenant, kinds, prefixes[1], prefixes[2], most) then return null; end if;
    end if;
    for place in 1 .. cardinality(prefixes) loop
      reached := case when place = cardinality(prefixes) then most end;
      ids := case when place = 1 then search_own(tenant, kinds, prefixes[1], reached)
        else search_among(tenant, kinds, prefixes[place], candidates, reached) end;
      if ids is null then return null; end if;
      for link in 1 .. case when search_is_linked(prefixes[place]) then cardinality(columns) else 0 end loop
        referring := search_referring(tenant, prefixes[place], candidates, reached, records, columns[link], targets[link], cardinality(kinds) = 1);
        if referring is null then return null; end if;
        ids := ids || referring;
      end loop;
      candidates := ids;
      exit when cardinality(ids) = 0;
    end loop;
    return search_distinct(ids, most);
  end $$;

  -- Returns the records that match every prefix; null if there are more than "most".
  create or replace function search_ids(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language sql stable as $$
    select search_linked_ids(tenant, array[kind], prefixes, most, null, '{}', '{}')
  $$;

  create or replace function search_ids_with_deleted(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language sql stable as $$
    select search_linked_ids(tenant, array[kind, kind || '.deleted'], prefixes, most, null, '{}', '{}')
  $$;
`;

/** The functions as they were before. */
const FORMER = `
  create function search_both(tenant uuid, kind text, one text, two text) returns setof uuid language sql stable
    set enable_nestloop = off as $$
    select s.record_id from search_tokens s
      where s.tenant_id = tenant and s.entity = kind and s.token >= one and s.token < one || chr(1114111)
    intersect
    select s.record_id from search_tokens s
      where s.tenant_id = tenant and s.entity = kind and s.token >= two and s.token < two || chr(1114111)
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
  create or replace function search_linked_ids(tenant uuid, kinds text[], prefixes text[], most int, records text, columns text[], targets text[])
    returns uuid[] language plpgsql stable as $$
  declare
    range constant text := 's.token >= p.prefix and s.token < p.prefix || chr(1114111)';
    live constant text := case when cardinality(kinds) = 1 then ' and r.deleted_at is null' else '' end;
    matching text := 'select s.record_id as id from search_tokens s where s.tenant_id = $1 and s.entity = any ($2) and ' || range;
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
      -- A record may have several such words, and another by its link.
      execute format('select array(select found.id from unnest($3) as p (prefix), lateral (%s) as found limit $4)', matching)
        into ids using tenant, kinds, prefixes, most * 4;
      return case when cardinality(ids) < most * 4 then (
        select case when count(*) <= most then coalesce(array_agg(id), '{}') end
        from (select distinct id from unnest(ids) as id) as once) end;
    end if;
    select array_agg(c.prefix), min(c.entries) into prefixes, rarest from search_counts(tenant, kinds || targets, prefixes) c;
    if rarest < 1000 then
      execute format('select array(select distinct found.id from unnest($3[1:1]) as p (prefix), lateral (%s) as found)', matching)
        into ids using tenant, kinds, prefixes;
    else
      -- Set operations hash both lists, whatever the statistics say.
      execute format('select array((%s) intersect (%s) limit $5)', replace(matching, 'p.prefix', '$3'), replace(matching, 'p.prefix', '$4'))
        into ids using tenant, kinds, prefixes[1], prefixes[2], case when cardinality(prefixes) = 2 then most + 1 end;
      if cardinality(prefixes) = 2 then return case when cardinality(ids) <= most then ids end; end if;
    end if;
    execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.id = any ($4)
          and not exists (select from unnest($3) as p (prefix) where not (%s)) limit $5)', records, matches)
      into ids using tenant, kinds, prefixes[2:], ids, most + 1;
    return case when cardinality(ids) <= most then ids end;
  end $$;
  create or replace function search_ids_with_deleted(tenant uuid, kind text, prefixes text[], most int) returns uuid[] language plpgsql stable as $$
  declare
    live uuid[] := search_ids(tenant, kind, prefixes, most);
    deleted uuid[] := search_ids(tenant, kind || '.deleted', prefixes, most);
  begin
    return case when cardinality(live) + cardinality(deleted) <= most then live || deleted end;
  end $$;
`;

export async function down(knex: Knex): Promise<void> {
  await knex.raw(FORMER);
  await knex.raw('drop function search_exceeds, search_referring, search_among, search_own, search_distinct');
}
