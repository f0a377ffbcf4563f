// Transcription of recordings by a model of the workspace, with a real HTTP server in the provider's place.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callRecordings } from '../../src/domains/call-recordings/jobs.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

const WAV = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(2000, 7)]);
const file = { name: 'call.wav', content_base64: WAV.toString('base64') };
const consent = { state: 'granted' };

let service: TestService;
let inspector: Inspector;
let provider: Server;
let callId: string;
/** The requests that the provider has received. */
let requests: { path: string; authorization: string | undefined; form: FormData }[];
let answer: (response: ServerResponse) => void;

const ok = async (method: string, path: string, body?: unknown): Promise<Data> => {
  const reply = await service.rest(method, path, body, {
    as: await service.session(service.acme, 'owner'),
  });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
};

const record = (fields: object) => ok('POST', '/api/call-recordings', { call_id: callId, file, ...fields });

const transcriptOf = async (id: string) =>
  (await ok('GET', `/api/call-recordings/${id}?include_transcript=true`)).transcript;

const transcribe = (id: string, attempt = 1) =>
  callRecordings.transcribe_recording!(
    {
      services: service.server.services,
      log: service.server.app.log as never,
      tenantId: service.acme.id,
      requestId: 'test-transcription',
      jobId: '1',
      attempt,
      signal: new AbortController().signal,
    },
    { id } as never,
  );

const say =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const spoken = {
  text: 'Good morning. Hello.',
  language: 'en',
  segments: [
    { start: 0, end: 1.25, text: ' Good morning.' },
    { start: 1.25, end: 2, text: 'Hello.\0', speaker: 'Ada' },
  ],
};

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = { 'content-type': request.headers['content-type']! };
    const form = await new Response(Buffer.concat(parts), { headers }).formData();
    requests.push({ path: request.url!, authorization: request.headers.authorization, form });
    answer(response);
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  callId = (await ok('POST', '/api/calls', { subject: 'Discovery', outcome: 'connected', participants: [] }))
    .id;
});

beforeEach(() => {
  requests = [];
  answer = say(spoken);
});

afterAll(async () => {
  provider?.close();
  await inspector?.close();
  await service?.stop();
});

describe('without a model route', () => {
  it('media stay without a transcript', async () => {
    const { id } = await record({ consent });
    expect((await transcriptOf(id)).state).toBe('none');
    await transcribe(id);
    expect(requests).toEqual([]);
  });
});

describe('with a model route', () => {
  beforeAll(async () => {
    const { id } = await ok('POST', '/api/settings/api-keys', {
      label: 'Speech',
      provider: 'transcription',
      base_url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
      secret: 'sk-good-0123456789abcdef',
    });
    await ok('PUT', '/api/settings/models/transcription', { provider_key_id: id, model: 'speech-1' });
  });

  it('new media whose people agreed are transcribed', async () => {
    const { id } = await record({ consent });
    expect(await transcriptOf(id)).toEqual({ state: 'pending', language: null, turns: null });
    const [job] = await inspector.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'transcribe_recording' and j.payload -> 'payload' ->> 'id' = $1`,
      [id],
    );
    expect(job!.n).toBe(1);
    await transcribe(id);
    expect(await transcriptOf(id)).toEqual({
      state: 'ready',
      language: 'en',
      turns: [
        { speaker: 'Speaker', start_ms: 0, end_ms: 1250, text: 'Good morning.' },
        { speaker: 'Ada', start_ms: 1250, end_ms: 2000, text: 'Hello.' },
      ],
    });
    const [{ path, authorization, form }] = requests as [(typeof requests)[0]];
    expect([path, authorization]).toEqual(['/v1/audio/transcriptions', 'Bearer sk-good-0123456789abcdef']);
    expect(form.get('model')).toBe('speech-1');
    expect(Buffer.from(await (form.get('file') as File).arrayBuffer())).toEqual(WAV);
    const actions = await inspector.query(
      'select action from audit_entries where target_id = $1 order by id',
      [id],
    );
    expect(actions.at(-1)).toEqual({ action: 'call_recording.transcribed' });
    const { data } = (await service.rest('GET', '/api/settings/models')).body;
    expect(data.find((route: Data) => route.purpose === 'transcription')).toMatchObject({
      health: 'healthy',
      spend: { requests: 1, input_tokens: 0, output_tokens: 5 },
    });
    await transcribe(id);
    expect(requests).toHaveLength(1);
  });

  it('media are transcribed once people agree, and not when they agree no longer', async () => {
    const { id } = await record({});
    expect((await transcriptOf(id)).state).toBe('none');
    await ok('PATCH', `/api/call-recordings/${id}`, { consent });
    expect((await transcriptOf(id)).state).toBe('pending');
    await ok('PATCH', `/api/call-recordings/${id}`, { consent: { state: 'unknown' } });
    expect((await transcriptOf(id)).state).toBe('none');
    await transcribe(id);
    expect(requests).toEqual([]);
  });

  it('consent that is denied while the model works discards what it answers', async () => {
    const { id } = await record({ consent });
    let denied: Promise<unknown> | undefined;
    answer = (response) => {
      denied = ok('PATCH', `/api/call-recordings/${id}`, { consent: { state: 'denied' } }).then(() =>
        say(spoken)(response),
      );
    };
    await transcribe(id);
    await denied;
    expect(await transcriptOf(id)).toEqual({ state: 'none', language: null, turns: null });
    const left = await inspector.query('select from call_recording_transcripts where recording_id = $1', [
      id,
    ]);
    expect(left).toEqual([]);
  });

  it('a transcript that came with the recording is kept', async () => {
    const turns = [{ speaker: 'Ada', start_ms: 0, end_ms: 900, text: 'Good morning.' }];
    const { id } = await record({ consent, transcript: { turns } });
    expect(await transcriptOf(id)).toMatchObject({ state: 'ready', turns });
  });

  it('a text without segments is one turn, and the name of a language is not taken for a tag', async () => {
    answer = say({ text: 'Good morning.', language: 'english' });
    const { id } = await record({ consent, duration_s: 3 });
    await transcribe(id);
    expect(await transcriptOf(id)).toEqual({
      state: 'ready',
      language: null,
      turns: [{ speaker: 'Speaker', start_ms: 0, end_ms: 3000, text: 'Good morning.' }],
    });
  });

  it.each([
    ['an error of the provider', say({ error: { message: 'SECRET WORDS' } }, 500)],
    ['an answer that breaks the protocol', say({ words: [] })],
    ['a lost connection', (response: ServerResponse) => void response.destroy()],
  ])('after %s it is tried again, and fails in the end', async (_, broken) => {
    answer = broken;
    const { id } = await record({ consent });
    await expect(transcribe(id)).rejects.toThrow('no model has transcribed the recording');
    expect((await transcriptOf(id)).state).toBe('pending');
    await transcribe(id, 6);
    expect(await transcriptOf(id)).toEqual({ state: 'failed', language: null, turns: null });
  });
});
