// Search counts the entries of a word only as far as the choice of the way depends on it.
import type { Knex } from 'knex';

/** Above this number of entries a prefix is frequent, whatever its exact number; search_ids decides at 2,000. */
const COUNTED = 3000;

const countTo = (most: number) => `
  -- Returns how many entries each prefix has in any of the kinds, counted to a limit, the rarest first.
  create or replace function search_counts(tenant uuid, kinds text[], prefixes text[]) returns table (prefix text, entries bigint) language sql stable as $$
    select p.prefix, (
      select count(*) from (
        select from search_tokens s
        where s.tenant_id = tenant and s.entity = any (kinds) and s.token >= p.prefix and s.token < p.prefix || chr(1114111)
        limit ${most}) as reached) as entries
    from unnest(prefixes) as p (prefix) order by entries, length(p.prefix) desc
  $$`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(countTo(COUNTED));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(countTo(20_000));
}
