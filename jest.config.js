// Configures Jest: test files run as plain Node modules in two processes, with one PostgreSQL for the whole run.
export default {
  // Jest's own runner loads and compiles the whole service again for each file, which took more than half of the time.
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFilesAfterEnv: ['<rootDir>/tests/support/jest-setup.ts'],
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  // Node itself runs TypeScript.
  transform: {},
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/.data'],
  maxWorkers: 2,
};
