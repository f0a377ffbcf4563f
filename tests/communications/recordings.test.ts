// Recordings of calls: media, consent, transcripts, retention, and what providers send.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { callRecordings, eraseExpiredRecordings } from '../../src/domains/call-recordings/jobs.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

const WAV = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(2000, 7)]);
const file = { name: 'call.wav', content_base64: WAV.toString('base64') };
const turns = [{ speaker: 'Ada Byron', start_ms: 0, end_ms: 900, text: 'Good morning.' }];

let service: TestService;
let inspector: Inspector;
let contact: Data;

const call = async (method: string, path: string, body?: unknown) =>
  service.rest(method, path, body, { as: await service.session(service.acme, 'owner') });

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await call(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

const newCall = () =>
  ok('POST', '/api/calls', {
    subject: 'Discovery',
    outcome: 'connected',
    participants: [{ role: 'to', contact_id: contact.id }],
  });

const record = async (fields: object = {}) =>
  ok('POST', '/api/call-recordings', { call_id: (await newCall()).id, file, ...fields });

const get = (id: string, query = '') => ok('GET', `/api/call-recordings/${id}${query}`);

/** Calls, expects a refusal and proves that it wrote nothing. */
async function refused(method: string, path: string, body?: unknown, as?: Data): Promise<Data> {
  const caller = as ?? (await service.session(service.acme, 'owner'));
  const before = await inspector.fingerprint();
  const reply = await service.rest(method, path, body, { as: caller });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await inspector.fingerprint()).toEqual(before);
  return { status: reply.status, ...reply.body.error };
}

const job = () => ({
  services: service.server.services,
  log: service.server.app.log as never,
  tenantId: service.acme.id,
  requestId: 'test-recordings',
  jobId: '1',
  attempt: 1,
  signal: new AbortController().signal,
});

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  contact = await ok('POST', '/api/contacts', {
    first_name: 'Ada',
    last_name: 'Byron',
    phone: '+4930901820',
  });
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

