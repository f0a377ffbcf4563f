// The states of a job and its retry schedule (delivery.md section 6.2).
import { fail, isRetryable, ServiceError } from '../../errors.ts';
import type { JobState } from './model.ts';

/** A worker that does not renew its lease within this time loses the job. */
export const LEASE_MS = 60_000;

/** Attempts after the first one. */
const RETRIES = 5;
const FIRST_DELAY_MS = 5_000;

export function isFinished(state: JobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/**
 * Returns the state after a request to cancel: a queued job is cancelled, a running one stops at its next row.
 * @throws JOB_FINISHED
 */
export function stateAfterCancel(state: JobState): JobState {
  if (isFinished(state)) {
    fail('JOB_FINISHED', `The job has already ${state === 'cancelled' ? 'been cancelled' : state}.`, {
      details: { state },
    });
  }
  return state === 'queued' ? 'cancelled' : 'cancelling';
}

/** Returns the delay before the next attempt in ms; undefined after a permanent error or the last attempt. */
export function retryDelay(attempts: number, isTransient: boolean): number | undefined {
  if (!isTransient || attempts > RETRIES) return undefined;
  return FIRST_DELAY_MS * 4 ** (attempts - 1);
}

/** Returns whether a retry can succeed: the error is registered as retryable, or a connection was lost. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServiceError) return isRetryable(error);
  return error instanceof Error && /connection (terminated|ended)|socket hang up/i.test(error.message);
}
