// Large files pass through the service in pieces: its memory does not grow with them.
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { growthDuring } from '../support/memory.ts';
import { endProcesses, freePort, newFolder, type Process, startAsNpmDoes } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';

const MIB = 1_048_576;
/** Near the limit of media, 200 MiB. */
const SIZE = 190 * MIB;
/** Pieces of noise, which nothing can compress. */
const PIECE = randomBytes(MIB);

let service: TestService;
let process: Process;
let url: string;

beforeAll(async () => {
  // Both processes accept the same tokens only if they have the same address.
  const shared = { SECRET_KEY: randomBytes(32).toString('hex'), PUBLIC_URL: 'https://api.example.com' };
  service = await startService(shared);
  const port = String(await freePort());
  const settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: newFolder(), DEMO: '0' };
  process = await startAsNpmDoes({ ...settings, PORT: port });
  url = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await endProcesses();
  await service?.stop();
});

/** Yields a WAV of the size of the test. */
function* wav(): Generator<Buffer> {
  const head = Buffer.from('RIFF\x24\0\0\0WAVEfmt ');
  yield Buffer.concat([head, PIECE.subarray(head.length)]);
  for (let sent = MIB; sent < SIZE; sent += MIB) yield PIECE;
}

/** Uploads the WAV as multipart, piece by piece. @returns the recording */
async function upload(callId: string, headers: Record<string, string>): Promise<{ id: string }> {
  const boundary = 'large-file';
  const field = (name: string, extra = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n`;
  function* body() {
    yield Buffer.from(
      `${field('call_id')}\r\n${callId}\r\n${field('file', '; filename="call.wav"')}Content-Type: audio/wav\r\n\r\n`,
    );
    yield* wav();
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const sending = request(`${url}/api/call-recordings`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sending
      .on('error', reject)
      .on('response', async (response) => resolve(Buffer.concat(await response.toArray()).toString()));
  });
  await pipeline(Readable.from(body()), sending);
  const { data, error } = JSON.parse(await answered);
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

it('a file of 190 MB is uploaded and downloaded without being held in memory', async () => {
  const { token, tenantId } = await service.session(service.acme, 'owner');
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
  const call = { subject: 'Discovery', outcome: 'connected', participants: [] };
  const { body } = await service.rest('POST', '/api/calls', call);
  // The first small upload loads what every upload needs.
  const form = new FormData();
  form.set('call_id', body.data.id);
  form.set('file', new Blob([wav().next().value as never]), 'small.wav');
  expect((await fetch(`${url}/api/call-recordings`, { method: 'POST', headers, body: form })).status).toBe(
    201,
  );

  const uploaded = await growthDuring(process, () => upload(body.data.id, headers));
  const expected = createHash('sha256');
  for (const piece of wav()) expected.update(piece);
  const media = await service.rest('GET', `/api/call-recordings/${uploaded.result.id}/media`);
  const downloaded = await growthDuring(process, async () => {
    const hash = createHash('sha256');
    const response = await fetch(media.body.data.url.replace(/^https?:\/\/[^/]+/, url));
    for await (const chunk of response.body!) hash.update(chunk);
    return hash.digest('hex');
  });
  expect(downloaded.result).toBe(expected.digest('hex'));
  expect(uploaded.growth).toBeLessThan(SIZE);
  expect(downloaded.growth).toBeLessThan(SIZE);
});
