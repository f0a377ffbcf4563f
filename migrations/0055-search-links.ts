// Records are also found by the words of the records that they refer to, such as a deal by its company.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Returns the records that match every prefix by their own words or by those of a linked record; null if there are
    -- more than "most". Column "columns[n]" of the table "records" refers to a record of the kind "targets[n]". Two kinds
    -- are those of live and of deleted records. It is dynamic, because its tables depend on the kind.
    create function search_linked_ids(tenant uuid, kinds text[], prefixes text[], most int, records text, columns text[], targets text[])
      returns uuid[] language plpgsql stable as $$
    declare
      range constant text := 's.token >= p.prefix and s.token < p.prefix || chr(1114111)';
      live constant text := case when cardinality(kinds) = 1 then ' and r.deleted_at is null' else '' end;
      matching text := 'select s.record_id as id from search_tokens s where s.tenant_id = $1 and s.entity = any ($2) and ' || range;
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function search_linked_ids');
}
