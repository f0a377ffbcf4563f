// The job queue, from the side that works: handlers of the domains, the schedule, and the worker of this process.
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../context.ts';
import type { Services } from '../services.ts';
import { purgeExpired } from './purge.ts';
import type { StoredJob } from './queue.ts';

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

/** Every handler by name: one line a domain, `...companies` from `domains/companies/jobs.ts`. */
const HANDLERS: Record<string, JobHandler> = {};

/** Work by the clock, as cron lines in UTC; done once for all processes. */
const SCHEDULE = [{ task: 'purge_expired', match: '17 * * * *', options: { maxAttempts: 3 } }];

const CONCURRENCY = 4;
/** Beside one connection for each job: the listener, and the clock. */
const CONNECTIONS = CONCURRENCY + 2;
const RESTART_AFTER = 2_000;

export interface Worker {
  /** Takes no more jobs, finishes those under way, and lets go of the database. */
  stop(): Promise<void>;
}

/**
 * Starts the worker of this process.
 * @param databaseUrl as the owner of the tables, which the queue's own are
 * @param handlers beside those of the domains; for tests
 */
export async function startWorker(
  services: Services,
  databaseUrl: string,
  log: Log,
  handlers: Record<string, JobHandler> = {},
): Promise<Worker> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    application_name: 'platform-jobs',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection of the job queue failed'));
  // Whoever listens for itself is not warned about it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const start = (): Promise<Runner> =>
    run({
      pgPool: pool,
      taskList: tasksOf(services, log, { ...HANDLERS, ...handlers }),
      parsedCronItems: parseCronItems(SCHEDULE),
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      // Without batching the library waits for no mark of an ended job: stopping would leave it locked for four hours, and
      // a failing mark would be an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: loggerOf(log),
    });
  const supervisor = await supervise(start, log);
  return {
    async stop() {
      await supervisor.stop();
      await pool.end();
    },
  };
}

/** Keeps a runner going: it gives up when it cannot mark what became of a job, as in an outage of the database. */
async function supervise(start: () => Promise<Runner>, log: Log): Promise<Worker> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let runner = await start();
  const watch = async (): Promise<void> => {
    for (;;) {
      await runner.promise.catch(() => undefined);
      if (signal.aborted) return;
      log.error({ retryInMs: RESTART_AFTER }, 'the job worker ended and is started again');
      await sleep(RESTART_AFTER, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      runner = await start().catch((error) => {
        log.error({ err: error }, 'the job worker does not start');
        return runner;
      });
    }
  };
  // A runner that has ended says so; there is nothing left to stop then.
  const stopRunner = (): Promise<void> => runner.stop().catch(() => undefined);
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await stopRunner();
      await watching;
      // The watch may just have started another one.
      await stopRunner();
    },
  };
}

function tasksOf(services: Services, log: Log, handlers: Record<string, JobHandler>): TaskList {
  const tasks: TaskList = {
    purge_expired: (_payload, { withPgClient }) =>
      withPgClient((client) => purgeExpired(client, services.clock.now(), log)),
  };
  for (const [name, handle] of Object.entries(handlers)) {
    tasks[name] = async (stored, { job, abortSignal }) => {
      const { tenantId, requestId, payload } = stored as StoredJob;
      const context = {
        services,
        log,
        tenantId,
        requestId,
        jobId: job.id,
        attempt: job.attempts,
        signal: abortSignal,
      };
      await handle(context, payload as never);
    };
  }
  return tasks;
}

/** The library's words in our log; what it says of every single job is for debugging. */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const write = level === 'error' ? log.error : level === 'warning' ? log.warn : log.debug;
    write.call(log, { job: scope.taskIdentifier, job_id: scope.jobId, err: meta?.error }, message);
  });
}
