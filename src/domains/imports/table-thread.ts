// Reads large files in threads of their own, so that they do not keep other requests waiting.
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../errors.ts';
import { type OpenedTable, openBatches, type ReadTask, type RowBatch } from './row-batches.ts';
import type { ThreadAnswer } from './table-worker.ts';

/** Smaller files are read sooner than a thread starts. */
const SMALL_BYTES = 64 * 1024;
/** What a thread may take besides the file, in MB. */
const HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 };
const MAX_THREADS = 2;

/** The readings in threads that have not ended. */
const running = new Set<Promise<unknown>>();

/**
 * Opens a file and reads it as far as `use` does: a small one in this thread, others in one that ends with `use`.
 * @throws FILE_UNREADABLE, PAYLOAD_TOO_LARGE, TOO_MANY_ROWS, VALIDATION_ERROR; also while the rows are read
 */
export async function readTable<T>(task: ReadTask, use: (table: OpenedTable) => Promise<T>): Promise<T> {
  if (task.bytes.length <= SMALL_BYTES) return use(await openBatches(task));
  while (running.size >= MAX_THREADS) await Promise.race(running).catch(() => undefined);
  const reading = inThread(task, use);
  running.add(reading);
  return reading.finally(() => running.delete(reading));
}

async function inThread<T>(task: ReadTask, use: (table: OpenedTable) => Promise<T>): Promise<T> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: task,
    transferList: [task.bytes.buffer as ArrayBuffer],
    resourceLimits: HEAP,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const messages = on(worker, 'message', { close: ['exit'] });
  const ask = async (): Promise<Exclude<ThreadAnswer, { refusal: unknown } | { failure: unknown }>> => {
    worker.postMessage('next');
    const { value } = await messages.next().catch((error) => {
      throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error;
    });
    const answer = value?.[0] as ThreadAnswer | undefined;
    if (!answer) throw new Error('the thread for files ended without an answer');
    if ('failure' in answer) throw new Error(answer.failure);
    if (!('refusal' in answer)) return answer;
    throw new ServiceError(answer.refusal.code, answer.refusal.message, answer.refusal.extras);
  };
  try {
    const opened = await ask();
    if (!('facts' in opened)) throw new Error('the thread for files answered rows before their table');
    const { facts } = opened;
    return await use({ facts, batches: batchesOf(ask, facts) });
  } finally {
    await worker.terminate();
  }
}

/** Asks for batches until the facts of the whole table come, and completes those of the beginning. */
async function* batchesOf(
  ask: () => Promise<{ batch: RowBatch } | { facts: OpenedTable['facts'] }>,
  facts: OpenedTable['facts'],
): AsyncGenerator<RowBatch> {
  for (;;) {
    const answer = await ask();
    if ('batch' in answer) yield answer.batch;
    else {
      Object.assign(facts, answer.facts);
      return;
    }
  }
}

function tooLarge(): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', 'The file takes too much memory when it is unpacked.', {
    details: { reason: 'uncompressed_size' },
  });
}
