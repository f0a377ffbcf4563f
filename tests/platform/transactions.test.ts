// Transactions as services use them: statements of one turn of the event loop are sent together, a failure rolls back
// everything, and a connection returns to the pool unchanged.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { VERIFIED_PG } from '../../src/db/batch.ts';
import { Database } from '../../src/db/knex.ts';
import { settleAll, type Transaction } from '../../src/db/transaction.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let place: TestDatabase;
let owner: pg.Client;
/** The pool has one connection, so that every transaction uses the connection of the previous one. */
let database: Database;

beforeAll(async () => {
  place = await createDatabase();
  owner = new pg.Client({ connectionString: place.url });
  await owner.connect();
  await owner.query('create table things (id int primary key, name text)');
  await owner.query('grant all on things to public');
});

afterAll(async () => {
  await owner?.end();
  await place?.drop();
});

const ADD = 'insert into things (id, name) values ($1, $2) returning id';

function add(tx: Transaction, id: number, name = 'one'): Promise<{ id: number }[]> {
  return tx.rows(ADD, [id, name]);
}

async function readIds(): Promise<number[]> {
  return (await owner.query('select id from things order by id')).rows.map(({ id }) => id);
}

const DUPLICATE = expect.objectContaining({ code: '23505' });

describe('the PostgreSQL driver', () => {
  it('has the version whose internals batch.ts relies on; for another version, see the first lines of that file', () => {
    const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
    expect(version).toBe(VERIFIED_PG);
  });
});

