// The states of a job, and when it is tried again (delivery.md section 6.2).
import { ERRORS, fail, ServiceError } from '../../errors.ts';
import type { JobState } from './model.ts';

/** A worker that says nothing for so long has lost its job. */
export const LEASE_MS = 60_000;

/** Attempts beside the first one. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 5_000;

export function isFinished(state: JobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/**
 * The state after somebody asked the job to stop: one that runs stops at its next row.
 * @throws JOB_FINISHED
 */
export function cancelled(state: JobState): JobState {
  if (isFinished(state)) {
    fail('JOB_FINISHED', `The job has ${state === 'cancelled' ? 'been cancelled' : state} already.`, {
      details: { state },
    });
  }
  return state === 'queued' ? 'cancelled' : 'cancelling';
}

/** Milliseconds until the next attempt, or undefined where there is none: of a lasting error, or after the last one. */
export function pauseAfter(attempts: number, isTransient: boolean): number | undefined {
  if (!isTransient || attempts > RETRIES) return undefined;
  return FIRST_PAUSE_MS * 4 ** (attempts - 1);
}

/** Whether the same work can succeed later: what the registry of errors calls retryable, and a lost connection. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServiceError) return 'retryable' in ERRORS[error.code];
  return error instanceof Error && /connection (terminated|ended)|socket hang up/i.test(error.message);
}
