// Answers without a language model: the same text for the same records, whatever failure the provider has.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { json, say, type Turn } from '../support/model-server.ts';
import { SECRET, startWorld, type World } from './assistant-world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  const { service } = world;
  await service.rest('POST', '/api/companies', { name: 'Acme Anvils', website: 'acme.example.com' });
  await service.rest('POST', '/api/companies', { name: 'Acme Bellows' });
  await service.rest('POST', '/api/contacts', {
    first_name: 'Ada',
    last_name: 'Anvil',
    email: 'ada@acme.example.com',
  });
});

afterAll(() => world?.stop());

const QUESTION = 'What is new with Acme Anvils?';
const PROVIDER_TEXT = 'words of the provider';

const answerTo = async (question = QUESTION) => {
  const { status, body } = await world.ask(question);
  expect(status).toBe(200);
  return body.data;
};

const FAILURES: [string, string, Turn][] = [
  ['does not respond', 'timeout', () => undefined],
  ['responds with 500', 'http', (_, response) => json(response, 500, { error: { message: PROVIDER_TEXT } })],
  [
    'responds with 401',
    'auth',
    (_, response) => json(response, 401, { error: { message: `${PROVIDER_TEXT} ${SECRET}` } }),
  ],
  [
    'responds with 429',
    'rate_limited',
    (_, response) => json(response, 429, { error: { message: PROVIDER_TEXT } }),
  ],
  [
    'responds with HTML',
    'invalid_answer',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${PROVIDER_TEXT}`),
  ],
  [
    'responds with incomplete JSON',
    'invalid_answer',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"choices": "${PROVIDER_TEXT}`),
  ],
  ['responds without a choice', 'invalid_answer', (_, response) => json(response, 200, { choices: [] })],
  ['responds with null', 'invalid_answer', (_, response) => json(response, 200, null)],
  ['closes the connection', 'network', (_, response) => response.destroy()],
  [
    'redirects',
    'network',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  ],
];

describe('the assistant', () => {
  let expected: { text: string; citations: object[] };

  it('answers without a model if no route is set, and lists the matching records with citations', async () => {
    const data = await answerTo();
    expected = { text: data.text, citations: data.citations };
    expect(data).toMatchObject({ providerUnavailable: true, model: null, usage: null, proposals: [] });
    expect(data.text.split('\n').slice(0, 2)).toEqual([
      'No language model is available now; these records match:',
      '- company: Acme Anvils (acme.example.com) [1]',
    ]);
    expect(data.text).toContain('company: Acme Bellows');
    expect(data.text).toContain('contact: Ada Anvil');
    expect(data.citations[0]).toMatchObject({ index: 1, type: 'company', label: 'Acme Anvils' });
    expect(data.citations).toHaveLength(3);
    expect((await answerTo('Anything about Zyxomma?')).text).toBe(
      'No language model is available now, and no record matches your question.',
    );
  });

  it.each(FAILURES)('gives the same answer if the provider %s', async (_, fault, turn) => {
    await world.route(fault === 'timeout' ? { timeout_ms: 5_000 } : {});
    world.model.script(turn);
    const data = await answerTo();
    expect(world.model.requests).toHaveLength(1);
    expect({ text: data.text, citations: data.citations }).toEqual(expected);
    expect(data.providerUnavailable).toBe(true);
    const [route] = (await world.service.rest('GET', '/api/settings/models')).body.data;
    expect([route.health, route.last_error]).toEqual(['failing', fault]);
    expect(world.lines.filter((line) => line.includes(PROVIDER_TEXT) || line.includes(SECRET))).toEqual([]);
  });

  it('holds no database connection while it waits for the provider, even with an idempotency key', async () => {
    await world.route({ timeout_ms: 5_000 });
    world.model.script(() => undefined);
    const { pool } = world.service.server.services.database;
    const pending = [1, 2, 3].map((n) =>
      world.ask(QUESTION, {}, n === 3 ? {} : { headers: { 'idempotency-key': `held-${n}` } }),
    );
    while (world.model.requests.length < 3) await sleep(10);
    await sleep(100);
    expect(pool.totalCount - pool.idleCount).toBe(0);
    const twice = await world.ask(QUESTION, {}, { headers: { 'idempotency-key': 'held-1' } });
    expect([twice.status, twice.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    const replies = await Promise.all(pending);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const again = await world.ask(QUESTION, {}, { headers: { 'idempotency-key': 'held-1' } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(replies[0]!.body);
  });

  it('asks the fallback route before it answers without a model', async () => {
    await world.route({ model: 'second' }, 'summary');
    await world.route({ model: 'first', fallback: 'summary' });
    world.model.script((_, response) => json(response, 500, {}), say('Hello from the second.'));
    const data = await answerTo();
    expect(world.model.requests.map(({ model }) => model)).toEqual(['first', 'second']);
    expect(data).toMatchObject({ providerUnavailable: false, model: 'second' });
  });

  it('answers without a model once the monthly budget is used up, and does not ask the provider', async () => {
    await world.route({ monthly_budget: 100_000 });
    const [before] = (await world.service.rest('GET', '/api/settings/models')).body.data;
    const spentTokens = before.spend.input_tokens + before.spend.output_tokens;
    await world.route({ monthly_budget: spentTokens + 50 });
    world.model.script(say('Within the budget.'));
    expect((await answerTo()).providerUnavailable).toBe(false);
    const data = await answerTo();
    expect({ text: data.text, citations: data.citations }).toEqual(expected);
    expect(world.model.requests).toHaveLength(1);
    const [after] = (await world.service.rest('GET', '/api/settings/models')).body.data;
    expect(after).toMatchObject({ health: 'over_budget', spend: { requests: before.spend.requests + 1 } });
    world.service.advance(40 * 86_400);
    const owner = await world.service.session(world.service.acme, 'owner');
    const next = await world.ask(QUESTION, {}, { as: owner });
    expect(next.body.data.providerUnavailable).toBe(false);
    world.service.advance(0);
  });

  it('estimates the number of tokens if the provider does not report it', async () => {
    await world.route();
    const spentTokens = async () =>
      (await world.service.rest('GET', '/api/settings/models')).body.data[0].spend.input_tokens;
    const before = await spentTokens();
    world.model.script(say('Uncounted.', null));
    await answerTo();
    expect(await spentTokens()).toBeGreaterThan(before + 100);
  });

  it('rejects questions beyond its rate limit', async () => {
    const { service } = world;
    const { viewer } = service.acme.people;
    await service.server.services.limiter.consume('assistant-chat', viewer.userId, 20_000);
    const reply = await world.ask(QUESTION, {}, { as: viewer });
    expect([reply.status, reply.body.error]).toEqual([
      429,
      expect.objectContaining({ code: 'RATE_LIMITED', details: { policy: 'assistant-chat' } }),
    ]);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
