// Takes the text out of documents, in a thread: documents are made by strangers.
import { runInThread } from '../threads.ts';
import type { ContentImport } from './model.ts';

/** What the thread is asked. */
export interface ExtractTask {
  kind: ContentImport['kind'];
  bytes: Uint8Array;
}

export type UnreadableSource = 'encrypted' | 'too_large' | 'damaged';

/** What the thread answers. */
export type Extracted = { text: string } | { reason: UnreadableSource };

const LIMITS = { milliseconds: 15_000, memory: 256 };

/** One document at a time, so that several do not take the memory of several. */
let queue: Promise<unknown> = Promise.resolve();

/** Returns the text of a document, or why it cannot be read. */
export async function extractText(kind: ExtractTask['kind'], bytes: Buffer): Promise<Extracted> {
  if (kind === 'text') return { text: bytes.toString('utf8') };
  const run = () =>
    runInThread<Extracted>(
      new URL('./extract-worker.ts', import.meta.url),
      { kind, bytes } satisfies ExtractTask,
      LIMITS,
    );
  const answer = queue.then(run).catch((): Extracted => ({ reason: 'damaged' }));
  queue = answer;
  return answer;
}
