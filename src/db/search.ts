// Search by words: every word of the text must begin a word of the record (table search_tokens, house.md §4).
import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import type { TenantContext } from '../context.ts';
import type { RecordModel } from './record-model.ts';

/** Above this many records a word is common: the list is walked in its order instead of sorting all that match. */
const COMMON = 2000;
/** The end of the range of texts that begin with a word. */
const LAST = '\u{10ffff}';

export interface Search {
  /** Narrows a query to what the text finds. */
  narrow(query: QueryBuilder<RecordModel, RecordModel[]>): void;
  /** The ids that the text finds, as a query to count; only where one word says it all. */
  ids?: Knex.Raw;
}

/**
 * Prepares a search: folds the text into words and asks how common each is, so that the statement can be shaped for it.
 * @param entity kind of record in search_tokens
 */
export async function searchFor(
  ctx: TenantContext,
  model: typeof RecordModel,
  entity: string,
  text: string,
): Promise<Search> {
  const trimmed = text.trim();
  // One letter looks at the name alone (crm.md section 0).
  if ([...trimmed].length === 1) {
    const column = `${model.tableName}.${model.nameColumn}`;
    const pattern = `${escapeLike(trimmed)}%`;
    return { narrow: (query) => void query.whereRaw('fold(??) like fold(?)', [column, pattern]) };
  }
  const words = await ctx.tx.rows<{ word: string; n: number }>(
    `select word, (select count(*) from (
        select from search_tokens s
        where s.tenant_id = $1 and s.entity = $2 and s.token >= word and s.token < word || $4 limit ${COMMON + 1}) found) as n
     from (select distinct left(word, 60) as word from unnest(search_words($3)) as word where word <> '') words order by n`,
    [ctx.tenantId, entity, trimmed, LAST],
  );
  const range = (word: string) => [ctx.tenantId, entity, word, word + LAST];
  const narrow: Search['narrow'] = (query) => {
    if (words.length === 0) query.whereRaw('false');
    const id = `${model.tableName}.id`;
    words.forEach(({ word, n }, index) => {
      if (index === 0 && n <= COMMON) query.whereRaw(`?? = any(array(${FOUND}))`, [id, ...range(word)]);
      // A scalar subquery, because an exists would be turned into a join of all that match.
      else
        query.whereRaw(`(select true from (${FOUND}) s where s.record_id = ?? limit 1)`, [
          ...range(word),
          id,
        ]);
    });
  };
  if (words.length !== 1) return { narrow };
  return { narrow, ids: ctx.db.raw(FOUND.replace('select', 'select distinct'), range(words[0]!.word)) };
}

const FOUND =
  'select s.record_id from search_tokens s where s.tenant_id = ? and s.entity = ? and s.token >= ? and s.token < ?';

/** A text as the part of a pattern that matches only itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
