// Proves that rows made without triggers are rows that the triggers would have let pass, and indexed alike.
import type pg from 'pg';

/** Records that the real triggers are run over. */
const SAMPLE = 300;

/** @throws Error naming the rule and how many rows break it */
export async function prove(client: pg.Client, rules: [title: string, sql: string][]): Promise<void> {
  for (const [title, sql] of rules) await expectNone(client, title, sql);
  for (const [title, sql] of await foreignKeys(client)) await expectNone(client, title, sql);
  await againstTriggers(client);
}

async function expectNone(client: pg.Client, title: string, sql: string): Promise<void> {
  const { rows } = await client.query(sql);
  if (Number(rows[0].broken) !== 0) throw new Error(`${rows[0].broken} rows break: ${title}`);
}

/** One statement for each foreign key of the catalogue that counts the rows without their parent. */
async function foreignKeys(client: pg.Client): Promise<[string, string][]> {
  const { rows } = await client.query(`
    select conname as title, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      (select string_agg(format('c.%I is not null', a.attname), ' and ') from unnest(conkey) k join pg_attribute a on a.attrelid = conrelid and a.attnum = k) as given,
      (select string_agg(format('p.%I = c.%I', f.attname, a.attname), ' and ')
        from unnest(conkey, confkey) as k(own, other)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k.own
        join pg_attribute f on f.attrelid = confrelid and f.attnum = k.other) as match
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  return rows.map(({ title, child, parent, given, match }) => [
    `foreign key ${title}`,
    `select count(*) as broken from ${child} c where ${given} and not exists (select from ${parent} p where ${match})`,
  ]);
}

/** The triggers themselves, over a sample: they must find nothing to refuse and no search token to change. */
async function againstTriggers(client: pg.Client): Promise<void> {
  for (const [table, entity] of [
    ['companies', 'company'],
    ['contacts', 'contact'],
  ]) {
    await client.query('begin');
    try {
      const sample = `select tenant_id, id from ${table} order by md5(id::text) limit ${SAMPLE}`;
      await client.query(`create temporary table sample on commit drop as ${sample}`);
      const tokens = `select md5(string_agg(record_id || token, ',' order by record_id, token)) as tokens
        from search_tokens s join sample on sample.tenant_id = s.tenant_id and sample.id = s.record_id where s.entity = '${entity}'`;
      const before = (await client.query(tokens)).rows[0].tokens;
      const column =
        table === 'companies'
          ? 'name = c.name, website = c.website'
          : 'display_name = c.display_name, email = c.email';
      await client.query(
        `update ${table} c set ${column} from sample where c.tenant_id = sample.tenant_id and c.id = sample.id`,
      );
      await client.query('set constraints all immediate');
      const after = (await client.query(tokens)).rows[0].tokens;
      if (before !== after)
        throw new Error(`the search tokens of ${table} are not those of the trigger: mend rows.sql`);
    } finally {
      await client.query('rollback');
    }
  }
}
