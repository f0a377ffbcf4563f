// The job queue, from the side that works: handlers of the domains, the schedule, and the worker of this process.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../context.ts';
import { watchTokens } from '../domains/api-access/jobs.ts';
import { purgeConversations } from '../domains/assistant/jobs.ts';
import { audit } from '../domains/audit/jobs.ts';
import { sealAllWorkspaces } from '../domains/audit/seal.ts';
import { sendPasswordReset } from '../domains/auth/password-reset.ts';
import { clients } from '../domains/clients/jobs.ts';
import { eraseArchivedFields } from '../domains/custom-fields/jobs.ts';
import { scanForDuplicates } from '../domains/duplicates/jobs.ts';
import { proposals } from '../domains/proposals/jobs.ts';
import { startCourier } from '../domains/webhooks/courier.ts';
import { webhooks } from '../domains/webhooks/jobs.ts';
import { sendQueued } from '../mail/queue.ts';
import type { Services } from '../services.ts';
import { showLife } from './abandoned.ts';
import type { JobHandler } from './job.ts';
import { purgeExpired } from './purge.ts';
import type { StoredJob } from './queue.ts';

/** Every handler by name: one line a domain, `...companies` from `domains/companies/jobs.ts`. */
const HANDLERS: Record<string, JobHandler> = { ...audit, ...clients, ...proposals, ...webhooks };

/** Work by the clock, as cron lines in UTC; done once for all processes. */
const SCHEDULE = [
  { task: 'erase_archived_fields', match: '41 * * * *', options: { maxAttempts: 3 } },
  { task: 'purge_expired', match: '17 * * * *', options: { maxAttempts: 3 } },
  { task: 'watch_tokens', match: '7 * * * *', options: { maxAttempts: 3 } },
  { task: 'seal_audit', match: '* * * * *', options: { maxAttempts: 1, queueName: 'audit' } },
  { task: 'purge_conversations', match: '47 * * * *', options: { maxAttempts: 3 } },
  { task: 'scan_for_duplicates', match: '*/5 * * * *', options: { maxAttempts: 1, queueName: 'duplicates' } },
];

const CONCURRENCY = 4;
/** Beside one connection for each job: the listener, the clock, and the sign of life. */
const CONNECTIONS = CONCURRENCY + 3;
const RESTART_AFTER = 1_000;
/** A job under way gets this long when the worker stops; so do the connections. */
const STOP_WITHIN = 20_000;

export interface Worker {
  /** Takes no more jobs, finishes those under way, and lets go of the database. */
  stop(): Promise<void>;
}

/** A worker that runs until it fails, or loses a connection. */
interface Run extends Worker {
  ended: Promise<unknown>;
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
  const tasks = tasksOf(services, log, { ...HANDLERS, ...handlers });
  const jobs = await supervise(() => startRun(databaseUrl, tasks, log), log);
  const courier = startCourier(services, log);
  return {
    async stop() {
      await Promise.all([jobs.stop(), courier.stop()]);
    },
  };
}

async function startRun(connectionString: string, taskList: TaskList, log: Log): Promise<Run> {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'platform-jobs',
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((tell) => {
    pool.on('error', () => tell());
    pool.on('connect', (client) => client.on('error', () => tell()));
  });
  const events: WorkerEvents = new EventEmitter();
  let workerPoolId = '';
  events.once('pool:create', ({ workerPool }) => {
    workerPoolId = workerPool.id;
  });
  const runner = await run({
    pgPool: pool,
    events,
    taskList,
    parsedCronItems: parseCronItems(SCHEDULE),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    // Without batching the library waits for no mark of an ended job: stopping would leave it locked for four hours, and
    // a failing mark would be an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerOf(log),
  }).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const life = await showLife(pool, workerPoolId, log).catch(async (error) => {
    await within(STOP_WITHIN, runner.stop());
    await within(STOP_WITHIN, pool.end());
    throw error;
  });
  return {
    ended: Promise.race([runner.promise.catch(() => undefined), lost]),
    async stop() {
      // A runner that has ended says so; there is nothing left to stop then.
      await within(STOP_WITHIN, runner.stop());
      life.stop();
      await within(STOP_WITHIN, pool.end());
    },
  };
}

/** Waits for work that may fail or hang, as it can behind a connection that was lost. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([
    work.catch(() => undefined),
    sleep(milliseconds, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
}

/**
 * Keeps a worker going. The library gives up when it cannot mark what became of a job, and can wait for ever when a
 * connection is lost at an unlucky moment; either way it is begun anew, with connections of its own.
 */
async function supervise(start: () => Promise<Run>, log: Log): Promise<Worker> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise((tell) => signal.addEventListener('abort', tell, { once: true }));
  let current: Run | undefined = await start();
  const watch = async (): Promise<void> => {
    for (;;) {
      await Promise.race([current?.ended, stopped]);
      if (signal.aborted) return;
      log.warn({ retryInMs: RESTART_AFTER }, 'the job worker lost its way and is started again');
      const former = current;
      current = undefined;
      // Time for the library to let go of what it lost: told to stop meanwhile, it would let go twice, and throw.
      await sleep(RESTART_AFTER, undefined, { signal }).catch(() => undefined);
      // Its jobs stay its own until they end; nobody waits for them here.
      void former?.stop();
      if (signal.aborted) return;
      current = await start().catch((error: Error) => {
        log.error({ error: error.message }, 'the job worker does not start');
        return undefined;
      });
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      await current?.stop();
    },
  };
}

function tasksOf(services: Services, log: Log, handlers: Record<string, JobHandler>): TaskList {
  const tasks: TaskList = {
    purge_expired: (_payload, { withPgClient }) =>
      withPgClient((client) => purgeExpired(client, services.clock.now(), log)),
    watch_tokens: (_payload, { abortSignal }) => watchTokens(services, log, abortSignal),
    erase_archived_fields: (_payload, { abortSignal }) => eraseArchivedFields(services, log, abortSignal),
    purge_conversations: () => purgeConversations(services, log),
    scan_for_duplicates: (_payload, { abortSignal }) => scanForDuplicates(services, log, abortSignal),
    seal_audit: (_payload, { abortSignal }) => sealAllWorkspaces(services, log, abortSignal),
    send_password_reset: (stored) => sendPasswordReset(services, stored as never, log),
    send_mail: (stored) => sendQueued(services, stored as never, log),
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
