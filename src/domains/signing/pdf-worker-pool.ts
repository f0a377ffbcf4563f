// Runs work on PDFs in a thread of its own: files of strangers can neither block the process nor run for ever.
import { fail, invalid } from '../../errors.ts';
import { runInThread } from '../threads.ts';
import type { InspectionReason, PdfTask, SealedPdf, SealInput } from './pdf-task.ts';

const INSPECTION_MS = 20_000;
const SEAL_MS = 180_000;
/** One of each kind at a time: a document of 25 MB takes some hundred MB while it is read. */
const queues: Partial<Record<PdfTask['task'], Promise<unknown>>> = {};

/** What is known of a PDF that can be signed. */
export interface Inspection {
  pages: number;
}

/** Looks at a PDF. @throws UNSUPPORTED_DOCUMENT with the reason */
export async function inspectPdf(bytes: Buffer): Promise<Inspection> {
  const refuse = (reason: InspectionReason): never =>
    fail('UNSUPPORTED_DOCUMENT', undefined, { details: { reason } });
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return refuse('not_pdf');
  const found = await run<Inspection | { reason: InspectionReason }>(
    { task: 'inspect', bytes },
    INSPECTION_MS,
  ).catch(() => ({ reason: 'damaged' as const }));
  return 'reason' in found ? refuse(found.reason) : found;
}

/** Throws for a picture that cannot be drawn. @throws VALIDATION_ERROR png */
export async function assertPng(base64: string, path: string): Promise<void> {
  await run({ task: 'picture', base64 }, INSPECTION_MS).catch(() => {
    throw invalid(path, 'png', 'The picture is damaged; give a whole PNG.');
  });
}

/** Draws fields and evidence into documents and makes the certificate. */
export function sealPdf(input: SealInput): Promise<SealedPdf> {
  return run({ task: 'seal', ...input }, SEAL_MS);
}

function run<Answer>(task: PdfTask, limit: number): Promise<Answer> {
  const next = (queues[task.task] ?? Promise.resolve()).then(() => runNow<Answer>(task, limit));
  queues[task.task] = next.catch(() => undefined);
  return next;
}

function runNow<Answer>(task: PdfTask, milliseconds: number): Promise<Answer> {
  return runInThread(new URL('./pdf-worker.ts', import.meta.url), task, { milliseconds, memory: 512 });
}
