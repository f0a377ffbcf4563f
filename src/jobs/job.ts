// The types of job handlers.
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';

/** The context of a handler. It opens its own transactions, because most jobs wait for an external service in between. */
export interface JobContext {
  services: Services;
  log: Log;
  /** The workspace that enqueued the job. */
  tenantId: string;
  /** The request that enqueued the job. */
  requestId: string;
  /** The same at each attempt; for idempotency keys at external services. */
  jobId: string;
  /** Counts from 1. */
  attempt: number;
  /** Aborts when the process stops. */
  signal: AbortSignal;
}

/** Runs a job, possibly more than once: a process can die after the work but before the job is marked as done. */
export type JobHandler = (job: JobContext, payload: never) => Promise<void>;
