// The thread for PDFs: does one task and answers it.
import { parentPort, workerData } from 'node:worker_threads';
import { inspect, readPicture } from './pdf-inspect.ts';
import { seal } from './pdf-seal.ts';
import type { PdfTask } from './pdf-task.ts';

const task = workerData as PdfTask;

function answer(): Promise<unknown> {
  if (task.task === 'inspect') return inspect(task.bytes);
  return task.task === 'picture' ? readPicture(task.base64) : seal(task);
}

try {
  parentPort!.postMessage({ value: await answer() });
} catch (error) {
  parentPort!.postMessage({ error: String(error) });
}
