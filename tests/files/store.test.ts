// Files in both stores: what is found about their content, ranges, signed addresses, and the erasure of unused ones.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Files, StoredFile } from '../../src/files/files.ts';
import { safeName } from '../../src/files/names.ts';
import { sweepFiles } from '../../src/files/sweep.ts';
import { fileAddress } from '../../src/files/tickets.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

const require = createRequire(import.meta.url);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

let folder: string;
let s3: S3Server;
const services: Record<'database' | 's3', TestService> = {} as never;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-'));
  const S3rver = require('s3rver') as new (options: object) => S3Server;
  const options = { port: 0, address: '127.0.0.1', silent: true, directory: folder };
  s3 = new S3rver({ ...options, configureBuckets: [{ name: 'team-files' }] });
  const { port } = await s3.run();
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  services.database = await startService();
  services.s3 = await startService({
    FILES_URL: `s3://team-files/prod?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
  });
});

afterAll(async () => {
  await services.s3?.stop();
  await services.database?.stop();
  await s3?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const filesOf = ({ server }: TestService): Files => server.services.files;

const write = (
  service: TestService,
  content: Buffer | string,
  name = 'file.bin',
  more: { maxBytes?: number; scope?: string } = {},
): Promise<StoredFile> =>
  filesOf(service).write(
    { tenantId: service.acme.id, name, ...more },
    inPieces(Buffer.from(content), 70_001),
  );

async function contentOf(service: TestService, file: StoredFile, start?: number, end?: number) {
  const chunks: Buffer[] = [];
  for await (const chunk of filesOf(service).read(file, start, end)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Requests a file by a signed address. */
async function fetchFile(
  service: TestService,
  file: StoredFile,
  headers: Record<string, string> = {},
  disposition: 'inline' | 'attachment' = 'inline',
): Promise<Response> {
  const { services: running } = service.server;
  const { url } = fileAddress({ services: running, now: running.clock.now() }, file, { disposition });
  return fetch(`${service.url}${new URL(url).pathname}`, { headers });
}

describe.each(['database', 's3'] as const)('a file in the store %s', (storage) => {
  it('comes back byte by byte, whole and in ranges across its parts', async () => {
    const service = services[storage];
    const content = randomBytes(6 * 1024 * 1024 + 17);
    const file = await write(service, content, 'movie.bin');
    expect(file).toMatchObject({
      storage,
      bytes: content.length,
      mime: 'application/octet-stream',
      sha256: digest(content),
    });
    expect((await contentOf(service, file)).equals(content)).toBe(true);
    for (const [start, end] of [
      [0, 2],
      [524_287, 524_290],
      [5_000_000, 6_000_000],
      [content.length - 3, content.length],
    ] as const)
      expect({ start, end, hash: digest(await contentOf(service, file, start, end)) }).toEqual({
        start,
        end,
        hash: digest(content.subarray(start, end)),
      });
  });

  it('that is too large or breaks off leaves nothing', async () => {
    const service = services[storage];
    const inspector = await Inspector.open(service.databaseUrl);
    const before = await inspector.fingerprint();
    await expect(write(service, randomBytes(200_000), 'big', { maxBytes: 199_999 })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      extras: { details: { limit_bytes: 199_999 } },
    });
    async function* broken(): AsyncGenerator<Buffer> {
      yield randomBytes(600_000);
      throw new Error('the client went away');
    }
    const { acme } = service;
    await expect(filesOf(service).write({ tenantId: acme.id, name: 'x' }, broken())).rejects.toThrow('away');
    expect(await inspector.fingerprint()).toEqual(before);
    await inspector.close();
  });

  it('is erased a day later when nothing refers to it', async () => {
    const service = services[storage];
    const file = await write(service, randomBytes(1_000_000));
    const sweep = () => sweepFiles(service.server.services, service.server.app.log);
    service.advance(23 * 3600);
    await sweep();
    expect(await filesOf(service).find(file)).toBeDefined();
    service.advance(25 * 3600);
    await sweep();
    service.advance(0);
    expect(await filesOf(service).find(file)).toBeUndefined();
    await expect(contentOf(service, file)).rejects.toThrow();
    expect(await service.sql(service.acme, 'select 1 from file_parts where file_id = ?', [file.id])).toEqual(
      [],
    );
  });

  it('of one workspace is not found in another', async () => {
    const service = services[storage];
    const { id } = await write(service, 'secret');
    expect(await filesOf(service).find({ tenantId: service.globex.id, id })).toBeUndefined();
    expect(await service.sql(service.globex, 'select 1 from file_parts where file_id = ?', [id])).toEqual([]);
  });
});

describe('a signed address', () => {
  it('answers the whole file with safe headers', async () => {
    const file = await write(services.database, 'Grüße', 'Grüße "1".txt');
    const reply = await fetchFile(services.database, file);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '7',
      etag: `"${file.sha256}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="Gr__e _1_.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.txt`,
    });
    expect(await reply.text()).toBe('Grüße');
  });

  it('answers one range, and the whole file for several or with a failed If-Range', async () => {
    const file = await write(services.database, '0123456789', 'digits.txt');
    const ask = async (headers: Record<string, string>) => {
      const reply = await fetchFile(services.database, file, headers);
      return [reply.status, reply.headers.get('content-range'), await reply.text()];
    };
    const etag = `"${file.sha256}"`;
    expect(await ask({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await ask({ range: 'bytes=7-' })).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await ask({ range: 'bytes=-3' })).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await ask({ range: 'bytes=8-99' })).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await ask({ range: 'bytes=10-' })).toEqual([416, 'bytes */10', '']);
    expect(await ask({ range: 'bytes=-0' })).toEqual([416, 'bytes */10', '']);
    expect(await ask({ range: 'bytes=0-1,4-5' })).toEqual([200, null, '0123456789']);
    expect(await ask({ range: 'lines=1-2' })).toEqual([200, null, '0123456789']);
    expect(await ask({ range: 'bytes=2-4', 'if-range': etag })).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await ask({ range: 'bytes=2-4', 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
    expect(await ask({ 'if-none-match': etag })).toEqual([304, null, '']);
  });

  it('answers HEAD with the headers alone', async () => {
    const file = await write(services.database, 'text', 'a.txt');
    const { services: running } = services.database.server;
    const { url } = fileAddress({ services: running, now: running.clock.now() }, file);
    const reply = await fetch(`${services.database.url}${new URL(url).pathname}`, { method: 'HEAD' });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '4']);
  });

  it('shows nothing in the browser that could run a script', async () => {
    const service = services.database;
    const script = '<script>alert(1)</script>';
    const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
    const types = await Promise.all(
      [
        ['page.html', script],
        ['page.png', `<html>${script}</html>`],
        ['drawing.svg', svg],
        ['table.csv', 'a,b\n1,2'],
        ['notes.md', '# Title'],
        ['facts.json', '{"a": 1}'],
        ['photo.txt', PNG],
        ['zeros.txt', Buffer.from('a\0b')],
        ['latin.txt', Buffer.from([0x47, 0x72, 0xfc])],
        ['offer.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n')],
      ].map(async ([name, content]) => {
        const file = await write(service, content as string, name as string);
        const reply = await fetchFile(service, file);
        return [name, file.mime, reply.headers.get('content-disposition')!.split(';')[0]];
      }),
    );
    expect(types).toEqual([
      ['page.html', 'text/plain', 'inline'],
      ['page.png', 'text/plain', 'inline'],
      ['drawing.svg', 'text/plain', 'inline'],
      ['table.csv', 'text/csv', 'attachment'],
      ['notes.md', 'text/markdown', 'attachment'],
      ['facts.json', 'application/json', 'attachment'],
      ['photo.txt', 'image/png', 'inline'],
      ['zeros.txt', 'application/octet-stream', 'attachment'],
      ['latin.txt', 'application/octet-stream', 'attachment'],
      ['offer.pdf', 'application/pdf', 'inline'],
    ]);
  });

  it('that was changed or is older than ten minutes is refused', async () => {
    const service = services.database;
    const file = await write(service, 'text', 'a.txt');
    const { services: running } = service.server;
    const { url } = fileAddress({ services: running, now: running.clock.now() }, file);
    const path = new URL(url).pathname;
    const status = async (changed: string) => {
      const reply = await fetch(`${service.url}${changed}`);
      return [reply.status, ((await reply.json()) as { error: { code: string } }).error.code];
    };
    expect(await status(`${path.slice(0, -4)}AAAA`)).toEqual([403, 'MEDIA_SIGNATURE_INVALID']);
    service.advance(601);
    expect(await status(path)).toEqual([403, 'MEDIA_SIGNATURE_INVALID']);
    service.advance(0);
    expect((await fetch(`${service.url}${path}`)).status).toBe(200);
    await filesOf(service).erase(file);
    expect(await status(path)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a file name', () => {
  it('loses its folders, control characters and characters that turn its direction', () => {
    expect(safeName('../../etc/passwd')).toBe('passwd');
    expect(safeName('C:\\temp\\offer.pdf')).toBe('offer.pdf');
    expect(safeName('invoice\u202efdp.exe')).toBe('invoicefdp.exe');
    expect(safeName('a\u0000b\r\nc.txt')).toBe('abc.txt');
    expect(safeName('Cafe\u0301.txt')).toBe('Café.txt');
    expect(safeName('')).toBe('file');
    expect(safeName('a/..')).toBe('file');
    expect(safeName('x'.repeat(300))).toHaveLength(255);
  });
});
