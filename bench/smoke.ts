// The smoke: every workload on every peer that is installed, over a few thousand rows; judges answers, not time.
import { compare } from './answers.ts';
import { load } from './load.ts';
import { print } from './print.ts';
import { compareRows } from './rows.ts';
import type { Stage } from './stage.ts';
import { label } from './workloads/workload.ts';

/** Requests of each variant; enough for a compiled document and a lease of the limiter to come into play. */
const REQUESTS = 20;

/** @throws Error on the first answer that differs or fails */
export async function smoke(stage: Stage): Promise<void> {
  await stage.startPeers();
  let passed = 0;
  for (const workload of stage.workloads) {
    await stage.with(workload, async (params) => {
      const { taking, missing } = await stage.contestants(workload);
      await compare(workload, taking, params);
      await compareRows(stage.cluster, (name) => stage.databaseOf(name), workload, taking, params);
      for (const { variant, target } of taking) {
        const { failed, failure } = await load(target, 4, { requests: REQUESTS }, (n) =>
          variant.request(params[n % params.length], n),
        );
        if (failed)
          throw new Error(`${workload.name}, ${label(variant)}: ${failed} of ${REQUESTS} failed: ${failure}`);
      }
      passed += taking.length;
      print(`${workload.name}: the same from ${taking.map(({ variant }) => label(variant)).join('; ')}`);
      for (const reason of missing) print(`  left out: ${reason}`);
    });
  }
  if (!passed) throw new Error('no workload ran');
  print(`${passed} passed, 0 failed`);
}
