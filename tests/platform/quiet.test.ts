// Memory is given back once a load is over: never while requests come, and not for the sake of a few of them.
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { collectWhenQuiet } from '../../src/quiet.ts';

const SECOND = 1_000;
const engine = globalThis.gc;
const collect = jest.fn();
let app: FastifyInstance;

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'performance'],
  });
  collect.mockClear();
  globalThis.gc = collect as unknown as NonNullable<typeof engine>;
  app = Fastify();
  collectWhenQuiet(app);
  app.get('/', () => 'there');
});

afterEach(async () => {
  await app.close();
  globalThis.gc = engine;
  jest.useRealTimers();
});

async function ask(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await app.inject('/');
}

/** Time passes, in which a probe comes every five seconds. */
async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await ask(1);
    jest.advanceTimersByTime(5 * SECOND);
  }
}

it('collects once after a load, and again only after the next one', async () => {
  await ask(1_200);
  await wait(60);
  expect(collect).toHaveBeenCalledTimes(1);
  await wait(600);
  expect(collect).toHaveBeenCalledTimes(1);
  await ask(1_200);
  await wait(60);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('does not collect in the pauses of a load', async () => {
  for (let pause = 0; pause < 10; pause += 1) {
    await ask(300);
    await wait(10);
  }
  expect(collect).not.toHaveBeenCalled();
  await wait(10);
  expect(collect).toHaveBeenCalledTimes(1);
});

it('leaves a process alone that has hardly been asked', async () => {
  await ask(500);
  await wait(300);
  expect(collect).not.toHaveBeenCalled();
});

it('stops looking with the server', async () => {
  await ask(1_200);
  await app.close();
  jest.advanceTimersByTime(60 * SECOND);
  expect(collect).not.toHaveBeenCalled();
});
