// Batches of operations and the stream of their events.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventSource } from 'eventsource';
import type { Reply, TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { WorkingService } from '../support/working-service.ts';

let service: TestService;
let world: WorkingService;

beforeAll(async () => {
  world = await WorkingService.start();
  ({ service } = world);
});

afterAll(() => world?.stop());

const items = (...names: (string | undefined)[]) =>
  names.map((name) => ({ variables: name === undefined ? {} : { name } }));

async function create(body: object): Promise<Reply['body']> {
  const reply = await service.rest('POST', '/api/jobs/batch', body);
  expect(reply.status).toBe(202);
  return reply.body.data;
}

async function ended(id: string): Promise<Reply['body']> {
  await until(
    async () => (await service.rest('GET', `/api/jobs/batch/${id}`)).body.data.finished_at !== null,
  );
  return (await service.rest('GET', `/api/jobs/batch/${id}`)).body.data;
}

/** Opens a stream. */
function open(id: string, headers: Record<string, string> = {}, query = ''): Promise<Response> {
  const { token, tenantId } = service.acme.people.owner;
  return fetch(`${service.url}/api/jobs/batch/${id}/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId, ...headers },
  });
}

/** Reads a stream until it ends. */
async function stream(...of: Parameters<typeof open>): Promise<{ status: number; text: string }> {
  const answer = await open(...of);
  return { status: answer.status, text: await answer.text() };
}

const typesOf = (text: string): string[] => [...text.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type!);
const idsOf = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

const itemsOf = (text: string): Reply['body'][] =>
  [...text.matchAll(/^event: item\n(?:id: \d+\n)?data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));

describe('a batch', () => {
  it('runs each item by itself and reports those that are refused', async () => {
    const { id, links } = await create({
      operation: 'CreateCompany',
      items: items('One', undefined, 'Three'),
    });
    expect(links.stream).toBe(`/api/jobs/batch/${id}/stream`);
    expect(await ended(id)).toMatchObject({
      state: 'partially_failed',
      counts: { total: 3, pending: 0, succeeded: 2, failed: 1, skipped: 0, cancelled: 0 },
    });
    const { body } = await service.rest('GET', `/api/jobs/batch/${id}/items`);
    expect(
      body.data.map((item: Reply['body']) => [item.index, item.state, item.error?.code ?? item.result.type]),
    ).toEqual([
      [0, 'succeeded', 'company'],
      [1, 'failed', 'VALIDATION_ERROR'],
      [2, 'succeeded', 'company'],
    ]);
  });

  it('skips the rest after the first failure where it aborts', async () => {
    const { id } = await create({
      operation: 'CreateCompany',
      items: items('A', undefined, 'C'),
      on_error: 'abort',
    });
    expect(await ended(id)).toMatchObject({ counts: { succeeded: 1, failed: 1, skipped: 1 } });
  });

  it('is refused for operations that run by themselves, and for unknown ones', async () => {
    for (const [operation, rule] of [
      ['ListCompanies', 'operation_not_batchable'],
      ['UploadImport', 'operation_not_batchable'],
      ['CreateNothing', 'exists'],
    ]) {
      const reply = await service.rest('POST', '/api/jobs/batch', { operation, items: items('A') });
      expect([reply.status, reply.body.error.fields[0].rule]).toEqual([400, rule]);
    }
  });
});

describe('the stream of a batch', () => {
  it('replays every event from a cursor, and ends the reconnection after the last one', async () => {
    const { id } = await create({ operation: 'CreateCompany', items: items('S1', undefined) });
    await ended(id);
    const all = await stream(id, { 'last-event-id': '0' });
    const ids = idsOf(all.text);
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    expect(typesOf(all.text).slice(0, 1)).toEqual(['state']);
    expect(typesOf(all.text).slice(-3)).toEqual(['progress', 'state', 'done']);
    const rest = await stream(id, { 'last-event-id': String(ids.length - 2) });
    expect(idsOf(rest.text)).toEqual(ids.slice(-2));
    expect((await stream(id, {}, `?last_event_id=${ids.length}`)).status).toBe(204);
    expect(typesOf((await stream(id)).text)).toEqual(['snapshot', 'done']);
    for (const unknown of ['999', '99999999999999999999'])
      expect(typesOf((await stream(id, { 'last-event-id': unknown })).text)).toEqual([
        ...['reset', 'snapshot', 'done'],
      ]);
  });

  it('sends every item with items=all as it is run, once and not again after a reconnection', async () => {
    await world.stopWorker();
    const { id } = await create({ operation: 'CreateCompany', items: items('S3', undefined, 'S4', 'S5') });
    const live = await open(id, {}, '?items=all');
    const chunks = live.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const read = async () => {
      const { done, value } = await chunks.read();
      text += value ?? '';
      return !done;
    };
    while (!text.includes('event: snapshot')) await read();
    await world.startWorker();
    while (await read());
    const sent = itemsOf(text);
    expect(sent.map(({ index, state }) => [index, state]).sort()).toEqual([
      [0, 'succeeded'],
      [1, 'failed'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ]);
    const stored = (await service.rest('GET', `/api/jobs/batch/${id}/items`)).body.data;
    for (const { index, record } of sent) expect(record ?? null).toEqual(stored[index].result);
    const ids = idsOf(text).slice(1);
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    const replayed = itemsOf((await stream(id, { 'last-event-id': '0' }, '?items=all')).text);
    expect(replayed.map(({ state }) => state)).toEqual(['failed']);
  });

  it('refuses cursors that are no numbers, and other media types', async () => {
    const { id } = await create({ operation: 'CreateCompany', items: items('S2') });
    for (const cursor of ['abc', '-1', '1.5'])
      expect((await stream(id, { 'last-event-id': cursor })).status).toBe(400);
    expect((await stream(id, { accept: 'application/json' })).status).toBe(406);
    expect((await stream(id, {}, '?items=some')).status).toBe(400);
    await ended(id);
  });

  it('is followed live by an EventSource until it is done', async () => {
    const { token, tenantId } = service.acme.people.owner;
    const { id } = await create({
      operation: 'CreateCompany',
      items: items(...Array.from({ length: 40 }, (_, at) => `L${at}`)),
    });
    const source = new EventSource(`${service.url}/api/jobs/batch/${id}/stream`, {
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
        }),
    });
    const done = await new Promise<{ data: string }>((resolve) => source.addEventListener('done', resolve));
    source.close();
    expect(JSON.parse(done.data)).toMatchObject({
      batch_id: id,
      state: 'succeeded',
      counts: { succeeded: 40, total: 40 },
    });
  });
});
