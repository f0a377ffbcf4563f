// Files in an S3-compatible store. Its client is loaded at the first use, because most installations have none.
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { FileStoreSettings } from '../config.ts';
import type { ByteStore, FileKey } from './byte-store.ts';

/** Objects larger than this are sent in parts; the smallest that S3 allows. */
const S3_PART_BYTES = 5 * 1024 * 1024;

export class S3Store implements ByteStore {
  readonly #settings: FileStoreSettings;
  #client: Promise<S3Client> | undefined;

  constructor(settings: FileStoreSettings) {
    this.#settings = settings;
  }

  async write(key: FileKey, chunks: AsyncIterable<Buffer>): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    const { Readable } = await import('node:stream');
    const upload = new Upload({
      client: await this.#connect(),
      params: { ...this.#object(key), Body: Readable.from(chunks, { objectMode: false }) },
      partSize: S3_PART_BYTES,
      queueSize: 1,
    });
    await upload.done();
  }

  async *read(key: FileKey, start: number, end: number): AsyncGenerator<Buffer> {
    if (start >= end) return;
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const client = await this.#connect();
    const range = `bytes=${start}-${end - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ ...this.#object(key), Range: range }));
    yield* Body as Readable;
  }

  async erase(key: FileKey): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    await (await this.#connect()).send(new DeleteObjectCommand(this.#object(key)));
  }

  #object({ tenantId, id }: FileKey): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#settings;
    return { Bucket: bucket, Key: `${prefix}${tenantId}/${id}` };
  }

  #connect(): Promise<S3Client> {
    const { endpoint, region } = this.#settings;
    this.#client ??= import('@aws-sdk/client-s3').then(
      ({ S3Client }) =>
        new S3Client({
          ...(endpoint && { endpoint, forcePathStyle: true }),
          ...(region && { region }),
          // Stores other than that of AWS do not know the newer checksums.
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
        }),
    );
    return this.#client;
  }
}
