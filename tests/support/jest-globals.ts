// What `@jest/globals` provides to the tests: the functions that the runner makes global (jest-setup.ts).
type Globals = Pick<
  typeof import('@jest/globals'),
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it' | 'jest' | 'test'
>;

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis as unknown as Globals;
