// Counts the records of one frequent word exactly when they are found by their own words and by those of a linked record.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Returns the records that match every prefix by their own words or by those of a linked record; null if there are
    -- more than "most". Column "columns[n]" of the table "records" refers to a record of the kind "targets[n]". Two kinds
    -- are those of live and of deleted records. One letter is only looked for in the record itself. It is dynamic, because
    -- its tables depend on the kind.
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
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
  `);
}
