// The words that find a record: how a text is split, and that the stored words follow every change of a record.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const sql = <Row>(statement: string, bindings: unknown[] = []) =>
  service.sql(service.acme, statement, bindings) as Promise<Row[]>;

/** Splits texts into their words in one statement. */
async function wordsOf(texts: string[]): Promise<string[][]> {
  const rows = await sql<{ words: string[] }>(
    `select array_remove(split_words(fold(value)), '') as words from unnest(?::text[]) with ordinality t(value, nr) order by nr`,
    [texts],
  );
  return rows.map(({ words }) => words);
}

/** PostgreSQL has no NUL and treats an unpaired surrogate as a separator. */
const text = fc.string({ unit: 'binary', maxLength: 80 }).map((value) => value.replaceAll('\0', ''));
const texts = fc.array(text, { minLength: 50, maxLength: 50 });

describe('the splitting of a text into words', () => {
  it('separates at every character that is neither a letter nor a digit', async () => {
    const ascii = fc.array(fc.string({ unit: 'binary-ascii', maxLength: 40 }), {
      minLength: 50,
      maxLength: 50,
    });
    await fc.assert(
      fc.asyncProperty(ascii, async (samples) => {
        const cleaned = samples.map((value) => value.replaceAll('\0', ' '));
        const expected = cleaned.map((value) =>
          value
            .toLowerCase()
            .split(/[^a-z0-9]+/)
            .filter(Boolean),
        );
        expect(await wordsOf(cleaned)).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['Crème Brûlée', ['creme', 'brulee']],
    ['Œuvre ﬁn ½', ['oeuvre', 'fin', '1', '2']],
    ['Straße 7', ['strasse', '7']],
    ['O’Reilly', ['o', 'reilly']],
    ['東京Tower', ['東', '京', 'tower']],
    ['ｼｽﾃﾑ', ['シ', 'ス', 'テ', 'ム']],
    ['한국 전력', ['한국', '전력']],
    ['شركة الشمال', ['شركة', 'الشمال']],
    ['a\u202eb', ['a', 'b']],
    ['100% _snake_ \\', ['100', 'snake']],
    ['🚀💥', []],
    ['İSTANBUL Istanbul', ['istanbul', 'istanbul']],
  ])('turns %j into %j', async (value, expected) => {
    expect((await wordsOf([value]))[0]).toEqual(expected);
  });

  it('leaves its own results unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (samples) => {
        const words = (await wordsOf(samples)).flat();
        expect(await wordsOf(words)).toEqual(words.map((word) => [word]));
      }),
      { numRuns: 10 },
    );
  });

  it('gives the same words however the accents are encoded', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (samples) => {
        const [composed, decomposed] = [
          samples.map((sample) => sample.normalize('NFC')),
          samples.map((sample) => sample.normalize('NFD')),
        ];
        expect(await wordsOf(decomposed)).toEqual(await wordsOf(composed));
      }),
      { numRuns: 10 },
    );
  });
});

describe('the stored words of a record', () => {
  it('contain its whole name, whatever the name is', async () => {
    const names = fc.array(
      text.filter((value) => value.trim() !== ''),
      { minLength: 50, maxLength: 50 },
    );
    await fc.assert(
      fc.asyncProperty(names, async (samples) => {
        await service.server.services.database.write({ tenantId: service.acme.id }, async ({ db }) => {
          await db.raw(INSERT, { names: samples });
          const { rows } = await db.raw(
            `select name from companies c
             where not c.id = any(search_ids(c.tenant_id, 'company', search_prefixes(c.name), 10000))`,
          );
          expect(rows).toEqual([]);
          await db.raw('delete from companies');
        });
      }),
      { numRuns: 10 },
    );
  });

  it('match the current values of the record after every change', async () => {
    const change = fc.oneof(
      fc.record({ does: fc.constant(RENAME), text, nr: fc.nat(3) }),
      fc.record({ does: fc.constant(ADD), text, nr: fc.nat(3) }),
      fc.record({ does: fc.constantFrom(MOVE, REMOVE, DELETE, RESTORE, ERASE), text, nr: fc.nat(3) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
        await service.server.services.database.write({ tenantId: service.acme.id }, async ({ db }) => {
          await db.raw(INSERT, { names: ['One of them', 'Two', 'Three', 'Four'] });
          for (const { does, text: value, nr } of changes)
            await db.raw(does, { value: value.trim() || 'x', nr });
          const { rows } = await db.raw(`
            select c.name, array(select token from search_tokens s where s.record_id = c.id
                and s.entity = case when c.deleted_at is null then 'company' else 'company.deleted' end order by token) as stored,
              array(select unnest(company_words(c)) as token order by token) as expected
            from companies c`);
          for (const row of rows) expect(row.stored).toEqual(row.expected);
          const { rows: strays } = await db.raw(
            `select token from search_tokens s where not exists (
               select from companies c where c.id = s.record_id and (c.deleted_at is null) = (s.entity = 'company'))`,
          );
          expect(strays).toEqual([]);
          await db.raw('delete from companies');
        });
      }),
      { numRuns: 40 },
    );
  });
});

const INSERT = `
  insert into companies (tenant_id, id, name, source, created_at, updated_at, created_by, updated_by)
  select current_tenant(), gen_random_uuid(), name, 'manual', now(), now() + nr * interval '1 second', '{}', '{}'
  from unnest(:names::text[]) with ordinality as t (name, nr)`;
const ONE = '(select id from companies order by updated_at, id offset :nr limit 1)';
const KEY = '(select id from company_identifiers order by created_at, id offset :nr limit 1)';
const RENAME = `update companies set name = :value, legal_name = upper(:value) where id = ${ONE}`;
const DELETE = `update companies set deleted_at = now() where id = ${ONE}`;
const RESTORE = `update companies set deleted_at = null where id = ${ONE}`;
const ERASE = `delete from companies where id = ${ONE}`;
/** Each primary identifier belongs to a company of its own, so that the constraints on identifiers hold at the end. */
const ADD = `
  insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
  select current_tenant(), gen_random_uuid(), c.id, 'website', left(md5(random()::text), 8) || '.example.com', left(:value, 60), false, 'manual', now(), now()
  from companies c where c.id = ${ONE} and c.deleted_at is null`;
const MOVE = `update company_identifiers set company_id = coalesce(${ONE}, company_id) where id = ${KEY}`;
const REMOVE = `delete from company_identifiers where id = ${KEY}`;
