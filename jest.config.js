// How Jest runs the tests: ES modules, TypeScript through swc, one PostgreSQL for the whole run.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    // The global files run outside the tests' modules, where swc would turn them into CommonJS and break import() of
    // file URLs; Node itself loads them, and all that they import, as it does in production.
    '^(?!.*/tests/support/global-).+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/.data'],
  maxWorkers: 2,
  // A worker keeps some of the modules of every file that it has run, and collects garbage ever longer.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
};
