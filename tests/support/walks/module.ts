// The tests of every operation of one module: who is refused, which records are out of reach, what is answered.
import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { describeAgents } from './agents.ts';
import { describeAnswers } from './answers.ts';
import { describeCredentials } from './credentials.ts';
import { describeIsolation } from './isolation.ts';
import { describeRoles } from './roles.ts';
import { Walk } from './walk.ts';

/** Declares the tests of a module; each module of the catalogue has a file in tests/platform/operations that calls this. */
export function walkModule(module: string): void {
  // The time grows with the operations of the module.
  jest.setTimeout(180_000);
  describe('access', () => {
    const walk = startWalk(module, (started) => started.prepareCalls());
    for (const declare of [describeCredentials, describeRoles, describeAgents, describeIsolation])
      declare(walk);
  });

  // Calls that succeed change settings that the refusals depend on, so they have a service of their own.
  describe('answers', () => describeAnswers(startWalk(module)));
}

/** Starts a walk before the tests of this block and stops it after them. */
function startWalk(module: string, prepare?: (walk: Walk) => Promise<void>): () => Walk {
  let walk: Walk;

  beforeAll(async () => {
    walk = await Walk.start(module);
    await prepare?.(walk);
  });

  afterAll(() => walk?.stop());

  return () => walk;
}
