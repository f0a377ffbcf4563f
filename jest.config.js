// Configures Jest: ES modules, TypeScript through swc, one PostgreSQL for the whole run.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    // Global setup and teardown are excluded: swc would turn them into CommonJS and break import() of file URLs.
    // Node loads them and their imports itself, as in production.
    '^(?!.*/tests/support/global-).+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/.data'],
  maxWorkers: 2,
  // A worker keeps some modules of every file that it has run, so its garbage collection gets slower; restart it.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
};
