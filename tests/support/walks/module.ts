// The tests of every operation of one module: refusals, isolation and responses.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeAgents } from './agents.ts';
import { describeAnswers } from './answers.ts';
import { describeCredentials } from './credentials.ts';
import { describeIsolation } from './isolation.ts';
import { describeRoles } from './roles.ts';
import { Walk } from './walk.ts';

/** Declares the tests of a module; tests/platform/operations has a file for each module, which calls this function. */
export function walkModule(module: string): void {
  describe(`module ${module}, access:`, () => {
    const walk = startWalk(module, (started) => started.prepareCalls());
    for (const declare of [describeCredentials, describeRoles, describeAgents, describeIsolation])
      declare(walk);
  });

  // Successful calls change settings that the refusals depend on, so they use a separate service.
  describe(`module ${module}, responses:`, () => describeAnswers(startWalk(module)));
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
