// The thread that reads a file: it answers what it finds piece by piece, each when it is asked for.
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '../../error-codes.ts';
import { type ErrorExtras, ServiceError } from '../../errors.ts';
import { openBatches, type ReadTask, type RowBatch } from './row-batches.ts';
import type { TableFacts } from './table.ts';

/** What the thread answers: facts when the table is open and after its last row, batches in between, or why it ends. */
export type ThreadAnswer =
  | { facts: TableFacts }
  | { batch: RowBatch }
  | { refusal: { code: ErrorCode; message: string; extras: ErrorExtras } }
  | { failure: string };

/** Lower than that of the thread that serves requests. Linux gives each thread a priority of its own, other systems do not. */
const PRIORITY = 5;
if (process.platform === 'linux') setPriority(PRIORITY);

async function* answers(task: ReadTask): AsyncGenerator<ThreadAnswer> {
  try {
    const { facts, batches } = await openBatches(task);
    yield { facts };
    for await (const batch of batches) yield { batch };
    yield { facts };
  } catch (error) {
    if (!(error instanceof ServiceError)) yield { failure: String((error as Error).stack ?? error) };
    else yield { refusal: { code: error.code, message: error.message, extras: error.extras } };
  }
}

for await (const answer of answers(workerData as ReadTask)) {
  await once(parentPort!, 'message');
  parentPort!.postMessage(answer);
}
