// Texts that are written from a source: by rule, and by a model whose answers are only proposals.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { json, type ModelServer, say, startModelServer } from '../support/model-server.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  service = await startService({ env: { WEBHOOK_ALLOW_LOOPBACK: 'true' } } as never);
});

afterAll(async () => {
  await service?.stop();
  await model?.close();
});

const SOURCE = 'We are open on Sundays now.';
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const adapt = async (input: object) =>
  (await service.rest('POST', '/api/content/adapt', { source: SOURCE, ...input })).body;

describe('without a model', () => {
  it('texts are made by rule, and nothing but hashes tells of the source', async () => {
    const { status, body } = await service.rest('POST', '/api/content/multiplex', {
      source: SOURCE,
      style: 'Short',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      source_hash: hash(SOURCE),
      style_hash: hash('Short'),
      provider: 'deterministic',
    });
    expect(body.data.variants).toHaveLength(5);
    for (const one of body.data.variants) {
      expect(one.validation.status).toBe('ok');
      expect(one.attempts).toMatchObject([{ attempt: 1, strategy: 'sentence_drop', status: 'ok' }]);
    }
    expect(await service.sql(service.acme, 'select id from content_drafts')).toEqual([]);
  });

  it('a text is shortened until it fits its channel', async () => {
    const source = `${'x'.repeat(300)} `.repeat(60);
    const { data } = await adapt({ action: 'shorten-to-fit', channel: 'photo_network-caption', source });
    expect(data.variants).toMatchObject([
      {
        format: 'photo_network-caption',
        validation: { status: 'warning' },
        attempts: [
          { attempt: 1, strategy: 'sentence_drop', status: 'over_limit' },
          { attempt: 2, strategy: 'truncate', status: 'warning' },
        ],
      },
    ]);
  });

  it('an action names the channels that it takes', async () => {
    const paths = async (input: object) =>
      (await adapt(input)).error.fields.map((field: { path: string }) => field.path);
    expect(await paths({ action: 'adapt-channel' })).toEqual(['channel']);
    expect(await paths({ action: 'regenerate-all', channel: 'microblog-thread' })).toEqual(['channel']);
    expect(await paths({ action: 'draft-from-source', source: ' \u200b\ufeff'.slice(0, 1) })).toEqual([
      'source',
    ]);
    expect(
      (await adapt({ action: 'regenerate-all', channels: ['email-newsletter'] })).data.variants,
    ).toHaveLength(1);
    expect((await adapt({ action: 'translate' })).error.code).toBe('VALIDATION_ERROR');
  });
});

describe('with a model', () => {
  beforeAll(async () => {
    const key = await service.rest('POST', '/api/settings/api-keys', {
      ...{
        label: 'Model',
        provider: 'openai_compatible',
        base_url: model.url,
        secret: 'sk-good-0123456789abcdef',
      },
    });
    expect([key.status, key.text]).toEqual([201, expect.any(String)]);
    const input = { provider_key_id: key.body.data.id, model: 'writer-1' };
    for (const purpose of ['content_multiplex', 'content_adapt'])
      expect((await service.rest('PUT', `/api/settings/models/${purpose}`, input)).status).toBe(200);
  });

  it('its text is used where it fits, and shortened where it does not', async () => {
    const answer = {
      'microblog-thread': { segments: ['By the model.'] },
      'photo_network-caption': { text: 'Too long. '.repeat(300) },
      'email-newsletter': { text: 'not a mail' },
    };
    model.script(say(`\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``));
    const channels = Object.keys(answer);
    const { body } = await service.rest('POST', '/api/content/multiplex', { source: SOURCE, channels });
    expect(body.data.provider).toBe('writer-1');
    const [thread, caption, mail] = ['microblog-thread', 'photo_network-caption', 'email-newsletter'].map(
      (format) => body.data.variants.find((one: { format: string }) => one.format === format),
    );
    expect(thread).toMatchObject({
      segments: ['By the model.'],
      attempts: [{ strategy: 'provider', status: 'ok' }],
    });
    expect(caption.attempts).toMatchObject([
      { attempt: 1, strategy: 'provider', status: 'over_limit', count: 3000 },
      { attempt: 2, strategy: 'sentence_drop', status: 'warning' },
    ]);
    expect(mail).toMatchObject({ body: SOURCE, attempts: [{ strategy: 'sentence_drop' }] });
    const [spend] = await service.sql<{ requests: number }>(
      service.acme,
      "select requests from model_spend where purpose = 'content_multiplex'",
    );
    expect(spend!.requests).toBe(1);
  });

  it('a failure or an answer without sense leaves the work to the rules', async () => {
    model.script(
      (_, response) => json(response, 500, { error: { message: 'SECRET WORDS' } }),
      say('I would rather not.'),
      say('{"microblog-thread": {"segments": 7}}'),
    );
    for (let turn = 0; turn < 3; turn += 1)
      expect((await adapt({ action: 'adapt-channel', channel: 'microblog-thread' })).data).toMatchObject({
        provider: 'deterministic',
        variants: [{ segments: [SOURCE] }],
      });
  });

  it('an agent may ask it, which counts as an action', async () => {
    model.script(say('{"microblog-thread": {"segments": ["Hi"]}}'));
    const body = { source: SOURCE, channels: ['microblog-thread'] };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ask = () =>
      service.rest('POST', '/api/content/multiplex', body, { as: service.acme.agent, headers });
    expect(await ask()).toMatchObject({ status: 200, body: { data: { provider: 'writer-1' } } });
    const again = await ask();
    expect([again.headers.get('idempotency-replayed'), model.requests.length]).toEqual(['true', 1]);
    const query = `mutation ($input: MultiplexContentInput!) { multiplexContent(input: $input) { provider } }`;
    const graphql = await service.graphql(
      query,
      { input: { source: SOURCE, channels: ['MICROBLOG_THREAD'] } },
      { as: service.acme.agent, headers: { 'idempotency-key': crypto.randomUUID() } },
    );
    expect(graphql.body.data).toEqual({ multiplexContent: { provider: 'writer-1' } });
    const counts = await service.sql<{ n: number }>(service.acme, 'select n from agent_action_counts');
    expect(counts.map(({ n }) => n)).toEqual([2]);
  });
});
