// Files in PostgreSQL: parts in the table `file_parts`, under row-level security.
import type { Database } from '../db/knex.ts';
import { type ByteStore, type FileKey, PART_BYTES } from './byte-store.ts';

const INSERT_PART = 'insert into file_parts (tenant_id, file_id, part, content) values ($1, $2, $3, $4)';

/** Keeps bytes in the table `file_parts`, each part in a transaction of its own. */
export class DatabaseStore implements ByteStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async write({ tenantId, id }: FileKey, chunks: AsyncIterable<Buffer>): Promise<void> {
    let part = 0;
    for await (const content of chunks) {
      const values = [tenantId, id, part++, content];
      await this.#database.write({ tenantId }, (tx) => tx.rows(INSERT_PART, values));
    }
  }

  async *read({ tenantId, id }: FileKey, start: number, end: number): AsyncGenerator<Buffer> {
    for (let part = Math.floor(start / PART_BYTES); part * PART_BYTES < end; part++) {
      const [row] = await this.#database.read({ tenantId }, (tx) =>
        tx.rows<{ content: Buffer }>(
          'select content from file_parts where tenant_id = $1 and file_id = $2 and part = $3',
          [tenantId, id, part],
        ),
      );
      if (!row) throw new Error('the file was erased while it was read');
      const offset = part * PART_BYTES;
      yield row.content.subarray(Math.max(0, start - offset), end - offset);
    }
  }

  async erase({ tenantId, id }: FileKey): Promise<void> {
    await this.#database.write({ tenantId }, (tx) =>
      tx.rows('delete from file_parts where tenant_id = $1 and file_id = $2', [tenantId, id]),
    );
  }
}