describe.each([
  ['that sends together what is sent in one turn', true],
  ['that sends one statement at a time, by the driver alone', false],
])('a database %s:', (_, batched) => {
  beforeEach(() => {
    database = new Database(place.url, 1, () => undefined, { batched });
  });

  afterEach(async () => {
    await database.close();
    await owner.query('delete from things');
  });

  it('whose connection breaks in use fails its work alone; the next one gets another connection', async () => {
    const broken = database.write({}, async (tx) => {
      await add(tx, 1);
      await tx.rows('select pg_terminate_backend(pg_backend_pid())', []);
    });
    await expect(broken).rejects.toThrow();
    await database.write({}, (tx) => add(tx, 2));
    expect(await readIds()).toEqual([2]);
  });

  describe('statements of one turn', () => {
    it('return their own rows each, prepared or not, with rows or without', async () => {
      for (let time = 0; time < 2; time += 1) {
        const answers = await database.write({}, (tx) =>
          Promise.all([
            add(tx, time * 10 + 1),
            tx.rows('delete from things where id = $1', [99]),
            tx.rows('select id, name from things where id = $1', [time * 10 + 1]),
            add(tx, time * 10 + 2),
            tx.rows('select', []),
          ]),
        );
        expect(answers).toEqual([
          [{ id: time * 10 + 1 }],
          [],
          [{ id: time * 10 + 1, name: 'one' }],
          [{ id: time * 10 + 2 }],
          [{}],
        ]);
      }
    });

    (batched ? it : it.skip)('cost one round trip to PostgreSQL, however many they are', async () => {
      const client = await database.pool.connect();
      let packets = 0;
      (client as unknown as { connection: { on(event: string, call: () => void): void } }).connection.on(
        'readyForQuery',
        () => {
          packets += 1;
        },
      );
      client.release();
      await database.write({}, (tx) => Promise.all([1, 2, 3, 4].map((id) => add(tx, id))));
      // One round trip for the statements with BEGIN, and one for COMMIT.
      expect(packets).toBe(2);
    });

    it('fail together with the error of the first failure, and all are rolled back', async () => {
      await database.write({}, (tx) => add(tx, 1));
      const faults: unknown[] = [];
      const caught = (work: Promise<unknown>) => work.catch((fault: unknown) => faults.push(fault));
      await database
        .write({}, async (tx) => {
          await Promise.all([caught(add(tx, 2)), caught(add(tx, 1)), caught(add(tx, 3))]);
          await caught(add(tx, 4));
        })
        .catch((fault: unknown) => faults.push(fault));
      expect(faults.slice(0, 3)).toEqual([DUPLICATE, DUPLICATE, DUPLICATE]);
      expect(String(faults[3])).toMatch('was rolled back');
      expect(await readIds()).toEqual([1]);
    });

    it('are prepared when they are repeated after one was skipped because of a failure', async () => {
      const later = 'select name || $1 as name from things where id = 5';
      const fault = database.write({}, (tx) =>
        settleAll([tx.rows('select 1 / $1::int', [0]), tx.rows(later, ['!'])]),
      );
      await expect(fault).rejects.toMatchObject({ code: '22012' });
      await database.write({}, (tx) => add(tx, 5, 'five'));
      expect(await database.read({}, (tx) => tx.rows(later, ['!']))).toEqual([{ name: 'five!' }]);
    });

    // The driver alone would treat the statement that it closed for this reason as prepared.
    (batched ? it : it.skip)(
      'stop at a statement whose values cannot be serialized, which is prepared again when it is repeated',
      async () => {
        const round: { self?: object } = {};
        round.self = round;
        const text = 'select $1::jsonb as given';
        for (const before of [undefined, { given: 1 }]) {
          if (before) await database.read({}, (tx) => tx.rows(text, [before]));
          const answers = await database.write({}, (tx) =>
            Promise.allSettled([tx.rows('select 7 as seven', []), tx.rows(text, [round]), add(tx, 8)]),
          );
          expect(answers).toMatchObject([
            { status: 'fulfilled', value: [{ seven: 7 }] },
            { status: 'rejected', reason: expect.any(TypeError) },
            { status: 'rejected', reason: expect.any(TypeError) },
          ]);
          expect(await readIds()).toEqual([]);
          expect(await database.read({}, (tx) => tx.rows(text, [{ a: 1 }]))).toEqual([{ given: { a: 1 } }]);
        }
      },
    );
  });

  describe('a savepoint', () => {
    it('rolls back only its own writes, including those sent together with the failing one', async () => {
      await database.write({}, async (tx) => {
        await add(tx, 1);
        const undone = tx.savepoint(() => settleAll([add(tx, 2), add(tx, 1), add(tx, 3)]));
        await expect(undone).rejects.toEqual(DUPLICATE);
        await add(tx, 4);
        await tx.savepoint(() => add(tx, 5));
      });
      expect(await readIds()).toEqual([1, 4, 5]);
    });
  });

  describe('a deferred write', () => {
    const deferred = (id: number) => ({ text: ADD, values: [id, 'deferred'] });

    it('is written before the statement after it, and also when it is the only one', async () => {
      await database.write({}, async (tx) => {
        tx.defer(deferred(1));
        expect(await tx.rows('select id from things', [])).toEqual([{ id: 1 }]);
      });
      await database.write({}, async (tx) => tx.defer(deferred(2)));
      expect(await readIds()).toEqual([1, 2]);
    });

    it('is rolled back with its savepoint, and so is a savepoint with a failing one', async () => {
      await database.write({}, async (tx) => {
        tx.defer(deferred(1));
        const undone = tx.savepoint(async () => {
          tx.defer(deferred(2));
          throw new Error('changed its mind');
        });
        await expect(undone).rejects.toThrow('changed its mind');
        await expect(tx.savepoint(async () => tx.defer(deferred(1)))).rejects.toEqual(DUPLICATE);
        await tx.savepoint(async () => tx.defer(deferred(3)));
      });
      expect(await readIds()).toEqual([1, 3]);
    });

    it('throws its own error from the statement after it', async () => {
      await database.write({}, (tx) => add(tx, 1));
      const failing = database.write({}, async (tx) => {
        tx.defer({ ...deferred(1), mapError: () => new Error('the number is taken') });
        await expect(add(tx, 2)).rejects.toThrow('the number is taken');
        await add(tx, 3);
      });
      await expect(failing).rejects.toThrow('the number is taken');
      expect(await readIds()).toEqual([1]);
    });

    it('is refused in a read-only transaction', async () => {
      const refused = database.read({}, async (tx) => tx.defer(deferred(1)));
      await expect(refused).rejects.toThrow('read-only');
    });
    it('rolls back everything when it fails, and throws its own error', async () => {
      await database.write({}, (tx) => add(tx, 1));
      const failing = database.write({}, async (tx) => {
        await add(tx, 2);
        tx.defer({ text: ADD, values: [1, 'taken'], mapError: () => new Error('the number is taken') });
      });
      await expect(failing).rejects.toThrow('the number is taken');
      expect(await readIds()).toEqual([1]);
    });

    it('rolls back everything when its values cannot be serialized', async () => {
      const round: { self?: object } = {};
      round.self = round;
      const failing = database.write({}, async (tx) => {
        await add(tx, 2);
        tx.defer({ text: ADD, values: [3, round], mapError: (fault) => fault });
      });
      await expect(failing).rejects.toThrow(TypeError);
      expect(await readIds()).toEqual([]);
    });

    it('does not affect the transaction that has been waiting for the connection', async () => {
      await database.write({}, (tx) => add(tx, 1));
      const failing = database.write({}, async (tx) => {
        await add(tx, 2);
        tx.defer({ text: ADD, values: [1, 'taken'], mapError: (fault) => fault });
      });
      const waiting = database.write({}, async (tx) => {
        await add(tx, 3);
        await add(tx, 4);
      });
      await expect(failing).rejects.toEqual(DUPLICATE);
      await waiting;
      // No statement of the second transaction remains outside of it either.
      const undone = database.write({}, async (tx) => {
        await add(tx, 5);
        throw new Error('changed its mind');
      });
      await expect(undone).rejects.toThrow('changed its mind');
      expect(await readIds()).toEqual([1, 3, 4]);
    });
  });

  describe('a transaction that has ended', () => {
    it('accepts no more statements', async () => {
      let endedTransaction!: Transaction;
      await database.write({}, async (tx) => {
        endedTransaction = tx;
        await add(tx, 1);
      });
      await expect(add(endedTransaction, 2)).rejects.toThrow('has ended');
      expect(await readIds()).toEqual([1]);
    });
  });

  describe('the plan of a statement', () => {
    /** Returns how often each kind of plan was made for a statement on the connection. */
    async function plansOf(text: string): Promise<unknown> {
      const [row] = await database.read({}, (tx) =>
        tx.rows(
          `select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where statement = $1`,
          [text],
        ),
      );
      return row;
    }

    const listed = 'select name from things where id = any($1::int[])';

    it('is chosen by PostgreSQL for the values', async () => {
      await owner.query('insert into things select n from generate_series(1, 1000) n');
      await owner.query('analyze things');
      for (const id of [1, 2, 3]) await database.read({}, (tx) => tx.rows(listed, [[id]]));
      expect(await plansOf(listed)).toEqual({ generic: 0, custom: 3 });
    });

    it('is generic for a marked statement and not for the statements after it', async () => {
      const marked = `${listed} -- marked`;
      for (const id of [1, 2, 3])
        await database.read({}, async (tx) => {
          await Promise.all([tx.rows(marked, [[id]], 'generic'), tx.rows(listed, [[id]])]);
          await tx.rows(marked, [[id]], 'generic');
        });
      expect(await plansOf(marked)).toEqual({ generic: 6, custom: 0 });
      expect(await plansOf(listed)).toEqual({ generic: 0, custom: 3 });
    });

    it('is generic for a marked statement also after a rolled-back savepoint', async () => {
      const marked = `${listed} -- behind a savepoint`;
      await database.write({}, async (tx) => {
        await tx.rows(marked, [[1]], 'generic');
        const undone = tx.savepoint(() =>
          settleAll([tx.rows(listed, [[1]]), tx.rows('select 1 / $1::int', [0])]),
        );
        await expect(undone).rejects.toMatchObject({ code: '22012' });
        await tx.rows(marked, [[2]], 'generic');
        await tx.savepoint(() => tx.rows(marked, [[3]], 'generic'));
      });
      expect(await plansOf(marked)).toEqual({ generic: 3, custom: 0 });
    });
  });

  describe('a closed database', () => {
    it('reports no error for connections that PostgreSQL ended before', async () => {
      const reportedErrors: Error[] = [];
      const closing = new Database(place.url, 1, (error) => reportedErrors.push(error), { batched });
      const { pid } = (
        await closing.read({}, (tx) => tx.rows<{ pid: number }>('select pg_backend_pid() as pid', []))
      )[0]!;
      const script = `const pg = require('pg'); const client = new pg.Client({ connectionString: process.argv[1] });
      client.connect().then(() => client.query('select pg_terminate_backend($1, 5000)', [process.argv[2]])).then(() => client.end())`;
      // This process is blocked meanwhile, so it learns of the end only after it has begun to close.
      execFileSync(process.execPath, ['-e', script, place.url, String(pid)]);
      await closing.close();
      await owner.query('select');
      expect(reportedErrors).toEqual([]);
    });
  });
});
