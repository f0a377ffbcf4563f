// Runs one task in a thread of its own: what strangers send can neither block the process nor run for ever.
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  milliseconds: number;
  /** Of the heap, in MB. */
  memory: number;
}

/** What a thread answers: the value, or the message of the error. */
export type ThreadAnswer = { value: unknown } | { error: string };

/**
 * Runs a task in a thread, which posts one ThreadAnswer.
 * @param file the program of the thread
 * @throws Error if it fails, takes too long, or needs too much memory
 */
export function runInThread<Answer>(
  file: URL,
  task: object,
  { milliseconds, memory }: ThreadLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const timer = setTimeout(() => {
      reject(new Error('the thread took too long'));
      void worker.terminate();
    }, milliseconds);
    worker.once('message', (answer: ThreadAnswer) =>
      'error' in answer ? reject(new Error(answer.error)) : resolve(answer.value as Answer),
    );
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread ended without an answer'));
    });
  });
}
