// The interface of places for the bytes of files.

/** Bytes of a part in PostgreSQL; one part of each running transfer is in memory. */
export const PART_BYTES = 512 * 1024;

export type Storage = 'database' | 's3';

/** The place of a file. */
export interface FileKey {
  tenantId: string;
  id: string;
}

/** A place for the bytes of files. */
export interface ByteStore {
  /** Stores the chunks, each of at most PART_BYTES, one after another. */
  write(key: FileKey, chunks: AsyncIterable<Buffer>): Promise<void>;
  /** Yields the bytes from `start` to before `end`. */
  read(key: FileKey, start: number, end: number): AsyncIterable<Buffer>;
  erase(key: FileKey): Promise<void>;
}
