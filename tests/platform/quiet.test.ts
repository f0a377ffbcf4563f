// Memory is given back once a load is over: never while requests come, and not for the sake of a little.
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { collectWhenQuiet } from '../../src/quiet.ts';

const SECOND = 1_000;
const MEGABYTE = 2 ** 20;
const engine = globalThis.gc;
const { rss } = process.memoryUsage;
let app: FastifyInstance;
/** Bytes that the process holds; a collection leaves 200 MB of them. */
let held = 0;
const collect = jest.fn(() => {
  held = 200 * MEGABYTE;
});

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'performance'],
  });
  collect.mockClear();
  globalThis.gc = collect as unknown as NonNullable<typeof engine>;
  process.memoryUsage.rss = () => held;
  held = 190 * MEGABYTE;
  app = Fastify();
  collectWhenQuiet(app);
  app.get('/', () => 'there');
});

afterEach(async () => {
  await app.close();
  globalThis.gc = engine;
  process.memoryUsage.rss = rss;
  jest.useRealTimers();
});

async function ask(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await app.inject('/');
}

async function load(megabytes: number): Promise<void> {
  await ask(50);
  held += megabytes * MEGABYTE;
}

/** Time passes, in which a probe comes every five seconds. */
async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await ask(1);
    jest.advanceTimersByTime(5 * SECOND);
  }
}

it('collects once after a load, and again only after the next one', async () => {
  await load(100);
  await wait(60);
  expect(collect).toHaveBeenCalledTimes(1);
  await wait(600);
  expect(collect).toHaveBeenCalledTimes(1);
  await load(100);
  await wait(60);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('does not collect in the pauses of a load', async () => {
  for (let pause = 0; pause < 10; pause += 1) {
    await load(100);
    await wait(10);
  }
  expect(collect).not.toHaveBeenCalled();
  await wait(10);
  expect(collect).toHaveBeenCalledTimes(1);
});

it('leaves a process alone that a load has hardly made larger', async () => {
  await load(20);
  await wait(300);
  expect(collect).not.toHaveBeenCalled();
});

it('stops looking with the server', async () => {
  await load(100);
  await app.close();
  jest.advanceTimersByTime(60 * SECOND);
  expect(collect).not.toHaveBeenCalled();
});
