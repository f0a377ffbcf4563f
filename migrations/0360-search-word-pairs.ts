// Searches of several frequent words try each of two words to find out that too many records match, and also by the words
// of linked records.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(FUNCTIONS);
  await knex.raw('drop function search_exceeds(uuid, text[], text, text, int)');
}

const FUNCTIONS = `
  -- Returns the first entries of a prefix: a record with several such words is among them several times.
  create function search_entries(tenant uuid, kinds text[], prefix text, entries int) returns uuid[] language sql stable as $$
    select array(
      select s.record_id from search_tokens s
      where s.tenant_id = tenant and s.entity = any (kinds) and s.token >= prefix and s.token < prefix || chr(1114111)
      limit entries)
  $$;

  -- Returns the records that refer by "link" to a record of the kind "target" with a word that begins with the prefix, among
  -- the candidates if these are given; null if there are more than "most". Few candidates, or few records altogether, are
  -- looked up one by one; of many, those that refer to the first records with the word often tell that there are too many.
  -- Dynamic, because its table depends on the kind.
  create or replace function search_referring(tenant uuid, prefix text, candidates uuid[], most int, records text, link text, target text, is_live boolean)
    returns uuid[] language plpgsql stable as $$
  declare
    live text := case when is_live then ' and r.deleted_at is null' else '' end;
    entries int;
    referred uuid[];
    ids uuid[];
  begin
    if candidates is null then
      execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.%I is not null%s limit 501)', records, link, live)
        into candidates using tenant;
      if cardinality(candidates) > 500 then candidates := null; end if;
    end if;
    if cardinality(candidates) <= 500 then
      execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.id = any ($2)%s and (
          select true from search_tokens s
          where s.tenant_id = $1 and s.entity = $3 and s.record_id = r.%I and s.token >= $4 and s.token < $4 || chr(1114111)
          limit 1))', records, live, link)
        into ids using tenant, candidates, target, prefix;
      return case when most is null or cardinality(ids) <= most then ids end;
    end if;
    entries := case when candidates is null then most * 2 end;
    loop
      referred := search_entries(tenant, array[target], prefix, entries);
      if cardinality(referred) = 0 then return '{}'; end if;
      execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.%I = any ($2)%s%s limit $4)',
          records, link, live, case when candidates is not null then ' and coalesce(r.id, r.tenant_id) = any ($3)' else '' end)
        into ids using tenant, referred, candidates, most + 1;
      if cardinality(ids) > most then return null; end if;
      if entries is null or cardinality(referred) < entries then return ids; end if;
      entries := null;
    end loop;
  end $$;

  -- Returns the records that match a prefix by their own words or by those of a linked record, some of them repeatedly, among
  -- the candidates if these are given; null if there are more than "most".
  create function search_matching(tenant uuid, kinds text[], prefix text, candidates uuid[], most int, records text, columns text[], targets text[])
    returns uuid[] language plpgsql stable as $$
  declare
    ids uuid[];
    referring uuid[];
  begin
    ids := case when candidates is null then search_own(tenant, kinds, prefix, most)
      else search_among(tenant, kinds, prefix, candidates, most) end;
    if ids is null then return null; end if;
    for link in 1 .. case when search_is_linked(prefix) then cardinality(columns) else 0 end loop
      referring := search_referring(tenant, prefix, candidates, most, records, columns[link], targets[link], cardinality(kinds) = 1);
      if referring is null then return null; end if;
      ids := ids || referring;
    end loop;
    return ids;
  end $$;

  -- Returns the first records that match a prefix by their own words, and if these are too few, by those of a linked record.
  create function search_first(tenant uuid, kinds text[], prefix text, entries int, records text, columns text[], targets text[])
    returns uuid[] language plpgsql stable as $$
  declare
    own uuid[] := search_entries(tenant, kinds, prefix, entries);
    referring uuid[];
  begin
    if cardinality(own) = entries or cardinality(columns) = 0 or not search_is_linked(prefix) then return own; end if;
    execute format('select array(select r.id from %I r where r.tenant_id = $1 and r.%I = any ($2) limit $3)', records, columns[1])
      into referring using tenant, search_entries(tenant, targets[1:1], prefix, entries / 2), entries;
    return own || referring;
  end $$;

  -- Whether more than "most" records can be expected to have all of the words, by the share of the first 200 records with one
  -- word that have the others. Two words are tried, because how many records a frequent word has is not counted. Large numbers
  -- are not estimated: they are counted exactly.
  create function search_exceeds(tenant uuid, kinds text[], prefixes text[], most int, records text, columns text[], targets text[])
    returns boolean language plpgsql stable as $$
  declare
    sampled constant int := 200;
    found uuid[];
    sample uuid[];
  begin
    if most > 2000 then return false; end if;
    for place in 1 .. 2 loop
      found := search_first(tenant, kinds, prefixes[place], most * 8, records, columns, targets);
      continue when cardinality(found) <= greatest(most, sampled);
      sample := found[:sampled];
      for other in 1 .. cardinality(prefixes) loop
        continue when other = place;
        sample := search_distinct(search_matching(tenant, kinds, prefixes[other], sample, null, records, columns, targets), sampled);
      end loop;
      if cardinality(sample) * (cardinality(found) / sampled) > most then return true; end if;
    end loop;
    return false;
  end $$;

  -- Returns the records that match every prefix by their own words or by those of a linked record; null if there are more
  -- than "most". Column "columns[n]" of the table "records" refers to a record of the kind "targets[n]". Two kinds are those
  -- of live and of deleted records. One letter is only looked for in the record itself.
  create or replace function search_linked_ids(tenant uuid, kinds text[], prefixes text[], most int, records text, columns text[], targets text[])
    returns uuid[] language plpgsql stable as $$
  declare
    rarest bigint;
    candidates uuid[];
  begin
    if cardinality(prefixes) > 1 then
      select array_agg(c.prefix), min(c.entries) into prefixes, rarest from search_counts(tenant, kinds || targets, prefixes) c;
      if rarest > most and search_exceeds(tenant, kinds, prefixes, most, records, columns, targets) then return null; end if;
    end if;
    for place in 1 .. cardinality(prefixes) loop
      candidates := search_matching(tenant, kinds, prefixes[place], candidates,
        case when place = cardinality(prefixes) then most end, records, columns, targets);
      if candidates is null then return null; end if;
      exit when cardinality(candidates) = 0;
    end loop;
    return search_distinct(candidates, most);
  end $$;
`;

/** The functions as they were before. */
const FORMER = `
  create or replace function search_referring(tenant uuid, prefix text, candidates uuid[], most int, records text, link text, target text, is_live boolean)
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
`;

export async function down(knex: Knex): Promise<void> {
  await knex.raw(FORMER);
  await knex.raw(`
    drop function search_exceeds(uuid, text[], text[], int, text, text[], text[]);
    drop function search_first, search_matching, search_entries`);
}
