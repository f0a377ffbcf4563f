// The walk over every operation of one module: who is refused, whose records are out of reach, what is answered.
import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { describeAgents } from './agents.ts';
import { describeAnswers } from './answers.ts';
import { describeCredentials } from './credentials.ts';
import { describeRoles } from './roles.ts';
import { describeStrangers } from './strangers.ts';
import { Walk } from './walk.ts';

/** Declares the tests of a module; each module of the catalogue has a file in tests/platform/operations that does. */
export function walkModule(module: string): void {
  // A walk grows with the operations of its module, and shares the machine with the other files.
  jest.setTimeout(180_000);
  describe('access', () => {
    const walk = startWalk(module, (started) => started.prepareCalls());
    for (const declare of [describeCredentials, describeRoles, describeAgents, describeStrangers])
      declare(walk);
  });

  // Calls that succeed change what refusals count on: they have a service of their own.
  describe('answers', () => describeAnswers(startWalk(module)));
}

/** Starts a walk before the tests of this block, and stops it behind them. */
function startWalk(module: string, prepare?: (walk: Walk) => Promise<void>): () => Walk {
  let walk: Walk;

  beforeAll(async () => {
    walk = await Walk.start(module);
    await prepare?.(walk);
  });

  afterAll(() => walk?.stop());

  return () => walk;
}
