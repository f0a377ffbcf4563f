// Files of every area: written as they arrive, read by ranges, erased when nothing refers to them.
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Clock } from '../clock.ts';
import type { FileStoreSettings } from '../config.ts';
import type { Database } from '../db/knex.ts';
import { fail } from '../errors.ts';
import { type ByteStore, type FileKey, PART_BYTES, type Storage } from './byte-store.ts';
import { DatabaseStore } from './database-store.ts';
import { mediaTypeOf, TextDetector } from './media-type.ts';
import { safeName } from './names.ts';
import { S3Store } from './s3-store.ts';

/** A file that nothing refers to is erased after this time. */
export const UNUSED_FILE_MS = 24 * 3_600_000;

/** What is known of a stored file. */
export interface StoredFile {
  tenantId: string;
  id: string;
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
  storage: Storage;
  scope: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/** A file to be written. */
export interface NewFile {
  tenantId: string;
  name: string;
  /** What it is for, such as `rooms/<id>`; it can be used there only. */
  scope?: string;
  /** For files that the service itself produces; otherwise the content decides. */
  mime?: string;
  /** Most bytes; more are refused with PAYLOAD_TOO_LARGE. */
  maxBytes?: number;
}

/** The columns of a stored file, under the names of `StoredFile`. */
export const FILE_COLUMNS = `tenant_id as "tenantId", id, name, mime, bytes::float8 as bytes, sha256, storage, scope,
  created_at as "createdAt", expires_at as "expiresAt"`;

/** The facts about content that are found while it is written. */
interface Content {
  mime: string;
  bytes: number;
  sha256: string;
}

export class Files {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #stores: { database: ByteStore; s3?: ByteStore };
  /** Where streamed files go. */
  readonly preferred: Storage;

  constructor(database: Database, clock: Clock, settings: FileStoreSettings | undefined) {
    this.#database = database;
    this.#clock = clock;
    this.#stores = { database: new DatabaseStore(database), ...(settings && { s3: new S3Store(settings) }) };
    this.preferred = settings ? 's3' : 'database';
  }

  /**
   * Writes a file chunk by chunk, in transactions of its own. It is erased a day later unless a record refers to it.
   * @throws PAYLOAD_TOO_LARGE; what the chunks throw; then nothing of the file remains
   */
  async write(file: NewFile, chunks: AsyncIterable<Buffer | string>): Promise<StoredFile> {
    const { tenantId, scope = null } = file;
    const key = { tenantId, id: uuid() };
    const name = safeName(file.name);
    const createdAt = this.#clock.now();
    const expiresAt = new Date(createdAt.getTime() + UNUSED_FILE_MS);
    const storage = this.preferred;
    await this.#database.write({ tenantId }, (tx) =>
      tx.rows(
        `insert into files (tenant_id, id, name, storage, scope, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)`,
        [tenantId, key.id, name, storage, scope, createdAt, expiresAt],
      ),
    );
    try {
      const inspected = new InspectedContent(chunks, file.maxBytes);
      await this.#stores[storage]!.write(key, inspected);
      const content = await inspected.facts(name, file.mime);
      await this.#complete(key, content);
      return { ...key, name, storage, scope, createdAt, expiresAt, ...content };
    } catch (error) {
      await this.erase({ ...key, storage }).catch(() => undefined);
      throw error;
    }
  }

  /** Yields the bytes of a file from `start` to before `end`. */
  read(
    file: Pick<StoredFile, 'tenantId' | 'id' | 'storage' | 'bytes'>,
    start = 0,
    end = file.bytes,
  ): AsyncIterable<Buffer> {
    return this.#store(file.storage).read(file, start, end);
  }

  /** Returns a complete file; undefined if there is none with this id. */
  async find({ tenantId, id }: FileKey): Promise<StoredFile | undefined> {
    const [file] = await this.#database.read({ tenantId }, (tx) =>
      tx.rows<StoredFile>(
        `select ${FILE_COLUMNS} from files where tenant_id = $1 and id = $2 and sha256 is not null`,
        [tenantId, id],
      ),
    );
    return file;
  }

  /** Erases a file that no record refers to, at once. */
  async erase({ storage, ...key }: FileKey & { storage: Storage }): Promise<void> {
    await this.eraseBytes({ storage, ...key });
    await this.#database.write({ tenantId: key.tenantId }, (tx) =>
      tx.rows('delete from files where tenant_id = $1 and id = $2', [key.tenantId, key.id]),
    );
  }

  /** Erases the bytes outside PostgreSQL; those inside are deleted with the row of the file. */
  async eraseBytes({ storage, ...key }: FileKey & { storage: Storage }): Promise<void> {
    if (storage !== 'database') await this.#store(storage).erase(key);
  }

  /** Moves a file that was written in PostgreSQL to the preferred store. */
  async move(file: StoredFile): Promise<void> {
    const { tenantId, id } = file;
    if (file.storage === this.preferred) return;
    await this.#store(this.preferred).write({ tenantId, id }, this.read(file));
    await this.#database.write({ tenantId }, async (tx) => {
      await tx.rows('update files set storage = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        id,
        this.preferred,
      ]);
      await tx.rows('delete from file_parts where tenant_id = $1 and file_id = $2', [tenantId, id]);
    });
  }

  #store(storage: Storage): ByteStore {
    const store = this.#stores[storage];
    if (!store) throw new Error('this file is in the S3-compatible store: set FILES_URL');
    return store;
  }

  async #complete({ tenantId, id }: FileKey, { mime, bytes, sha256 }: Content): Promise<void> {
    await this.#database.write({ tenantId }, (tx) =>
      tx.rows('update files set mime = $3, bytes = $4, sha256 = $5 where tenant_id = $1 and id = $2', [
        tenantId,
        id,
        mime,
        bytes,
        sha256,
      ]),
    );
  }
}

/** Content in chunks of one size, measured, hashed and inspected while it passes. */
export class InspectedContent implements AsyncIterable<Buffer> {
  readonly #chunks: AsyncIterable<Buffer | string> | Iterable<Buffer>;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  readonly #text = new TextDetector();
  #head: Buffer = Buffer.alloc(0);
  #bytes = 0;

  constructor(
    chunks: AsyncIterable<Buffer | string> | Iterable<Buffer>,
    maxBytes = Number.POSITIVE_INFINITY,
  ) {
    this.#chunks = chunks;
    this.#maxBytes = maxBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.#chunks) {
      let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.#inspect(rest);
      while (length + rest.length >= PART_BYTES) {
        waiting.push(rest.subarray(0, PART_BYTES - length));
        rest = rest.subarray(PART_BYTES - length);
        yield this.#part(waiting);
        [waiting, length] = [[], 0];
      }
      if (rest.length) waiting.push(rest);
      length += rest.length;
    }
    if (length) yield this.#part(waiting);
  }

  /** Returns the facts about the content, once all of it has passed. */
  async facts(name: string, mime?: string): Promise<Content> {
    const isText = this.#text.end();
    return {
      mime: mime ?? (await mediaTypeOf(this.#head, isText, name)),
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
    };
  }

  #inspect(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) failTooLarge(this.#maxBytes);
    this.#hash.update(chunk);
    this.#text.add(chunk);
  }

  #part(chunks: Buffer[]): Buffer {
    const part = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    if (this.#head.length === 0) this.#head = part;
    return part;
  }
}

/** @throws PAYLOAD_TOO_LARGE */
export function failTooLarge(limit: number): never {
  return fail('PAYLOAD_TOO_LARGE', `The file is larger than ${limit} bytes.`, {
    details: { limit_bytes: limit, reason: 'file_size' },
  });
}
