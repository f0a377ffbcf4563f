// What a job is to the domain that does it.
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';

/** What a handler works with. It opens its own transactions: most jobs wait for somebody else in between. */
export interface JobContext {
  services: Services;
  log: Log;
  /** The workspace that asked. */
  tenantId: string;
  /** The request that asked. */
  requestId: string;
  /** Of this job, the same at each attempt: for keys that outsiders remember. */
  jobId: string;
  /** From 1. */
  attempt: number;
  /** Aborts when the process stops. */
  signal: AbortSignal;
}

/** Does a job, possibly more than once: a process can die between the work and its mark. */
export type JobHandler = (job: JobContext, payload: never) => Promise<void>;
