// Verifies that the rows, which are inserted without triggers, satisfy the triggers' rules and have the same search tokens.
import type pg from 'pg';

/** Number of records for which the real triggers are run. */
const SAMPLE_SIZE = 300;

/** Verifies all rules. @throws Error that names the rule and the number of rows that break it */
export async function verifyDataset(client: pg.Client, rules: [title: string, sql: string][]): Promise<void> {
  for (const [title, sql] of rules) await expectNone(client, title, sql);
  for (const [title, sql] of await foreignKeys(client)) await expectNone(client, title, sql);
  await runTriggers(client);
}

async function expectNone(client: pg.Client, title: string, sql: string): Promise<void> {
  const { rows } = await client.query(sql);
  if (Number(rows[0].broken) !== 0) throw new Error(`${rows[0].broken} rows break: ${title}`);
}

/** Returns a statement for each foreign key that counts the rows without a parent. */
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

/** Runs the real triggers for a sample of rows: they must refuse nothing and change no search token. */
async function runTriggers(client: pg.Client): Promise<void> {
  for (const [table, entity, columns] of [
    ['companies', 'company', 'name = c.name, website = c.website'],
    ['contacts', 'contact', 'display_name = c.display_name, email = c.email'],
    ['communications', 'communication', 'subject = c.subject, body_text = c.body_text'],
  ]) {
    await client.query('begin');
    try {
      const sample = `select tenant_id, id from ${table} order by md5(id::text) limit ${SAMPLE_SIZE}`;
      await client.query(`create temporary table sample on commit drop as ${sample}`);
      const tokens = `select md5(string_agg(record_id || token, ',' order by record_id, token)) as tokens
        from search_tokens s join sample on sample.tenant_id = s.tenant_id and sample.id = s.record_id where s.entity = '${entity}'`;
      const before = (await client.query(tokens)).rows[0].tokens;
      await client.query(
        `update ${table} c set ${columns} from sample where c.tenant_id = sample.tenant_id and c.id = sample.id`,
      );
      await client.query('set constraints all immediate');
      const after = (await client.query(tokens)).rows[0].tokens;
      if (before !== after)
        throw new Error(`the search tokens of ${table} differ from those of the trigger: correct rows.sql`);
    } finally {
      await client.query('rollback');
    }
  }
}