describe('a recording', () => {
  it('is uploaded as multipart, shown by its call, and its media are read at a signed address', async () => {
    const { id: callId } = await newCall();
    const form = new FormData();
    form.set('call_id', callId);
    form.set('title', 'First call');
    form.set('consent', JSON.stringify({ state: 'granted' }));
    form.set('file', new Blob([WAV]), '../call.wav');
    const { token, tenantId } = await service.session(service.acme, 'owner');
    const reply = await fetch(`${service.url}/api/call-recordings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
      body: form,
    });
    const { data: recording } = (await reply.json()) as Data;
    expect([reply.status, recording]).toMatchObject([
      201,
      {
        call_id: callId,
        title: 'First call',
        source: 'upload',
        provider_ref: null,
        media: { mime: expect.stringMatching(/^audio\//), bytes: WAV.length, sha256: expect.any(String) },
        consent: { state: 'granted', by: { type: 'user' }, at: expect.any(String) },
        transcript: { state: 'none', language: null, turns: null },
      },
    ]);
    expect((await ok('GET', `/api/calls/${callId}`)).recordings).toEqual([
      { id: recording.id, title: 'First call', duration_s: null, consent_state: 'granted' },
    ]);
    const address = await ok('GET', `/api/call-recordings/${recording.id}/media`);
    expect(address).toMatchObject({ mime: recording.media.mime, bytes: WAV.length });
    const part = await fetch(new URL(new URL(address.url).pathname, service.url), {
      headers: { range: 'bytes=0-3' },
    });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
    const agent = await refused(
      'GET',
      `/api/call-recordings/${recording.id}/media`,
      undefined,
      service.acme.agent,
    );
    expect(agent).toMatchObject({ status: 403, code: 'HUMAN_REQUIRED' });
    const found = await ok(
      'GET',
      '/api/call-recordings?search=first&filter[consent]=granted&filter[source]=upload',
    );
    expect(found.map(({ id }: Data) => id)).toContain(recording.id);
  });

  it.each<[string, object, string, string]>([
    [
      'a text as its media',
      { file: { name: 'a.wav', content_base64: Buffer.from('hello').toString('base64') } },
      'file',
      'media_type',
    ],
    ['both a file and a reference', { file, provider_ref: 'rec_1' }, 'file', 'one_of'],
    ['neither', {}, 'file', 'one_of'],
    ['a retention that has passed', { file, retention_until: '2020-01-01' }, 'retention_until', 'past'],
    [
      'a turn that ends before it begins',
      { file, transcript: { turns: [{ ...turns[0], start_ms: 901 }] } },
      'transcript.turns[0].end_ms',
      'invalid_range',
    ],
    [
      'a language that is none',
      { file, transcript: { turns, language: '??' } },
      'transcript.language',
      'locale',
    ],
  ])('is refused with %s', async (_, fields, path, rule) => {
    const { id } = await newCall();
    const error = await refused('POST', '/api/call-recordings', { call_id: id, ...fields });
    expect([error.code, error.fields[0].path, error.fields[0].rule]).toEqual([
      'VALIDATION_ERROR',
      path,
      rule,
    ]);
  });

  it('is refused for an unknown call, a denied consent and another workspace', async () => {
    const unknown = await refused('POST', '/api/call-recordings', { call_id: crypto.randomUUID(), file });
    expect(unknown.fields[0]).toMatchObject({ path: 'call_id', rule: 'exists' });
    const { id } = await newCall();
    const denied = await refused('POST', '/api/call-recordings', {
      call_id: id,
      file,
      consent: { state: 'denied' },
    });
    expect([denied.status, denied.code]).toEqual([409, 'RECORDING_CONSENT_DENIED']);
    const recording = await record();
    const stranger = await service.session(service.globex, 'owner');
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/media'],
    ] as const) {
      const body = method === 'PATCH' ? { title: 'Mine' } : undefined;
      const error = await refused(method, `/api/call-recordings/${recording.id}${path}`, body, stranger);
      expect([method, error.status]).toEqual([method, 404]);
    }
  });

  it('shows the turns of its transcript on request, and never in lists', async () => {
    const recording = await record({ transcript: { language: 'en-gb', turns } });
    expect((await get(recording.id)).transcript).toEqual({ state: 'ready', language: 'en-GB', turns: null });
    expect((await get(recording.id, '?include_transcript=true')).transcript.turns).toEqual(turns);
    const [listed] = await ok(
      'GET',
      `/api/call-recordings?filter[transcript]=ready&call_id=${recording.call_id}`,
    );
    expect(listed.transcript).toEqual({ state: 'ready', language: 'en-GB' });
    const same = await ok('PATCH', `/api/call-recordings/${recording.id}`, {
      transcript: { language: 'en-GB', turns },
    });
    expect(same.version).toBe(1);
    const corrected = [{ ...turns[0], text: 'Good evening.' }];
    const changed = await ok('PATCH', `/api/call-recordings/${recording.id}`, {
      transcript: { language: 'en-GB', turns: corrected },
    });
    expect(changed.version).toBe(2);
    expect((await get(recording.id, '?include_transcript=true')).transcript.turns).toEqual(corrected);
    await ok('PATCH', `/api/call-recordings/${recording.id}`, { transcript: null });
    expect((await get(recording.id, '?include_transcript=true')).transcript).toEqual({
      state: 'none',
      language: null,
      turns: null,
    });
    const audit = await inspector.query('select changes::text from audit_entries where target_id = $1', [
      recording.id,
    ]);
    expect(JSON.stringify(audit)).not.toContain('Good morning');
  });

  it('loses media and transcript at once when consent is denied, and a later consent brings nothing back', async () => {
    const recording = await record({ transcript: { turns } });
    const { url } = await ok('GET', `/api/call-recordings/${recording.id}/media`);
    const media = () => fetch(new URL(new URL(url).pathname, service.url));
    expect((await media()).status).toBe(200);
    const denied = await ok('PATCH', `/api/call-recordings/${recording.id}`, {
      consent: { state: 'denied' },
    });
    expect(denied).toMatchObject({
      media: null,
      consent: { state: 'denied' },
      transcript: { state: 'none' },
    });
    expect((await media()).status).toBe(404);
    const asked = await refused('GET', `/api/call-recordings/${recording.id}/media`);
    expect([asked.status, asked.code]).toEqual([409, 'RECORDING_CONSENT_DENIED']);
    const text = await refused('PATCH', `/api/call-recordings/${recording.id}`, { transcript: { turns } });
    expect(text.code).toBe('RECORDING_CONSENT_DENIED');
    const granted = await ok('PATCH', `/api/call-recordings/${recording.id}`, {
      consent: { state: 'granted' },
    });
    expect(granted).toMatchObject({
      media: null,
      consent: { state: 'granted' },
      transcript: { state: 'none' },
    });
    expect((await refused('GET', `/api/call-recordings/${recording.id}/media`)).status).toBe(404);
    expect(
      await inspector.query('select from call_recording_transcripts where recording_id = $1', [recording.id]),
    ).toEqual([]);
  });

  it('is deleted with its call', async () => {
    const recording = await record({ transcript: { turns } });
    await ok('DELETE', `/api/calls/${recording.call_id}`);
    expect((await refused('GET', `/api/call-recordings/${recording.id}`)).status).toBe(404);
    const [row] = await inspector.query('select file_id, deleted_at from call_recordings where id = $1', [
      recording.id,
    ]);
    expect(row).toMatchObject({ file_id: null, deleted_at: expect.any(Date) });
  });

  it('is emptied when the person on the call is erased', async () => {
    const person = await ok('POST', '/api/contacts', {
      first_name: 'Zanzibar',
      last_name: 'Quimby',
      phone: '+4930901821',
    });
    const { id } = await ok('POST', '/api/calls', {
      subject: 'Call',
      outcome: 'connected',
      participants: [{ role: 'to', contact_id: person.id }],
    });
    const alone = await ok('POST', '/api/call-recordings', {
      call_id: id,
      file,
      title: 'Zanzibar',
      transcript: { turns },
    });
    const both = await ok('POST', '/api/calls', {
      subject: 'Call',
      outcome: 'connected',
      participants: [
        { role: 'to', contact_id: person.id },
        { role: 'to', contact_id: contact.id },
      ],
    });
    const shared = await ok('POST', '/api/call-recordings', {
      call_id: both.id,
      file,
      transcript: {
        turns: [
          ...turns,
          { speaker: 'Zanzibar Quimby', start_ms: 900, end_ms: 950, text: 'Zanzibar Quimby speaking.' },
        ],
      },
    });
    await ok('POST', `/api/contacts/${person.id}/erase`, {});
    expect(await get(alone.id)).toMatchObject({ title: null, media: null, transcript: { state: 'none' } });
    const kept = await get(shared.id, '?include_transcript=true');
    expect(kept.media).not.toBeNull();
    expect(kept.transcript.turns[0]).toEqual(turns[0]);
    expect(JSON.stringify(kept)).not.toMatch(/zanzibar/i);
  });
});

describe('an event of a voice provider', () => {
  const secret = `whsec_${Buffer.from('a secret of at least 24 characters').toString('base64')}`;
  let provider: Server;
  let connection: string;
  let base: string;

  beforeAll(async () => {
    provider = createServer((request, response) => {
      response.writeHead(request.url === '/gone' ? 404 : 200).end(request.url === '/text' ? 'no media' : WAV);
    });
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const key = { label: 'Voice', provider: 'custom', secret: 'whatever-secret', base_url: `${base}/` };
    connection = (await ok('POST', '/api/settings/api-keys', { ...key, ingress_secret: secret })).id;
  });

  afterAll(() => new Promise((done) => provider.close(done)));

  async function post(type: string, data: object): Promise<number> {
    const [id, at] = [crypto.randomUUID(), service.server.services.clock.now()];
    const body = JSON.stringify({ type, created_at: at.toISOString(), data });
    const reply = await fetch(`${service.url}/api/calls/webhooks/generic?connection_id=${connection}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      },
      body,
    });
    return reply.status;
  }

  const fetchMedia = (id: string) => callRecordings.fetch_recording!(job(), { id } as never);

  /** Reports a call and its recording. @returns the recording */
  async function reported(ref: string, path = '/media'): Promise<Data> {
    const started = {
      provider_call_id: `call-${ref}`,
      direction: 'inbound',
      from: '+4930901820',
      to: '+493012345',
    };
    await post('call.started', { ...started, started_at: new Date().toISOString() });
    const ready = {
      provider_call_id: `call-${ref}`,
      recording_id: ref,
      url: `${base}${path}`,
      mime: 'audio/wav',
      duration_s: 60,
    };
    expect(await post('recording.ready', ready)).toBe(200);
    const all = await ok('GET', '/api/call-recordings?pageSize=100&filter[source]=provider');
    return all.find(({ provider_ref }: Data) => provider_ref === ref);
  }

  it('brings a recording with its media and transcript', async () => {
    const recording = await reported('rec-1');
    expect(recording).toMatchObject({
      source: 'provider',
      duration_s: 60,
      media: null,
      consent: { state: 'unknown' },
    });
    await fetchMedia(recording.id);
    expect((await get(recording.id)).media).toMatchObject({ bytes: WAV.length });
    const version = (await get(recording.id)).version;
    await fetchMedia(recording.id);
    expect((await get(recording.id)).version).toBe(version);
    expect(await post('recording.transcribed', { recording_id: 'rec-1', language: 'en', turns })).toBe(200);
    expect((await get(recording.id, '?include_transcript=true')).transcript).toEqual({
      state: 'ready',
      language: 'en',
      turns,
    });
    const events = await inspector.query<{ action: string }>(
      'select action from audit_entries where target_id = $1 order by id',
      [recording.id],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'call_recording.created',
      'call_recording.ready',
      'call_recording.transcribed',
    ]);
  });

  it('about an unknown call or recording is received without effect, and a malformed one refused', async () => {
    const ready = {
      provider_call_id: 'nobody',
      recording_id: 'rec-x',
      url: `${base}/media`,
      mime: 'audio/wav',
    };
    expect(await post('recording.ready', ready)).toBe(202);
    expect(await post('recording.transcribed', { recording_id: 'rec-x', language: 'en', turns })).toBe(202);
    expect(await post('recording.ready', { ...ready, url: 'file:///etc/passwd' })).toBe(400);
    expect(await post('recording.transcribed', { recording_id: 'rec-x', turns: [{ speaker: 'A' }] })).toBe(
      400,
    );
  });

  it('about a call or recording that was deleted brings nothing back', async () => {
    const recording = await reported('rec-gone');
    await ok('DELETE', `/api/call-recordings/${recording.id}`);
    const ready = { provider_call_id: 'call-rec-gone', recording_id: 'rec-gone', url: `${base}/media` };
    expect(await post('recording.ready', { ...ready, mime: 'audio/wav' })).toBe(202);
    expect(await post('recording.transcribed', { recording_id: 'rec-gone', language: 'en', turns })).toBe(
      202,
    );
    await ok('DELETE', `/api/calls/${recording.call_id}`);
    const call = { provider_call_id: 'call-rec-gone', direction: 'inbound', from: '+4930901820' };
    const started_at = new Date().toISOString();
    for (const type of ['call.started', 'call.completed'])
      expect(await post(type, { ...call, to: '+493012345', started_at })).toBe(202);
    expect((await service.rest('GET', `/api/calls/${recording.call_id}`)).status).toBe(404);
  });

  it('fetches nothing once consent is denied, and keeps nothing that is no media', async () => {
    const denied = await reported('rec-2');
    await ok('PATCH', `/api/call-recordings/${denied.id}`, { consent: { state: 'denied' } });
    await fetchMedia(denied.id);
    expect(await post('recording.transcribed', { recording_id: 'rec-2', language: 'en', turns })).toBe(200);
    expect(await get(denied.id)).toMatchObject({ media: null, transcript: { state: 'none' } });
    const text = await reported('rec-3', '/text');
    await fetchMedia(text.id);
    expect(await get(text.id)).toMatchObject({ media: null });
    const gone = await reported('rec-4', '/gone');
    await expect(fetchMedia(gone.id)).rejects.toThrow('404');
  });
});

describe('the retention of a recording', () => {
  it('hides media and transcript from the day after, and the sweep deletes the row', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const recording = await record({ retention_until: day(1), transcript: { turns } });
    const kept = await record({ retention_until: day(9) });
    const { url } = await ok('GET', `/api/call-recordings/${recording.id}/media`);
    service.advance(3 * 86_400);
    expect(await get(recording.id, '?include_transcript=true')).toMatchObject({
      media: null,
      transcript: { state: 'none', turns: null },
    });
    expect((await refused('GET', `/api/call-recordings/${recording.id}/media`)).status).toBe(404);
    expect((await fetch(new URL(new URL(url).pathname, service.url))).status).toBeGreaterThanOrEqual(403);
    const later = await ok('PATCH', `/api/call-recordings/${kept.id}`, { retention_until: day(20) });
    expect(later.media).not.toBeNull();
    await eraseExpiredRecordings(service.server.services, service.server.app.log as never);
    expect((await refused('GET', `/api/call-recordings/${recording.id}`)).status).toBe(404);
    expect((await get(kept.id)).media).not.toBeNull();
  });
});
