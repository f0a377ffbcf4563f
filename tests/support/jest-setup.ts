// Runs once in each test process. The runner loads test files as plain Node modules, so what they share is loaded and
// compiled once; this file adds what it lacks: time limits, and the package `@jest/globals`.
import { registerHooks } from 'node:module';
import { addEventHandler, type Event, type State } from 'jest-circus';

type Block = State['currentDescribeBlock'];
type Entry = Block['tests'][number] | Block['hooks'][number];

/** Milliseconds that a test or hook may take: long enough for a busy machine, because it only ends what hangs. */
const TIME_LIMIT = 600_000;
const GLOBALS = new URL('./jest-globals.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

addEventHandler((event: Event, state: State) => {
  if (event.name === 'add_test') limitTime(state.currentDescribeBlock.tests.at(-1));
  if (event.name === 'add_hook') limitTime(state.currentDescribeBlock.hooks.at(-1));
});

/** Makes a test or hook fail when its time is over. */
function limitTime(entry: Entry | undefined): void {
  const run = entry?.fn as (() => Promise<void> | void) | undefined;
  if (!entry || !run) return;
  const milliseconds = entry.timeout ?? TIME_LIMIT;
  entry.fn = async () => {
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`not finished after ${milliseconds} ms`)), milliseconds);
    try {
      await Promise.race([run(), expired]);
    } finally {
      clearTimeout(timer);
    }
  };
}
