// The smoke test: every workload on every installed peer, over a few thousand rows, and a start with generated kinds of
// records; compares answers, measures no time.
import { compareAnswers } from './answers.ts';
import { copyWithKinds } from './boot/copy.ts';
import { RUN } from './dataset/make.ts';
import type { Environment } from './environment.ts';
import { load } from './load.ts';
import { startPeer } from './peers/processes.ts';
import { print } from './print.ts';
import { compareRows } from './rows.ts';
import { label } from './workloads/workload.ts';

/** Requests of each variant; enough to use compiled documents and leases of the rate limiter. */
const REQUESTS = 20;

/** Runs the smoke test. @throws Error on the first answer that differs or fails */
export async function smoke(environment: Environment): Promise<void> {
  await environment.startPeers();
  let passed = 0;
  for (const workload of environment.workloads) {
    await environment.with(workload, async (params) => {
      const { available, missing } = await environment.participants(workload);
      await compareAnswers(workload, available, params);
      await compareRows(
        environment.cluster,
        (name) => environment.databaseOf(name),
        workload,
        available,
        params,
      );
      for (const { variant, target } of available) {
        const { failed, failure } = await load(target, 4, { requests: REQUESTS }, (n) =>
          variant.request(params[n % params.length], n),
        );
        if (failed)
          throw new Error(`${workload.name}, ${label(variant)}: ${failed} of ${REQUESTS} failed: ${failure}`);
      }
      passed += available.length;
      print(`${workload.name}: the same from ${available.map(({ variant }) => label(variant)).join('; ')}`);
      for (const reason of missing) print(`  left out: ${reason}`);
    });
  }
  if (!passed) throw new Error('no workload ran');
  await startWithGeneratedKind(environment);
  print(`${passed} passed, 0 failed`);
}

/** Starts the service with a generated kind, as `--boot` does. @throws Error if it does not start */
async function startWithGeneratedKind({ cluster }: Environment): Promise<void> {
  const generated = copyWithKinds(1);
  try {
    await (await startPeer('ours', cluster.url(RUN), { folder: generated.folder })).stop();
    print('a generated kind of records: the service starts with it');
  } finally {
    generated.remove();
  }
}
