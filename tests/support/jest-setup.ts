// Runs once in each test process. The runner loads test files as plain Node modules, so what they share is loaded and
// compiled once; this file adds what it lacks: time limits, and the package `@jest/globals`.
import { registerHooks } from 'node:module';
import { addEventHandler, type Event, getState, type State } from 'jest-circus';

type Block = State['currentDescribeBlock'];
type Entry = Block['tests'][number] | Block['hooks'][number];

/** Milliseconds that a test or hook may take, unless the file sets another limit by `jest.setTimeout`. */
const TIME_LIMIT = 60_000;
const GLOBALS = new URL('./jest-globals.ts', import.meta.url).href;
/** The limits of files that set one; the runner creates a new state for each file. */
const limits = new WeakMap<State, number>();

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

Object.assign((globalThis as unknown as { jest: object }).jest, {
  setTimeout: (milliseconds: number) => void limits.set(getState(), milliseconds),
});

addEventHandler((event: Event, state: State) => {
  if (event.name === 'add_test') limitTime(state.currentDescribeBlock.tests.at(-1), state);
  if (event.name === 'add_hook') limitTime(state.currentDescribeBlock.hooks.at(-1), state);
});

/** Makes a test or hook fail when its time is over. */
function limitTime(entry: Entry | undefined, state: State): void {
  const run = entry?.fn as (() => Promise<void> | void) | undefined;
  if (!entry || !run) return;
  const milliseconds = entry.timeout ?? limits.get(state) ?? TIME_LIMIT;
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
